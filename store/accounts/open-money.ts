import { OPEN_ORDER } from '../../domain/orders';
import { UNDERWAY } from '../../domain/withdrawals';
import { formatMoney } from '../../platform/wording';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { openBalances, type OpenBalance } from '../ledger/open-balances';
import { ON_OFFER } from '../opportunities/withdraw-offers';

/**
 * Describes an account's unsettled money in sentences for a person; while there is any, the account cannot be erased.
 * Each balance counts by itself. What somebody is buying from a contributor is theirs to wait for: its share would be
 * nobody's.
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
      SELECT 'somebody may buy opportunity ' || opportunities.id || ' until '
             || to_char(max(hold_ends_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
      FROM opportunities JOIN orders ON orders.opportunity_id = opportunities.id
      WHERE contributor_account_id = $1 AND opportunities.status IN (${listOf(ON_OFFER)})
        AND orders.status IN (${listOf(OPEN_ORDER)})
      GROUP BY opportunities.id
      UNION ALL
      SELECT 'withdrawal ' || id || ' is under way' FROM withdrawals
      WHERE account_id = $1 AND status IN (${listOf(UNDERWAY)})`,
    values: [accountId],
  });
  const balances = await openBalances(tx, accountId, 'live');
  return [...rows.map(({ what }) => what), ...balances.map(inWords)];
}

function inWords({ account, amount, currency }: OpenBalance): string {
  const money = formatMoney({ amount: Math.abs(amount), currency });
  if (amount < 0) return `a balance of ${money} is owed to us`;
  return `a balance of ${money} ${WORDS[account]}`;
}

const WORDS: Record<OpenBalance['account'], string> = {
  pending: 'can be withdrawn once it has matured',
  frozen: 'is disputed',
  available: 'has not been withdrawn',
  held: 'is being withdrawn',
};
