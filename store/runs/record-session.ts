import type { RunStatusName } from '../../contracts/runs';
import { RUN } from '../../domain/run-kinds';
import { transaction, type Database } from '../../prisma/client';
import { TOUCH } from './row';
import { lockCosts, recountCosts } from './session-costs';

/**
 * Records the session of a run. The first one stays, so that a repeated start finds it; its cost is awaited, also where
 * the run has ended.
 */
export async function recordSession(
  db: Database,
  runId: string,
  session: {
    provider: string;
    agentId: string;
    agentVersion: string;
    model: string;
    sessionId: string;
    rulesEdition?: number | null;
  },
): Promise<void> {
  const { rows } = await db.pool.query<{ status: RunStatusName }>({
    name: 'run-session',
    text: `UPDATE runs SET provider = $2, agent_id = $3, agent_version = $4, model = $5, session_id = $6,
             rules_edition = $7, ${TOUCH}
           WHERE id = $1 AND session_id IS NULL RETURNING status`,
    values: [
      runId,
      session.provider,
      session.agentId,
      session.agentVersion,
      session.model,
      session.sessionId,
      session.rulesEdition ?? null,
    ],
  });
  if (!rows[0] || !RUN.isTerminal(rows[0].status)) return;
  await transaction(db, (tx) => Promise.all([lockCosts(tx, runId), recountCosts(tx, runId)]));
}
