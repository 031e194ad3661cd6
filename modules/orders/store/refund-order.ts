import { Failure } from '../../../base/failures';
import { isOneOf } from '../../../base/machine';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { isDisputed } from '../../ledger/rules';
import { paymentBalances } from '../../ledger/store/balances';
import { isLostUnseen } from '../../ledger/store/payments';
import { recordAudit } from '../../outbox/store/audit';
import { enqueue } from '../../outbox/store/outbox';
import type { OrderState } from '../contract';
import { paymentMessage } from '../messages';
import { REFUND_STATES, stateOfRefunds } from '../rules';
import { moveOrder } from './move';
import { lockOrder, readDisputes, readPayments, type Dispute, type Order, type Payment } from './orders';
import { takeBack } from './payments';

/** An order after an operator's decision, and the payments that it is about. */
export interface Decided {
  orderId: string;
  status: OrderState;
  payments: { id: string; amount: number; currency: string }[];
}

/**
 * Returns what is left of an order's payments, or of one of them: a granted one loses its grant, a refund that failed is
 * attempted again. The payment workflow makes the refund. Idempotent while it is under way.
 *
 * @throws Failure `not_found` for an unknown order or payment, or where nothing is left to return or a dispute is open
 */
export function refundOrder(db: Database, orderId: string, paymentId?: string): Promise<Decided> {
  return transaction(db, async (tx) => {
    const order = await requireOrder(tx, orderId);
    const payments = (await readPayments(tx, orderId)).filter(({ id }) => paymentId === undefined || id === paymentId);
    const disputes = await readDisputes(tx, orderId);
    const asked: Payment[] = [];
    let changed = false;
    for (const payment of payments) {
      const begun = await beginReturn(tx, payment, disputes);
      if (begun !== 'nothing') asked.push(payment);
      if (begun === 'changed') changed = true;
    }
    if (asked.length === 0) throw refusal(`Nothing of ${paymentId ?? `order ${orderId}`} is left to return.`);
    await updateOrderByRefunds(tx, orderId);
    const decided = await decidedOf(tx, orderId, asked);
    if (!changed) return decided;
    await signalRefund(tx, order, asked);
    const amount = asked.reduce((sum, payment) => sum + payment.amount, 0);
    await recordAudit(tx, {
      action: 'order.refunded',
      accountId: order.accountId,
      subject: orderId,
      before: { status: order.status },
      after: { status: decided.status, amount, currency: asked[0]!.currency },
    });
    return decided;
  });
}

async function beginReturn(
  tx: Queryable,
  payment: Payment,
  disputes: Dispute[],
): Promise<'changed' | 'under way' | 'nothing'> {
  const { id, outcome, refundStatus } = payment;
  if (outcome === 'refund' && (refundStatus === null || refundStatus === 'pending')) return 'under way';
  if (outcome === 'refund' && refundStatus !== 'failed') return 'nothing';
  if (await isGone(tx, payment)) return 'nothing';
  if (isDisputed(disputes, id))
    throw refusal(`Payment ${id} is disputed: answer the dispute at the provider. It can be refunded once it is won.`);
  if (outcome === 'granted') await takeBack(tx, payment);
  else await attemptAgain(tx, id);
  return 'changed';
}

// A lost dispute took all that refunds left, or we cannot see what it took.
async function isGone(tx: Queryable, { id }: Payment): Promise<boolean> {
  const { sales, tax, returns } = await paymentBalances(tx, id);
  return sales + tax + returns <= 0 || (await isLostUnseen(tx, id));
}

async function attemptAgain(tx: Queryable, paymentId: string): Promise<void> {
  await tx.query({
    name: 'payment-refund-again',
    text: `UPDATE payments SET refund_status = NULL, refund_failure = NULL, refund_attempt = refund_attempt + 1,
                  updated_at = now()
           WHERE id = $1 AND refund_status = 'failed'`,
    values: [paymentId],
  });
}

/** Has the payment workflow check payments that are to be returned, once for each attempt. */
export async function signalRefund(
  tx: Queryable,
  order: Pick<Order, 'id' | 'mode'>,
  payments: Payment[],
): Promise<void> {
  const attempts = payments.map(({ id, outcome, refundAttempt }) => `${id}:${outcome}:${refundAttempt}`).join(',');
  await enqueue(tx, `payment:${order.id}:refund-asked:${attempts}`, paymentMessage(order, { about: 'refund' }));
}

/** Locks an order. @throws Failure `not_found` */
export async function requireOrder(tx: Queryable, orderId: string): Promise<Order> {
  return (await lockOrder(tx, orderId)) ?? Promise.reject(refusal(`No order ${orderId}.`));
}

/** An order as it is after a decision about these payments. */
export async function decidedOf(tx: Queryable, orderId: string, payments: Payment[]): Promise<Decided> {
  const { status } = await requireOrder(tx, orderId);
  return { orderId, status, payments: payments.map(({ id, amount, currency }) => ({ id, amount, currency })) };
}

/** Failure of a decision for which there is nothing to decide. */
export function refusal(detail: string): Failure {
  return new Failure('not_found', { detail });
}

/**
 * Moves an order to the state that follows from all of its payments, so that order and repetition of events do not
 * matter. A fulfilled order stays fulfilled while its second payment is refunded.
 */
export async function updateOrderByRefunds(tx: Queryable, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order || !isOneOf(REFUND_STATES, order.status)) return;
  const returned = (await readPayments(tx, orderId)).filter(({ outcome }) => outcome === 'refund');
  await moveOrder(tx, orderId, stateOfRefunds(returned.map(({ refundStatus }) => refundStatus)));
}
