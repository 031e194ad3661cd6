import type { EvidenceCounts } from '../../domain/evidence-counts';
import type { Database } from '../../prisma/client';
import { TOUCH } from './row';

/** Records how many quotations the findings of a run cite, and how many were found; null before they were checked. */
export async function recordEvidence(db: Database, runId: string, counts: EvidenceCounts | null): Promise<void> {
  if (counts === null) return;
  await db.pool.query({
    name: 'evidence-counts',
    text: `UPDATE runs SET evidence_cited = $2, evidence_verified = $3, ${TOUCH} WHERE id = $1
             AND (evidence_cited, evidence_verified) IS DISTINCT FROM ($2, $3)`,
    values: [runId, counts.cited, counts.verified],
  });
}
