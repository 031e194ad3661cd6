import type { BalanceMovement } from '../../contracts/money';
import type { DisputeStatus } from '../../contracts/payment-words';
import type { Queryable } from '../../prisma/client';
import { post } from './post';

/** Payment that a movement of our balance at the provider is about. */
interface MovedPayment {
  mode: string;
  paymentId: string;
}

/**
 * Enters what the provider kept of a movement, once: of a payment, or of our account itself. Fees are in the currency of
 * our balance there.
 */
export async function enterFee(
  tx: Queryable,
  of: Pick<MovedPayment, 'mode'> & Partial<MovedPayment>,
  { id, fee, currency }: Pick<BalanceMovement, 'id' | 'fee' | 'currency'>,
): Promise<void> {
  await post(tx, { cause: `fee:${id}`, ...of, currency }, { provider: fee, fees: -fee });
}

/** A dispute as its movements are entered. */
interface MovedDispute extends MovedPayment {
  disputeId: string;
  orderId: string;
  status: DisputeStatus;
  amount: number;
  currency: string;
}

/**
 * Enters the money that a dispute took from our balance or brought back, each movement once, in the currency of its
 * payment, and its fee. A balance in another currency moves by a converted amount: then the dispute's own amount is
 * entered, and of what comes back the same part; a dispute in a third currency counts as one over the whole payment.
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
  // Rates change until money comes back: a dispute that is won brings back what it took.
  const part = (amount: number) =>
    dispute.status === 'lost' && amount > 0 ? Math.min(1, amount / taken) : Math.sign(amount);
  for (const movement of movements) {
    const same = movement.currency === paid.currency;
    const amount = same ? movement.amount : Math.round(part(movement.amount) * whole);
    const posting = { cause: `dispute:${disputeId}:${movement.id}`, mode, paymentId, currency: paid.currency };
    await post(tx, posting, { provider: -amount, disputed: amount });
    await enterFee(tx, { mode, paymentId }, movement);
  }
}

// A payment that is not settled yet is in the currency of its order.
async function paidMoney(tx: Queryable, { orderId, paymentId }: MovedDispute) {
  const { rows } = await tx.query<{ amount: number; currency: string }>({
    name: 'dispute-paid-money',
    text: `SELECT COALESCE(payments.amount, price_amount) AS amount, COALESCE(currency, price_currency) AS currency
           FROM orders LEFT JOIN payments ON payments.id = $2 WHERE orders.id = $1`,
    values: [orderId, paymentId],
  });
  return rows[0]!;
}
