import type { Mode } from '../../contracts/access';
import type { Database, Prisma } from '../../prisma/client';
import { RUN_COLUMNS, toRun, type Run } from './row';

/** Scope of visible runs: one account in one mode. */
export interface RunOwner {
  accountId: string;
  mode: Mode;
}

/** One run of this owner, or null: a run of another account counts as unknown. */
export async function findRun(db: Database, owner: RunOwner, runId: string): Promise<Run | null> {
  // Prepared statement: clients poll this query, at a quarter of its cost through the ORM.
  const { rows } = await db.pool.query<Prisma.RunModel>({
    name: 'run-find',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1 AND account_id = $2 AND mode = $3`,
    values: [runId, owner.accountId, owner.mode],
  });
  return rows[0] ? toRun(rows[0]) : null;
}

/** A run of any owner: for activities and operators, never for a caller. */
export async function loadRun(db: Database, runId: string): Promise<Run | null> {
  // Prepared statement: the activities of one evaluation read their run five times.
  const { rows } = await db.pool.query<Prisma.RunModel>({
    name: 'run-load',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1`,
    values: [runId],
  });
  return rows[0] ? toRun(rows[0]) : null;
}
