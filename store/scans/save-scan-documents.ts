import type { Database } from '../../prisma/client';

/** Stores the latest submission unchanged. */
export async function saveScanSubmission(db: Database, scanId: string, submission: Buffer): Promise<void> {
  await db.pool.query({ text: 'UPDATE free_scans SET submission = $2 WHERE id = $1', values: [scanId, submission] });
}

/** Latest submission, or null. */
export async function readScanSubmission(db: Database, scanId: string): Promise<Buffer | null> {
  const { rows } = await db.pool.query<{ submission: Buffer | null }>({
    text: 'SELECT submission FROM free_scans WHERE id = $1',
    values: [scanId],
  });
  return rows[0]?.submission ?? null;
}

/** Stores validated findings. */
export async function saveScanFindings(db: Database, scanId: string, findings: Buffer): Promise<void> {
  await db.pool.query({ text: 'UPDATE free_scans SET findings = $2 WHERE id = $1', values: [scanId, findings] });
}
