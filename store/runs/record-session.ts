import type { Database } from '../../prisma/client';
import { TOUCH } from './row';

/** Records the session of a run. The first one stays, so that a repeated start finds it. */
export async function recordSession(
  db: Database,
  runId: string,
  session: { provider: string; agentId: string; agentVersion: string; model: string; sessionId: string },
): Promise<void> {
  await db.pool.query({
    name: 'run-session',
    text: `UPDATE runs SET provider = $2, agent_id = $3, agent_version = $4, model = $5, session_id = $6, ${TOUCH}
           WHERE id = $1 AND session_id IS NULL`,
    values: [runId, session.provider, session.agentId, session.agentVersion, session.model, session.sessionId],
  });
}
