import type { BalanceMovement } from '../../../base/money';
import type { Queryable } from '../../../prisma/client';
import type { DisputeStatus } from '../contract';
import { UNDECIDED } from '../rules';
import { postFee } from './payments';
import { post } from './post';

interface MovedDispute {
  mode: string;
  paymentId: string;
  disputeId: string;
  orderId: string;
  status: DisputeStatus;
  amount: number;
  currency: string;
}

/**
 * Posts the money that a dispute took from our balance or returned to it, in the payment's currency, and the dispute's
 * fees. Posts each movement once. If our balance is in another currency, we post the dispute's own amount, and for
 * returned money the same proportion of that amount. A dispute that is not in the payment's currency counts as a
 * dispute over the whole payment.
 */
export async function enterDisputeMovements(
  tx: Queryable,
  dispute: MovedDispute,
  movements: readonly BalanceMovement[],
): Promise<void> {
  const { disputeId, mode, paymentId } = dispute;
  const paid = await paidMoney(tx, dispute);
  const whole = dispute.currency === paid.currency ? dispute.amount : paid.amount;
  const taken = Math.abs(movements.find(({ amount }) => amount < 0)?.amount ?? whole);
  // Exchange rates change during a dispute. A won dispute is therefore posted as returning exactly what it took.
  const part = (amount: number) =>
    dispute.status === 'lost' && amount > 0 ? Math.min(1, amount / taken) : Math.sign(amount);
  for (const movement of movements) {
    const same = movement.currency === paid.currency;
    const amount = same ? movement.amount : Math.round(part(movement.amount) * whole);
    const posting = { cause: `dispute:${disputeId}:${movement.id}`, mode, paymentId, currency: paid.currency };
    await post(tx, posting, { provider: -amount, disputed: amount });
    await postFee(tx, { mode, paymentId }, movement);
  }
}

// Falls back to the order's price until the payment is settled.
async function paidMoney(tx: Queryable, { orderId, paymentId }: MovedDispute) {
  const { rows } = await tx.query<{ amount: number; currency: string }>({
    name: 'dispute-paid-money',
    text: `SELECT COALESCE(payments.amount, price_amount) AS amount, COALESCE(currency, price_currency) AS currency
           FROM orders LEFT JOIN payments ON payments.id = $2 WHERE orders.id = $1`,
    values: [orderId, paymentId],
  });
  return rows[0]!;
}

/**
 * True if the payment lost a dispute for which the ledger shows no movement. An operator must find out whether the
 * payer received the money.
 */
export async function isLostUnseen(tx: Queryable, paymentId: string): Promise<boolean> {
  const { rows } = await tx.query<{ unseen: boolean }>({
    name: 'ledger-lost-unseen',
    text: `SELECT EXISTS (SELECT 1 FROM disputes WHERE payment_id = $1 AND status = 'lost' AND NOT EXISTS (
             SELECT 1 FROM ledger_transactions AS entered
             WHERE entered.payment_id = $1 AND split_part(cause, ':', 1) = 'dispute'
               AND split_part(cause, ':', 2) = disputes.id)) AS unseen`,
    values: [paymentId],
  });
  return rows[0]!.unseen;
}

/**
 * Finds closed disputes among `disputeIds` that still have money in the ledger account `disputed`. `amount` is what
 * did not come back, in minor units. It is negative if too much came back. Omits disputes whose payment is not settled.
 */
export async function disputesWithMoneyLeft(
  db: Queryable,
  disputeIds: readonly string[],
): Promise<{ id: string; amount: number; currency: string }[]> {
  const { rows } = await db.query<{ id: string; amount: number; currency: string }>({
    name: 'ledger-disputes-left',
    text: `SELECT disputes.id, sum(-line.amount)::float8 AS amount, entered.currency
           FROM disputes JOIN payments ON payments.id = payment_id
             JOIN ledger_transactions AS entered ON entered.payment_id = payments.id
               AND split_part(cause, ':', 1) = 'dispute' AND split_part(cause, ':', 2) = disputes.id
             JOIN ledger_entries AS line ON line.transaction_id = entered.id AND line.account = 'disputed'
           WHERE disputes.id = ANY($1) AND NOT disputes.status = ANY($2)
           GROUP BY disputes.id, entered.currency HAVING sum(line.amount) <> 0`,
    values: [disputeIds, UNDECIDED],
  });
  return rows;
}
