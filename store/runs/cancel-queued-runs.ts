import type { PoolClient } from 'pg';
import { endRunIn } from './end-run';
import { TOUCH } from './row';

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
