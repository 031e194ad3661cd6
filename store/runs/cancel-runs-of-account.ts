import type { PoolClient } from 'pg';
import type { Prisma, Queryable } from '../../prisma/client';
import { endRunIn } from './end-run';
import { RUN_COLUMNS, toRun, TOUCH, type Run } from './row';

/**
 * Marks running runs of an account as canceling, in the caller's transaction; returns those whose workflows need a
 * signal.
 */
export async function cancelRunningRuns(tx: Queryable, accountId: string): Promise<Run[]> {
  const { rows } = await tx.query<Prisma.RunModel>({
    text: `UPDATE runs SET cancel_requested_from = status, status = $2, ${TOUCH}
           WHERE account_id = $1 AND status = ANY($3) RETURNING ${RUN_COLUMNS}`,
    values: [accountId, 'canceling', ['running']],
  });
  return rows.map(toRun);
}

/**
 * Ends the queued runs of an account and returns their credits, in the caller's transaction; returns their ids. Their
 * workflows find them ended.
 */
export async function cancelQueuedRuns(tx: PoolClient, accountId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    text: `UPDATE runs SET cancel_requested_from = status, status = $2, ${TOUCH}
           WHERE account_id = $1 AND status = ANY($3) RETURNING id`,
    values: [accountId, 'canceling', ['queued']],
  });
  for (const { id } of rows) await endRunIn(tx, id, 'canceled', 'canceled', null);
  return rows.map(({ id }) => id);
}
