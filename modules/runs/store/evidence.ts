import { createHash } from 'node:crypto';
import { Prisma, transaction, type Database } from '../../../prisma/client';
import { columnsOf } from '../../../prisma/sql';
import type { SearchStep } from '../../findings/contract/agents';
import type { Registration } from '../../findings/contract/findings-depth';
import type { Support } from '../../findings/contract/findings-parts';
import type { EvidenceCounts, FoundQuotation, KeptOfPage } from '../../findings/evidence';
import type { Registrations } from '../../findings/registrations';
import { lockCosts, recountCosts } from './costs';
import { TOUCH } from './runs';

/** Identifies the research of one session: of the run itself or of one candidate. */
export interface Research {
  runId: string;
  candidateId: string | null;
}

/** Records a run's numbers of cited and found quotations, and the second reader's counts. Does nothing for null. */
export async function recordEvidence(db: Database, runId: string, counts: EvidenceCounts | null): Promise<void> {
  if (counts === null) return;
  await db.pool.query({
    name: 'evidence-counts',
    text: `UPDATE runs SET (evidence_cited, evidence_verified, claims_supported, claims_partly, claims_unsupported)
             = ($2::int, $3::int, $4::int, $5::int, $6::int), ${TOUCH} WHERE id = $1
             AND (evidence_cited, evidence_verified, claims_supported, claims_partly, claims_unsupported)
               IS DISTINCT FROM ($2::int, $3::int, $4::int, $5::int, $6::int)`,
    values: [runId, counts.cited, counts.verified, counts.supported, counts.partly, counts.unsupported],
  });
}

const CHECK_COLUMNS = columnsOf(Prisma.EvidenceCheckScalarFieldEnum);

export interface Quotation {
  sourceUrl: string;
  excerpt: string;
}

/** Key of a quotation in {@link readChecks}. It is a hash, so that cited text is not stored twice. */
export function quotationKey({ sourceUrl, excerpt }: Quotation): string {
  return createHash('sha256')
    .update(JSON.stringify([sourceUrl, excerpt]))
    .digest('hex');
}

/** Reads the stored quotation checks of this research, by {@link quotationKey}. */
export async function readChecks(db: Database, { runId, candidateId }: Research): Promise<Map<string, FoundQuotation>> {
  // Uses a prepared statement, because all paid research executes this query twice.
  const { rows } = await db.pool.query<Prisma.EvidenceCheckModel>({
    name: 'evidence-read',
    text: `SELECT ${CHECK_COLUMNS} FROM evidence_checks WHERE run_id = $1 AND candidate_id = $2`,
    values: [runId, candidateId ?? ''],
  });
  return new Map(rows.map((row) => [row.quotation, toEvidenceCheck(row)]));
}

const toEvidenceCheck = (row: Prisma.EvidenceCheckModel): FoundQuotation => ({
  status: row.status as FoundQuotation['status'],
  checkedAt: row.checkedAt.toISOString(),
  contentSha256: row.contentSha256,
  ...(row.kept as KeptOfPage),
});

/** Result of checking the quotation with a {@link quotationKey}. */
export interface QuotationCheck extends Pick<FoundQuotation, 'status' | 'contentSha256'> {
  key: string;
  kept: KeptOfPage;
}

/** Stores the results of quotation checks. Keeps the first result for each quotation, so that repeated steps agree. */
export async function keepChecks(
  db: Database,
  { runId, candidateId }: Research,
  checks: readonly QuotationCheck[],
): Promise<void> {
  await db.pool.query({
    name: 'evidence-keep',
    text: `INSERT INTO evidence_checks (run_id, candidate_id, quotation, status, content_sha256, kept)
           SELECT $1, $2, checked.* FROM unnest($3::text[], $4::text[], $5::text[], $6::jsonb[]) AS checked
           ON CONFLICT DO NOTHING`,
    values: [
      runId,
      candidateId ?? '',
      checks.map(({ key }) => key),
      checks.map(({ status }) => status),
      checks.map(({ contentSha256 }) => contentSha256),
      checks.map(({ kept }) => JSON.stringify(kept)),
    ],
  });
}

/** A claim as it was shown to the second reader. */
export interface ReadClaim {
  claim: string;
  sourceUrl: string;
  excerpt: string;
  /** Calculation shown to the second reader; null if the claim has no calculation. */
  calculation: string | null;
}

/** The second reader's response. The cost is in millionths of a US dollar, even if there is no judgment. */
export interface KeptJudgement {
  support: Support | null;
  costMicros: number;
}

/** Key of a claim in {@link readJudgements}. It is a hash, so that the claim's text is not stored twice. */
export function claimKey({ claim, sourceUrl, excerpt, calculation }: ReadClaim): string {
  return createHash('sha256')
    .update(JSON.stringify([claim, sourceUrl, excerpt, ...(calculation === null ? [] : [calculation])]))
    .digest('hex');
}

/** Reads the stored judgments of this research, by {@link claimKey}. */
export async function readJudgements(
  db: Database,
  { runId, candidateId }: Research,
): Promise<Map<string, KeptJudgement>> {
  const rows = await db.prisma.claimCheck.findMany({
    where: { runId, candidateId: candidateId ?? '' },
    select: { claim: true, support: true, costMicros: true },
  });
  return new Map(rows.map(({ claim, ...judgement }) => [claim, judgement as KeptJudgement]));
}

/** Stores the first judgment of each claim and adds its cost to the run, once. */
export async function keepJudgement(
  db: Database,
  { runId, candidateId }: Research,
  key: string,
  { support, costMicros }: KeptJudgement,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockCosts(tx, runId);
    await tx.query({
      name: 'claim-keep',
      text: `WITH kept AS (
               INSERT INTO claim_checks (run_id, candidate_id, claim, support, cost_micros)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING cost_micros)
             UPDATE runs SET claim_check_micros = COALESCE(claim_check_micros, 0) + kept.cost_micros
             FROM kept WHERE runs.id = $1`,
      values: [runId, candidateId ?? '', key, support, costMicros],
    });
    // If the run has ended in the meantime, its total cost must include this judgment.
    await recountCosts(tx, runId);
  });
}

/** Reads the stored domain checks of this research. */
export async function readNameChecks(db: Database, { runId, candidateId }: Research): Promise<Registrations> {
  const rows = await db.prisma.nameCheck.findMany({ where: { runId, candidateId: candidateId ?? '' } });
  return new Map(rows.map(({ domain, registration }) => [domain, registration as unknown as Registration]));
}

/** Stores the result of a domain check. Keeps the first result, so that repeated steps agree. */
export async function keepNameCheck(
  db: Database,
  { runId, candidateId }: Research,
  domain: string,
  registration: Registration,
): Promise<void> {
  await db.pool.query({
    name: 'names-keep',
    text: `INSERT INTO name_checks (run_id, candidate_id, domain, registration)
           VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    values: [runId, candidateId ?? '', domain, JSON.stringify(registration)],
  });
}

/** Part of a cited page, as the agent saw it. */
export type SeenPassage = Pick<KeptOfPage, 'excerpt' | 'context'>;

/** Searches and opened pages of a session, and its results for the latest citations, by {@link quotationKey}. */
export interface KnownTrail {
  /** Steps up to the latest submission, in order. */
  log: readonly SearchStep[];
  /** Citations whose page the agent never opened. */
  unopened: ReadonlySet<string>;
  /** Citations that were found in the agent's copy of the page, with the surrounding text. */
  seen: ReadonlyMap<string, SeenPassage>;
}

/** Stores the trail of a session, replacing an earlier trail. */
export async function keepTrail(
  db: Database,
  { runId, candidateId }: Research,
  { log, unopened, seen }: KnownTrail,
): Promise<void> {
  await db.pool.query({
    name: 'trail-keep',
    text: `INSERT INTO research_trails (run_id, candidate_id, log, unopened, seen)
           VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (run_id, candidate_id) DO UPDATE
           SET log = EXCLUDED.log, unopened = EXCLUDED.unopened, seen = EXCLUDED.seen, kept_at = now()`,
    values: [runId, candidateId ?? '', JSON.stringify(log), [...unopened], JSON.stringify(Object.fromEntries(seen))],
  });
}

/** Reads the stored trail of a session; null if there is none. */
export async function readTrail(db: Database, { runId, candidateId }: Research): Promise<KnownTrail | null> {
  const row = await db.prisma.researchTrail.findUnique({
    where: { runId_candidateId: { runId, candidateId: candidateId ?? '' } },
  });
  if (!row) return null;
  const { log, seen } = row as unknown as { log: SearchStep[]; seen: Record<string, SeenPassage> };
  return { log, unopened: new Set(row.unopened), seen: new Map(Object.entries(seen)) };
}
