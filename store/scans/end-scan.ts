import type { RunFailureCode } from '../../contracts/run-failures';
import type { ScanStatusName } from '../../contracts/scans';
import { SCAN } from '../../domain/scans';
import type { Database } from '../../prisma/client';
import { expectMail } from '../mail/request-mail';
import { statusOf } from './find-scan';

/** Expires an unconfirmed scan; a confirmed one stays. Returns its status; null: it is gone. */
export async function expireScan(db: Database, scanId: string): Promise<ScanStatusName | null> {
  await db.pool.query({
    text: 'UPDATE free_scans SET status = $2 WHERE id = $1 AND status = ANY($3)',
    values: [scanId, 'expired', SCAN.before('expired')],
  });
  return statusOf(db, scanId);
}

/**
 * Ends a running scan: completed if it has findings and no reason is given, otherwise failed. An ended one stays
 * unchanged. Returns its status; null: it is gone.
 */
export async function endScan(
  db: Database,
  scanId: string,
  end: { reason: RunFailureCode | null; costMicros: number | null },
): Promise<ScanStatusName | null> {
  const status = end.reason === null ? 'completed' : 'failed';
  await db.pool.query({
    text: `WITH ended AS (
             UPDATE free_scans SET status = $4, failure_code = $2::text, cost_micros = $3, completed_at = now(),
                    submission = CASE WHEN $2::text IS NULL THEN NULL ELSE submission END
             WHERE id = $1 AND status = ANY($5) AND ($2::text IS NOT NULL OR findings IS NOT NULL) RETURNING id)
           ${expectMail('scan_result', 'ended')}`,
    values: [scanId, end.reason, end.costMicros, status, SCAN.before(status)],
  });
  return statusOf(db, scanId);
}
