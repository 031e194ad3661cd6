import type { RunFailureCode } from '../../../base/run-failures';
import type { Database, Queryable } from '../../../prisma/client';
import { expectMail } from '../../mail/store/mails';
import type { ScanStatusName } from '../contract';
import { SCAN } from '../rules';
import { statusOf } from './scans';

/** Begins the research of a confirmed scan. Idempotent. Returns the scan's status; null if the scan does not exist. */
export function beginScan(db: Database, scanId: string): Promise<ScanStatusName | null> {
  return moveScan(db, scanId, { to: 'running', set: 'status = $2, started_at = now()' });
}

/** Expires a scan unless it is confirmed. Returns the scan's status; null if the scan does not exist. */
export function expireScan(db: Database, scanId: string): Promise<ScanStatusName | null> {
  return moveScan(db, scanId, { to: 'expired', set: 'status = $2' });
}

async function moveScan(db: Database, scanId: string, { to, set }: { to: ScanStatusName; set: string }) {
  await db.pool.query({
    text: `UPDATE free_scans SET ${set} WHERE id = $1 AND status = ANY($3)`,
    values: [scanId, to, SCAN.before(to)],
  });
  return statusOf(db, scanId);
}

/** Records the session of a scan. Keeps the first one if called again. */
export async function recordScanSession(
  db: Database,
  scanId: string,
  {
    sessionId,
    agentVersion,
    model,
    rulesEdition,
  }: { sessionId: string; agentVersion: string; model: string; rulesEdition: number },
): Promise<void> {
  await db.pool.query({
    text: `UPDATE free_scans SET session_id = $2, agent_version = $3, model = $4, rules_edition = $5
           WHERE id = $1 AND session_id IS NULL`,
    values: [scanId, sessionId, agentVersion, model, rulesEdition],
  });
}

/** Records a scan's cost once, in millionths of a US dollar, in the caller's transaction. Excludes stray sessions. */
export async function recordScanCost(tx: Queryable, scanId: string, costMicros: number): Promise<void> {
  await tx.query({
    text: `UPDATE free_scans SET cost_micros = $2 WHERE id = $1 AND cost_micros IS NULL
             AND NOT EXISTS (SELECT 1 FROM stray_sessions WHERE stray_sessions.session_id = free_scans.session_id)`,
    values: [scanId, costMicros],
  });
}

export async function saveScanSubmission(db: Database, scanId: string, submission: Buffer): Promise<void> {
  await db.pool.query({ text: 'UPDATE free_scans SET submission = $2 WHERE id = $1', values: [scanId, submission] });
}

export async function readScanSubmission(db: Database, scanId: string): Promise<Buffer | null> {
  const scan = await db.prisma.freeScan.findUnique({ where: { id: scanId }, select: { submission: true } });
  return scan?.submission ? Buffer.from(scan.submission) : null;
}

export async function saveScanFindings(db: Database, scanId: string, findings: Buffer): Promise<void> {
  await db.pool.query({ text: 'UPDATE free_scans SET findings = $2 WHERE id = $1', values: [scanId, findings] });
}

/**
 * Ends a running scan: as completed if it has findings and no failure reason is given, otherwise as failed. Does not
 * change an ended scan. Returns the scan's status; null if the scan no longer exists.
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
