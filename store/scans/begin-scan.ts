import type { ScanStatusName } from '../../contracts/scans';
import { SCAN } from '../../domain/scans';
import type { Database } from '../../prisma/client';
import { statusOf } from './find-scan';

/** Begins the research of a confirmed scan. Idempotent; returns its status; null: it is gone. */
export async function beginScan(db: Database, scanId: string): Promise<ScanStatusName | null> {
  await db.pool.query({
    text: 'UPDATE free_scans SET status = $2, started_at = now() WHERE id = $1 AND status = ANY($3)',
    values: [scanId, 'running', SCAN.before('running')],
  });
  return statusOf(db, scanId);
}
