import { Failure } from '../../../base/failures';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { SETTLED_AS, type SettleOutcome } from '../../ledger/contract';
import { isDisputed } from '../../ledger/rules';
import { paymentBalances } from '../../ledger/store/balances';
import { isLostUnseen } from '../../ledger/store/disputes';
import { postPayments } from '../../ledger/store/payments';
import { refuseErased, undoSale } from '../../opportunities/store/holds';
import { recordAudit } from '../../outbox/store/audit';
import { enqueue } from '../../outbox/store/outbox';
import type { OrderState } from '../contract';
import { paymentMessage } from '../messages';
import { lockOrder, readDisputes, readPayments, type Dispute, type Order, type Payment } from './orders';
import { notifyPayer, paymentStateOf, takeBack } from './payments';
import { updateOrderByRefunds } from './refunds';

/** An order after an operator's decision, and the payments that the decision is about. */
export interface Decided {
  orderId: string;
  status: OrderState;
  payments: { id: string; amount: number; currency: string }[];
}

/**
 * Requests a refund of the remaining amount of an order's payments, or of one payment. Revokes what the payment
 * granted, and retries a failed refund. The payment workflow makes the refund. Idempotent while the refund is under
 * way.
 * @throws Failure `not_found` for an unknown order or payment, if there is nothing left to refund, or if a dispute is
 * open
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
    if (asked.length === 0) throw refusal(`Nothing is left to refund from ${paymentId ?? `order ${orderId}`}.`);
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
    throw refusal(`Payment ${id} is disputed. Answer the dispute at the provider; refund it once you have won.`);
  if (outcome === 'granted') await takeBack(tx, payment);
  else await attemptAgain(tx, id);
  return 'changed';
}

// True if refunds and a lost dispute took the whole payment, or if we cannot see how much the dispute took.
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

/** Signals the payment workflow to refund these payments, once per attempt. */
async function signalRefund(tx: Queryable, order: Pick<Order, 'id' | 'mode'>, payments: Payment[]): Promise<void> {
  const attempts = payments.map(({ id, outcome, refundAttempt }) => `${id}:${outcome}:${refundAttempt}`).join(',');
  await enqueue(tx, `payment:${order.id}:refund-asked:${attempts}`, paymentMessage(order, { about: 'refund' }));
}

/**
 * Settles an order's failed refunds the way an operator decided: the money was `returned` by other means, or is `kept`.
 * Later reports from the provider do not change that.
 * @throws Failure `not_found` for an unknown order, or if none of its refunds has failed
 */
export function settleRefunds(db: Database, orderId: string, outcome: SettleOutcome): Promise<Decided> {
  return transaction(db, async (tx) => {
    const order = await requireOrder(tx, orderId);
    const failed = (await readPayments(tx, orderId)).filter(({ refundStatus }) => refundStatus === 'failed');
    if (failed.length === 0) throw refusal(`No refund of order ${orderId} has failed, so there is nothing to settle.`);
    for (const { id } of failed) {
      await tx.query({
        name: 'payment-settle-return',
        text: `UPDATE payments SET refund_status = $2, updated_at = now() WHERE id = $1 AND refund_status = 'failed'`,
        values: [id, SETTLED_AS[outcome]],
      });
      if (outcome === 'returned') await notifyPayer(tx, id, 'refund');
    }
    await postPayments(tx, orderId);
    await updateOrderByRefunds(tx, orderId);
    const decided = await decidedOf(tx, orderId, failed);
    await recordAudit(tx, {
      action: 'order.settled',
      accountId: order.accountId,
      subject: orderId,
      before: { status: order.status },
      after: { status: decided.status, outcome },
    });
    return decided;
  });
}

/**
 * Offers a sold opportunity again after a refund or a lost dispute returned the payment to the buyer. If we win the
 * dispute after all, the buyer gets the money back instead of the opportunity.
 * @throws Failure `not_found` if the opportunity is unknown or not sold, or if we still have the payment @throws
 * Failure `invalid_request` if the contributor is erased
 */
export function offerAgain(db: Database, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const sold = await readSale(tx, id);
    const order = sold && (await lockOrder(tx, sold.orderId));
    if (!sold || !order) throw refusal(`Opportunity ${id} is not sold.`);
    if (sold.contributorId !== null) await refuseErased(tx, sold.contributorId);
    await returnSale(tx, order);
    const offered = await undoSale(tx, id, order.id);
    if (!offered) throw refusal(`Opportunity ${id} is not sold.`);
    const change = { before: { status: 'sold' }, after: { status: 'available' } };
    await recordAudit(tx, { action: 'opportunity.offered', accountId: offered.accountId, subject: id, ...change });
  });
}

// After a lost dispute, the payment counts as granted until somebody decides that the sale is over.
async function returnSale(tx: Queryable, order: Order): Promise<void> {
  if (order.status === 'refunded') return;
  if (order.status !== 'fulfilled' || (await paymentStateOf(tx, order.id)) !== 'gone')
    throw refusal(`The payment of order ${order.id} is still with us (${order.status}). Refund it first.`);
  const granted = (await readPayments(tx, order.id)).filter(({ outcome }) => outcome === 'granted');
  for (const payment of granted) await takeBack(tx, payment);
  await signalRefund(tx, order, granted);
}

interface Sale {
  orderId: string;
  contributorId: string | null;
}

async function readSale(tx: Queryable, id: string): Promise<Sale | null> {
  const { rows } = await tx.query<Sale>({
    name: 'opportunity-sale',
    text: `SELECT sold_to AS "orderId", contributor_account_id AS "contributorId"
           FROM opportunities WHERE id = $1 AND sold_to IS NOT NULL`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Locks an order. @throws Failure `not_found` */
async function requireOrder(tx: Queryable, orderId: string): Promise<Order> {
  return (await lockOrder(tx, orderId)) ?? Promise.reject(refusal(`No order ${orderId}.`));
}

async function decidedOf(tx: Queryable, orderId: string, payments: Payment[]): Promise<Decided> {
  const { status } = await requireOrder(tx, orderId);
  return { orderId, status, payments: payments.map(({ id, amount, currency }) => ({ id, amount, currency })) };
}

function refusal(detail: string): Failure {
  return new Failure('not_found', { detail });
}
