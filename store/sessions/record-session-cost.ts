import { transaction, type Database, type Queryable } from '../../prisma/client';
import { lockCosts, recordCandidateCost, recordOwnCost, recountCosts } from '../runs/session-costs';
import { recordScanCost } from '../scans/record-scan-session';
import type { OpenSession } from './open-sessions';

/**
 * Records the cost of a session that is closed now, once, and adds it to that of its run; in millionths of a US dollar,
 * null for a session that the provider no longer knows.
 */
export async function recordSessionCost(db: Database, session: OpenSession, costMicros: number | null): Promise<void> {
  const { sessionId, runId, candidateId, scanId, stray } = session;
  await transaction(db, async (tx) => {
    if (runId !== null) await lockCosts(tx, runId);
    if (stray) {
      await closeStray(tx, sessionId, costMicros);
    } else {
      if (costMicros === null) return;
      if (scanId !== null) return recordScanCost(tx, scanId, costMicros);
      if (candidateId === null) await recordOwnCost(tx, runId!, costMicros);
      else await recordCandidateCost(tx, runId!, candidateId, costMicros);
    }
    if (runId !== null) await recountCosts(tx, runId);
  });
}

/** Records that a stray session is closed, once, with its cost if the provider knows it. */
async function closeStray(tx: Queryable, sessionId: string, costMicros: number | null): Promise<void> {
  await tx.query({
    name: 'stray-session-close',
    text: `UPDATE stray_sessions SET closed_at = now(), cost_micros = $2
           WHERE session_id = $1 AND closed_at IS NULL`,
    values: [sessionId, costMicros],
  });
}
