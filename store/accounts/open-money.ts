import { OPEN_ORDER } from '../../domain/orders';
import { UNDERWAY } from '../../domain/withdrawals';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';

/**
 * Describes an account's unsettled money in sentences for a person; while there is any, the account cannot be erased.
 */
export async function openMoney(tx: Queryable, accountId: string): Promise<string[]> {
  const { rows } = await tx.query<{ what: string }>({
    text: `
      SELECT 'order ' || id || ' waits for its payment' AS what FROM orders
      WHERE account_id = $1 AND status IN (${listOf(OPEN_ORDER)})
      UNION ALL
      SELECT DISTINCT 'a payment of order ' || orders.id || ' is being refunded' FROM orders
      LEFT JOIN payments ON payments.order_id = orders.id AND payments.outcome = 'refund'
      WHERE account_id = $1 AND (orders.status IN ('refund_pending', 'refund_failed')
        OR (payments.id IS NOT NULL AND COALESCE(payments.refund_status, 'pending') IN ('pending', 'failed')))
      UNION ALL
      SELECT DISTINCT 'order ' || orders.id || ' is disputed' FROM orders JOIN disputes ON disputes.order_id = orders.id
      WHERE account_id = $1 AND disputes.status = 'open'
      UNION ALL
      SELECT 'withdrawal ' || id || ' is under way' FROM withdrawals
      WHERE account_id = $1 AND status IN (${listOf(UNDERWAY)})
      UNION ALL
      SELECT 'a balance of $' || to_char(sum(amount) / 100.0, 'FM999999990.00') || ' has not been withdrawn'
      FROM ledger_entries JOIN ledger_transactions ON ledger_transactions.id = transaction_id
      WHERE account_id = $1 AND mode = 'live' AND account IN ('pending', 'frozen', 'available', 'held') HAVING sum(amount) <> 0`,
    values: [accountId],
  });
  return rows.map(({ what }) => what);
}
