import type { RunFailureCode } from '../../contracts/run-failures';
import type { ScanStatusName } from '../../contracts/scans';
import { SCAN } from '../../domain/scans';
import type { Database, Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { loadScan } from './free-scans';

const UNCONFIRMED = listOf(SCAN.before('expired'));

async function statusOf(db: Database, scanId: string): Promise<ScanStatusName> {
  return (await loadScan(db, scanId))!.status;
}

/** Begins the research of a confirmed scan. Idempotent; returns its status. */
export async function beginScan(db: Database, scanId: string): Promise<ScanStatusName> {
  await db.pool.query({
    text: 'UPDATE free_scans SET status = $2, started_at = now() WHERE id = $1 AND status = ANY($3)',
    values: [scanId, 'running', SCAN.before('running')],
  });
  return statusOf(db, scanId);
}

/** Expires an unconfirmed scan; a confirmed one stays. Returns its status. */
export async function expireScan(db: Database, scanId: string): Promise<ScanStatusName> {
  await db.pool.query({
    text: 'UPDATE free_scans SET status = $2 WHERE id = $1 AND status = ANY($3)',
    values: [scanId, 'expired', SCAN.before('expired')],
  });
  return statusOf(db, scanId);
}

/** Records the session of a scan. The first one stays. */
export async function recordScanSession(
  db: Database,
  scanId: string,
  { sessionId, agentVersion, model }: { sessionId: string; agentVersion: string; model: string },
): Promise<void> {
  await db.pool.query({
    text: `UPDATE free_scans SET session_id = $2, agent_version = $3, model = $4 WHERE id = $1 AND session_id IS NULL`,
    values: [scanId, sessionId, agentVersion, model],
  });
}

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

/**
 * Ends a running scan: completed if it has findings and no reason is given, otherwise failed. An ended one stays
 * unchanged. Returns its status.
 */
export async function endScan(
  db: Database,
  scanId: string,
  end: { reason: RunFailureCode | null; costMicros: number | null },
): Promise<ScanStatusName> {
  const status = end.reason === null ? 'completed' : 'failed';
  await db.pool.query({
    text: `UPDATE free_scans SET status = $4, failure_code = $2::text, cost_micros = $3, completed_at = now(),
                  submission = CASE WHEN $2::text IS NULL THEN NULL ELSE submission END
           WHERE id = $1 AND status = ANY($5) AND ($2::text IS NOT NULL OR findings IS NOT NULL)`,
    values: [scanId, end.reason, end.costMicros, status, SCAN.before(status)],
  });
  return statusOf(db, scanId);
}

/** Expires overdue scans, and deletes those still unconfirmed `keepMs` after their request; at most `limit` each. */
export async function purgeUnconfirmed(db: Database, keepMs: number, limit: number): Promise<number> {
  await db.pool.query({
    text: `UPDATE free_scans SET status = $2 WHERE id IN (
             SELECT id FROM free_scans
             WHERE confirmed_at IS NULL AND status IN (${UNCONFIRMED}) AND confirmation_expires_at < now()
             LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    values: [limit, 'expired'],
  });
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM free_scans WHERE id IN (
             SELECT id FROM free_scans
             WHERE confirmed_at IS NULL AND status = 'expired' AND created_at < now() - $1 * interval '1 millisecond'
             LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    values: [keepMs, limit],
  });
  return rowCount ?? 0;
}

/**
 * Records the cost of a scan's own session, once, in the caller's transaction; in millionths of a US dollar. That of
 * a stray session stays with the session.
 */
export async function recordScanCost(tx: Queryable, scanId: string, costMicros: number): Promise<void> {
  await tx.query({
    text: `UPDATE free_scans SET cost_micros = $2 WHERE id = $1 AND cost_micros IS NULL
             AND NOT EXISTS (SELECT 1 FROM stray_sessions WHERE stray_sessions.session_id = free_scans.session_id)`,
    values: [scanId, costMicros],
  });
}
