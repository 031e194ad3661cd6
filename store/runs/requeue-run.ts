import { RUN } from '../../domain/run-kinds';
import type { Database } from '../../prisma/client';
import { TOUCH } from './row';

/**
 * Puts a run that has no session back into the queue, as the agent provider refuses all work. Its queue expiry stays.
 * Idempotent.
 */
export async function requeueRun(db: Database, runId: string): Promise<void> {
  await db.pool.query({
    name: 'run-requeue',
    text: `UPDATE runs SET status = $2, stage = 'queued', started_at = NULL, deadline_at = NULL, ${TOUCH}
           WHERE id = $1 AND status = ANY($3) AND session_id IS NULL`,
    values: [runId, 'queued', RUN.before('queued')],
  });
}
