import type { Client } from '@temporalio/client';
import { STARTED_AGAIN_EVERY_MS, WAITING_NAMES, waitingOf } from '../../domain/waiting';
import type { SweepName } from '../../domain/sweeps';
import type { Database } from '../../prisma/client';
import { isRunning } from '../../providers/running-workflow';
import { readPastWait } from '../../store/sweeps/read-waiting';

const LIMIT = 1_000;

/** A row without a net, and the sweep whose it is. */
export interface WaitingFlaw {
  sweep: SweepName;
  what: string;
}

/**
 * Checks that every row that waits for a workflow has a net: none waits for longer than `domain/waiting.ts` says, and
 * `sweptWithinMs` more, while its workflow is gone. One that was started again within the hour, and lost its workflow
 * once more, has its turn at the end of it. Returns the violations; empty if there are none.
 */
export async function waitingFlaws(db: Database, client: Client, sweptWithinMs: number): Promise<WaitingFlaw[]> {
  const flaws: WaitingFlaw[] = [];
  for (const name of WAITING_NAMES) {
    const { sweep } = waitingOf(name);
    for (const { id, workflowId } of await readPastWait(db, name, { moreMs: sweptWithinMs, limit: LIMIT })) {
      if (workflowId === null) flaws.push({ sweep, what: `${name} ${id} was not ended by its sweep` });
      else if (!(await isRunning(client, workflowId)) && !(await wasStartedAgain(db, sweep, [id, workflowId])))
        flaws.push({ sweep, what: `${name} ${id} waits for ${workflowId}, which is gone` });
    }
  }
  return flaws;
}

// Each sweep knows its items by their own ids or by their workflows'.
async function wasStartedAgain(db: Database, sweep: SweepName, items: string[]): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    text: `SELECT FROM sweep_looks WHERE sweep = $1 AND item = ANY ($2) AND error IS NULL
           AND looked_at > now() - make_interval(secs => $3)`,
    values: [sweep, items, STARTED_AGAIN_EVERY_MS / 1_000],
  });
  return rowCount! > 0;
}

/**
 * Attempts after which a delivery pauses for longer than anybody settles: it waits for its time, not for a workflow that is
 * gone, which is looked for by itself.
 */
const PATIENT_FROM = 4;

/** Rows that wait for a workflow, a line each: none is left once nothing is under way any more. */
export async function stillWaiting(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ flaw: string }>({
    text: WAITING_NAMES.map(waitingOf)
      .map(
        ({ what, table, id, waits }) =>
          `SELECT '${what} ' || ${id} || ' still waits' AS flaw FROM ${table} WHERE ${waits}
             AND (SELECT count(*) FROM webhook_attempts WHERE delivery_id = ${id}) < $1`,
      )
      .join(' UNION ALL '),
    values: [PATIENT_FROM],
  });
  return rows.map(({ flaw }) => flaw);
}
