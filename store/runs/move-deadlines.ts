import { RUN } from '../../domain/run-kinds';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { TOUCH } from './row';

/** Moves the deadlines of live runs that began before `since` by the time since then, in the caller's transaction. */
export async function moveDeadlines(tx: Queryable, since: Date): Promise<void> {
  await tx.query({
    name: 'run-deadlines-move',
    text: `UPDATE runs SET deadline_at = deadline_at + (now() - $1::timestamptz), ${TOUCH}
           WHERE status IN (${listOf(RUN.open)}) AND mode = 'live' AND started_at < $1`,
    values: [since],
  });
}
