import type { BalanceMovement } from '../../../base/money';
import type { Queryable } from '../../../prisma/client';
import type { DisputeStatus, PaymentOutcome, RefundObjectStatus, RefundStatus } from '../contract';
import { paymentBalances } from './balances';
import { post, type Entries, type Posting } from './post';

interface EnteredPayment {
  id: string;
  mode: string;
  /** Including tax. */
  amount: number;
  taxAmount: number;
  currency: string;
  outcome: PaymentOutcome;
  refundStatus: RefundStatus | null;
}

interface EnteredRefund {
  id: string;
  paymentId: string;
  amount: number;
  status: RefundObjectStatus;
  /** True if the refund is already in the ledger. */
  entered: boolean;
}

interface EnteredDispute {
  id: string;
  paymentId: string;
  status: DisputeStatus;
  /** Net sum that the dispute took from our balance (negative) or returned to it. */
  moved: number;
  /** Net amount posted as lost so far. `decisions` is the number of those postings. */
  decided: number;
  decisions: number;
}

/**
 * Posts what the ledger still lacks for an order's payments: the sale or the amount to refund, refunds made or failed,
 * and lost disputes. Call it under the order's lock, in every transaction that changes any of these. Idempotent.
 */
export async function postPayments(tx: Queryable, orderId: string): Promise<void> {
  const { rows } = await tx.query<EnteredPayment>({
    name: 'ledger-payments-of-order',
    text: `SELECT id, mode, amount, tax_amount AS "taxAmount", currency, outcome, refund_status AS "refundStatus"
           FROM payments WHERE order_id = $1 ORDER BY created_at, id`,
    values: [orderId],
  });
  const { rows: refunds } = await tx.query<EnteredRefund>({
    name: 'ledger-refunds-of-order',
    text: `SELECT id, payment_id AS "paymentId", amount, status,
                  EXISTS (SELECT 1 FROM ledger_transactions WHERE cause = 'refund:' || refunds.id) AS entered
           FROM refunds WHERE order_id = $1 ORDER BY created_at, id`,
    values: [orderId],
  });
  const { rows: disputes } = await tx.query<EnteredDispute>({
    name: 'ledger-disputes-of-order',
    text: `SELECT id, payment_id AS "paymentId", status, moved, decided, decisions FROM disputes, LATERAL (
             SELECT COALESCE(sum(amount) FILTER (WHERE NOT decision), 0)::float8 AS moved,
                    COALESCE(sum(amount) FILTER (WHERE decision), 0)::float8 AS decided,
                    (count(*) FILTER (WHERE decision))::int AS decisions
             FROM (SELECT line.amount, split_part(cause, ':', 3) = 'decided' AS decision
                   FROM ledger_transactions JOIN ledger_entries AS line ON transaction_id = ledger_transactions.id
                   WHERE payment_id = disputes.payment_id AND line.account = 'disputed'
                     AND split_part(cause, ':', 2) = disputes.id) AS entered) AS books
           WHERE order_id = $1 ORDER BY opened_at, id`,
    values: [orderId],
  });
  for (const payment of rows) {
    await enterArrival(tx, payment);
    for (const refund of refunds) if (refund.paymentId === payment.id) await enterRefund(tx, payment, refund);
    for (const dispute of disputes) if (dispute.paymentId === payment.id) await enterVerdict(tx, payment, dispute);
    await enterDecision(tx, payment);
  }
}

async function enterArrival(tx: Queryable, payment: EnteredPayment): Promise<void> {
  const { id, amount, outcome } = payment;
  const arrived = { provider: -amount, ...(outcome === 'granted' ? saleOf(payment) : { returns: amount }) };
  const first = await post(tx, about(payment, `payment:${id}`), arrived);
  if (first || outcome === 'granted') return;
  // This granted payment is refunded after all, so we owe what is left of the sale.
  const { sales, tax } = await paymentBalances(tx, id);
  await post(tx, about(payment, `payment:${id}:taken-back`), { sales: -sales, tax: -tax, returns: sales + tax });
}

// A manual partial refund of a granted payment reduces the sale and, in proportion, its tax. Other refunds reduce what
// we owe.
async function enterRefund(tx: Queryable, payment: EnteredPayment, refund: EnteredRefund): Promise<void> {
  const cause = `refund:${refund.id}`;
  const { amount, status, entered } = refund;
  // The provider takes the money when a refund begins, not when it reaches the payer.
  if (status !== 'failed' && !entered)
    await post(tx, about(payment, cause), { provider: amount, ...(await gone(tx, payment, amount)) });
  if (status === 'failed' && entered)
    await post(tx, about(payment, `${cause}:failed`), { provider: -amount, ...(await gone(tx, payment, -amount)) });
}

// Posts a verdict: a lost dispute reduces the sale or the amount owed; a dispute won late restores it.
async function enterVerdict(tx: Queryable, payment: EnteredPayment, dispute: EnteredDispute): Promise<void> {
  const { id, status, moved, decided, decisions } = dispute;
  const lost = (status === 'lost' ? -moved : 0) - decided;
  if (lost === 0) return;
  const cause = `dispute:${id}:decided:${decisions + 1}`;
  await post(tx, about(payment, cause), { disputed: lost, ...(await gone(tx, payment, lost)) });
}

const saleOf = ({ amount, taxAmount }: EnteredPayment) => ({ sales: amount - taxAmount, tax: taxAmount });

/**
 * Entries for an amount that left a payment, or came back if negative. They reduce what is owed, or the sale and its
 * tax. Tax leaves in proportion to the remaining amount, and comes back in proportion to the missing amount. Rounding
 * therefore leaves no remainder once everything has left or come back.
 */
async function gone(tx: Queryable, payment: EnteredPayment, amount: number): Promise<Entries> {
  if (payment.outcome !== 'granted') return { returns: -amount };
  const whole = saleOf(payment);
  if (whole.tax === 0) return { sales: -amount };
  const left = await paymentBalances(tx, payment.id);
  const from = amount > 0 ? left : { sales: whole.sales - left.sales, tax: whole.tax - left.tax };
  const base = from.sales + from.tax;
  // If the amount exceeds what remains, it is split as if nothing had left before.
  const { tax, total } =
    base >= Math.abs(amount) ? { tax: from.tax, total: base } : { tax: whole.tax, total: payment.amount };
  const part = Math.round((amount * tax) / total);
  return { sales: part - amount, tax: -part };
}

// Posts an operator's decision about money still owed: it was returned outside the provider, or we keep it.
async function enterDecision(tx: Queryable, payment: EnteredPayment): Promise<void> {
  const { id, refundStatus } = payment;
  if (refundStatus !== 'returned_by_hand' && refundStatus !== 'waived') return;
  const { returns } = await paymentBalances(tx, id);
  if (returns === 0) return;
  const entries = { returns: -returns, platform: returns };
  // The decision also covers refunds that fail later, each with its own numbered cause.
  for (let n = 1; ; n++) {
    const cause = `payment:${id}:settled${n === 1 ? '' : `:${n}`}`;
    if (await post(tx, about(payment, cause), entries)) return;
  }
}

function about({ id, mode, currency }: EnteredPayment, cause: string): Posting {
  return { cause, mode, currency, paymentId: id };
}

/**
 * Posts, once, a fee that the provider deducted from a payment or from our balance. Fees are in the currency of our
 * balance.
 */
export async function postFee(
  tx: Queryable,
  of: { mode: string; paymentId?: string },
  { id, fee, currency }: Pick<BalanceMovement, 'id' | 'fee' | 'currency'>,
): Promise<void> {
  await post(tx, { cause: `fee:${id}`, ...of, currency }, { provider: fee, fees: -fee });
}
