import type { Database, Queryable } from '../../prisma/client';

/** Records the session of a scan. The first one stays. */
export async function recordScanSession(
  db: Database,
  scanId: string,
  {
    sessionId,
    agentVersion,
    model,
    rulesEdition = null,
  }: { sessionId: string; agentVersion: string; model: string; rulesEdition?: number | null },
): Promise<void> {
  await db.pool.query({
    text: `UPDATE free_scans SET session_id = $2, agent_version = $3, model = $4, rules_edition = $5
           WHERE id = $1 AND session_id IS NULL`,
    values: [scanId, sessionId, agentVersion, model, rulesEdition],
  });
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
