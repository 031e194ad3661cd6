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

/** Research of one session: a run's own, or that of one of its candidates. */
export interface Research {
  runId: string;
  candidateId: string | null;
}

/** Records how many quotations the findings of a run cite, how many were found, and what the second reader said; null before they were checked. */
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

/** Quotation and the page that it cites. */
export interface Quotation {
  sourceUrl: string;
  excerpt: string;
}

/** Key of a quotation in {@link readChecks}: a hash, so that nothing of what was cited is kept twice. */
export function quotationKey({ sourceUrl, excerpt }: Quotation): string {
  return createHash('sha256')
    .update(JSON.stringify([sourceUrl, excerpt]))
    .digest('hex');
}

/** Checks that were made for this research, by {@link quotationKey}. */
export async function readChecks(db: Database, { runId, candidateId }: Research): Promise<Map<string, FoundQuotation>> {
  // Prepared statement: every paid research asks twice.
  const { rows } = await db.pool.query<Prisma.EvidenceCheckModel>({
    name: 'evidence-read',
    text: `SELECT ${CHECK_COLUMNS} FROM evidence_checks WHERE run_id = $1 AND candidate_id = $2`,
    values: [runId, candidateId ?? ''],
  });
  return new Map(rows.map((row) => [row.quotation, toEvidenceCheck(row)]));
}

/** Narrows a row as the database has it. */
const toEvidenceCheck = (row: Prisma.EvidenceCheckModel): FoundQuotation => ({
  status: row.status as FoundQuotation['status'],
  checkedAt: row.checkedAt.toISOString(),
  contentSha256: row.contentSha256,
  ...(row.kept as KeptOfPage),
});

/** Result of a quotation, by its {@link quotationKey}. */
export interface QuotationCheck extends Pick<FoundQuotation, 'status' | 'contentSha256'> {
  key: string;
  kept: KeptOfPage;
}

/** Keeps checks of quotations. The first of a quotation stays, so that repeated steps agree. */
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

/** What a second reader was asked about. */
export interface ReadClaim {
  claim: string;
  sourceUrl: string;
  excerpt: string;
  /** Arithmetic that it was told; null where there is none. */
  calculation: string | null;
}

/** Answer of the second reader, which is paid for without a judgement, too; cost in millionths of a US dollar. */
export interface KeptJudgement {
  support: Support | null;
  costMicros: number;
}

/** Key of a claim in {@link readJudgements}: a hash, so that nothing of what was claimed is kept twice. */
export function claimKey({ claim, sourceUrl, excerpt, calculation }: ReadClaim): string {
  return createHash('sha256')
    .update(JSON.stringify([claim, sourceUrl, excerpt, ...(calculation === null ? [] : [calculation])]))
    .digest('hex');
}

/** Judgements that were made for this research, by {@link claimKey}. */
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

/** Keeps a judgement and adds what it cost to the run, once: the first of a claim stays. */
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
    // Of a run that has ended meanwhile.
    await recountCosts(tx, runId);
  });
}

/** What was seen of domains for this research. */
export async function readNameChecks(db: Database, { runId, candidateId }: Research): Promise<Registrations> {
  const rows = await db.prisma.nameCheck.findMany({ where: { runId, candidateId: candidateId ?? '' } });
  return new Map(rows.map(({ domain, registration }) => [domain, registration as unknown as Registration]));
}

/** Keeps what was seen of a domain. The first answer stays, so that repeated steps agree. */
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

/** What the agent saw of a cited page. */
export type SeenPassage = Pick<KeptOfPage, 'excerpt' | 'context'>;

/** What a session asked and opened, and what that says of the citations of its latest submission, by `quotationKey`. */
export interface KnownTrail {
  /** Steps until the latest submission, in their order. */
  log: readonly SearchStep[];
  /** Citations whose page the agent never opened. */
  unopened: ReadonlySet<string>;
  /** Citations that stand in what the agent saw of their page, with the words around them. */
  seen: ReadonlyMap<string, SeenPassage>;
}

/** Keeps what a session asked and opened, in the place of what was kept of it before. */
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

/** What is known of a research and of the citations of its latest submission; null where nothing is. */
export async function readTrail(db: Database, { runId, candidateId }: Research): Promise<KnownTrail | null> {
  const row = await db.prisma.researchTrail.findUnique({
    where: { runId_candidateId: { runId, candidateId: candidateId ?? '' } },
  });
  if (!row) return null;
  const { log, seen } = row as unknown as { log: SearchStep[]; seen: Record<string, SeenPassage> };
  return { log, unopened: new Set(row.unopened), seen: new Map(Object.entries(seen)) };
}
