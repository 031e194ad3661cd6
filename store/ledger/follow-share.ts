import type { ShareStatus } from '../../contracts/shares';
import type { PaymentState } from '../../domain/disputes';
import { SHARE, shareStatus } from '../../domain/shares';
import type { Queryable } from '../../prisma/client';
import { SHARE_ACCOUNT } from './credit-sale';
import { post } from './post';

/**
 * Moves the share of an order to what follows from the state of its payment, in the caller's transaction and under
 * the order's lock; an order without a share has none to move. Order and repetition of events do not matter.
 */
export async function followShare(tx: Queryable, orderId: string, payment: PaymentState): Promise<void> {
  // Against withdrawals, which lock it before they hold: postings of both are numbered in the order of their commits,
  // which `readShortfall` compares.
  await tx.query({
    name: 'share-lock-contributor',
    text: `SELECT 1 FROM contributors JOIN shares USING (account_id, mode) WHERE order_id = $1 FOR SHARE OF contributors`,
    values: [orderId],
  });
  const { rows } = await tx.query<{ status: ShareStatus; mature: boolean }>({
    name: 'share-lock',
    text: 'SELECT status, matures_at <= now() AS mature FROM shares WHERE order_id = $1 FOR UPDATE',
    values: [orderId],
  });
  if (!rows[0]) return;
  const { status: from, mature } = rows[0];
  const to = shareStatus(payment, mature);
  const moved = await tx.query<{ accountId: string; mode: string; currency: string; amount: number; moves: number }>({
    name: 'share-move',
    text: `UPDATE shares SET status = $2, moves = moves + 1, updated_at = now() WHERE order_id = $1 AND status = ANY($3)
           RETURNING account_id AS "accountId", mode, currency, amount, moves`,
    values: [orderId, to, SHARE.before(to)],
  });
  if (!moved.rows[0]) return;
  const { amount, moves, ...of } = moved.rows[0];
  const posting = { ...of, cause: `share:${orderId}:${moves}:${to}` };
  await post(tx, posting, { [SHARE_ACCOUNT[from]]: -amount, [SHARE_ACCOUNT[to]]: amount });
}
