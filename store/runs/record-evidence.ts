import type { EvidenceCounts } from '../../domain/evidence-counts';
import type { Database } from '../../prisma/client';
import { TOUCH } from './row';

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
