import type { RunFailureCode } from '../contracts/run-failures';
import type { ScanStatusName } from '../contracts/scans';
import type { Database } from '../prisma/client';

async function statusOf(db: Database, scanId: string): Promise<ScanStatusName> {
  const { status } = await db.prisma.freeScan.findUniqueOrThrow({ where: { id: scanId }, select: { status: true } });
  return status as ScanStatusName;
}

/** Begins the research of a confirmed scan. Repeating changes nothing; says where the scan stands. */
export async function beginScan(db: Database, scanId: string): Promise<ScanStatusName> {
  await db.pool.query({
    text: `UPDATE free_scans SET status = 'running', started_at = now() WHERE id = $1 AND status = 'confirmed'`,
    values: [scanId],
  });
  return statusOf(db, scanId);
}

/** Expires a scan that its recipient did not confirm; a confirmed one stays. Says where the scan stands. */
export async function expireScan(db: Database, scanId: string): Promise<ScanStatusName> {
  await db.pool.query({
    text: `UPDATE free_scans SET status = 'expired' WHERE id = $1 AND status IN ('queued', 'awaiting_confirmation')`,
    values: [scanId],
  });
  return statusOf(db, scanId);
}

/** Keeps which session researches a scan. The first one stays. */
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

/** Keeps what the agent handed in last, as it came. */
export async function saveScanSubmission(db: Database, scanId: string, submission: Buffer): Promise<void> {
  await db.pool.query({ text: 'UPDATE free_scans SET submission = $2 WHERE id = $1', values: [scanId, submission] });
}

/** What the agent handed in last, or null. */
export async function readScanSubmission(db: Database, scanId: string): Promise<Buffer | null> {
  const { rows } = await db.pool.query<{ submission: Buffer | null }>({
    text: 'SELECT submission FROM free_scans WHERE id = $1',
    values: [scanId],
  });
  return rows[0]?.submission ?? null;
}

/** Keeps what passed the checks. */
export async function saveScanFindings(db: Database, scanId: string, findings: Buffer): Promise<void> {
  await db.pool.query({ text: 'UPDATE free_scans SET findings = $2 WHERE id = $1', values: [scanId, findings] });
}

/**
 * Ends a running scan: completed where it has findings and no reason is given, else failed. One that has ended stays as it is; says
 * where the scan stands.
 */
export async function endScan(
  db: Database,
  scanId: string,
  end: { reason: RunFailureCode | null; costMicros: number | null },
): Promise<ScanStatusName> {
  await db.pool.query({
    text: `UPDATE free_scans SET status = CASE WHEN $2::text IS NULL THEN 'completed' ELSE 'failed' END,
                  failure_code = $2::text, cost_micros = $3, completed_at = now()
           WHERE id = $1 AND status IN ('confirmed', 'running') AND ($2::text IS NOT NULL OR findings IS NOT NULL)`,
    values: [scanId, end.reason, end.costMicros],
  });
  return statusOf(db, scanId);
}

/** Expires what no workflow expired, and deletes what was never confirmed `keepMs` after it was asked for; at most `limit` each. */
export async function purgeUnconfirmed(db: Database, keepMs: number, limit: number): Promise<number> {
  await db.pool.query({
    text: `UPDATE free_scans SET status = 'expired' WHERE id IN (
             SELECT id FROM free_scans WHERE confirmed_at IS NULL AND status <> 'expired' AND confirmation_expires_at < now()
             LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    values: [limit],
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
