import type { Database } from '../../prisma/client';

/** Stores the latest submission for a candidate. */
export async function saveCandidateSubmission(
  db: Database,
  runId: string,
  candidateId: string,
  submission: Buffer,
): Promise<void> {
  await db.pool.query({
    name: 'candidate-submission',
    text: 'UPDATE candidates SET submission = $3 WHERE run_id = $1 AND candidate_id = $2',
    values: [runId, candidateId, submission],
  });
}

/** Latest submission for a candidate, or null. */
export async function readCandidateSubmission(
  db: Database,
  runId: string,
  candidateId: string,
): Promise<Buffer | null> {
  const { rows } = await db.pool.query<{ submission: Buffer | null }>({
    name: 'candidate-read-submission',
    text: 'SELECT submission FROM candidates WHERE run_id = $1 AND candidate_id = $2',
    values: [runId, candidateId],
  });
  return rows[0]?.submission ?? null;
}

/** Stores the validated findings of a candidate. */
export async function saveCandidateFindings(
  db: Database,
  runId: string,
  candidateId: string,
  findings: Buffer,
): Promise<void> {
  await db.pool.query({
    name: 'candidate-findings',
    text: 'UPDATE candidates SET findings = $3 WHERE run_id = $1 AND candidate_id = $2',
    values: [runId, candidateId, findings],
  });
}
