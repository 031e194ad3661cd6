import { createHash } from 'node:crypto';
import type { FoundQuotation, KeptOfPage } from '../../domain/verified-evidence';
import { Prisma, type Database } from '../../prisma/client';
import { columnsOf } from '../../prisma/sql';
import { toEvidenceCheck } from './row';

const CHECK_COLUMNS = columnsOf(Prisma.EvidenceCheckScalarFieldEnum);

/** Research whose quotations are checked: a run, or one of its candidates. */
interface Checked {
  runId: string;
  candidateId: string | null;
}

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
export async function readChecks(db: Database, { runId, candidateId }: Checked): Promise<Map<string, FoundQuotation>> {
  // Prepared statement: every paid research asks twice.
  const { rows } = await db.pool.query<Prisma.EvidenceCheckModel>({
    name: 'evidence-read',
    text: `SELECT ${CHECK_COLUMNS} FROM evidence_checks WHERE run_id = $1 AND candidate_id = $2`,
    values: [runId, candidateId ?? ''],
  });
  return new Map(rows.map((row) => [row.quotation, toEvidenceCheck(row)]));
}

/** Result of a quotation, by its {@link quotationKey}. */
export interface QuotationCheck extends Pick<FoundQuotation, 'status' | 'contentSha256'> {
  key: string;
  kept: KeptOfPage;
}

/** Keeps checks of quotations. The first of a quotation stays, so that repeated steps agree. */
export async function keepChecks(
  db: Database,
  { runId, candidateId }: Checked,
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
