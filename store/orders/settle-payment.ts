import type { Mode } from '../../contracts/access';
import { newId } from '../../contracts/ids';
import type { RefundReason } from '../../contracts/orders';
import { reservationMessage } from '../../contracts/workflow-messages';
import { transaction, type Database, type Order, type Queryable } from '../../prisma/client';
import { creditSale } from '../contributors';
import { enqueue } from '../outbox';
import { finaliseSale, release } from './holds';
import { lockOrder } from './order-rows';

/** A payment that the provider says has arrived. */
export interface ArrivedPayment {
  paymentIntentId: string;
  orderId: string;
  sessionId: string;
  mode: Mode;
  total: { amount: number; currency: string };
  /** Address that the payer gave; the order of an anonymous buyer belongs to its account. */
  email: string | null;
}

/** What a payment was good for; the same however often it is asked. */
export type Settlement = { outcome: 'granted' } | { outcome: 'refund'; reason: RefundReason };

/**
 * Decides once what a payment is good for, and does it in the same transaction: grants what was paid for (a credit, or the
 * opportunity for good), or marks the payment to be given back. The row of the order is locked, so that of two payments, or of a
 * payment and the end of the hold, one comes first. Null where there is no such order: the payment is none of ours.
 */
export function settlePayment(db: Database, payment: ArrivedPayment): Promise<Settlement | null> {
  return transaction(db, async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    if (!order) return null;
    const earlier = await settledBefore(tx, payment.paymentIntentId);
    if (earlier) return earlier;

    const reason = refusal(order, payment) ?? (await grant(tx, order, payment));
    await recordPayment(tx, payment, reason);
    if (reason) await moveToRefund(tx, order);
    await enqueue(
      tx,
      `order:${order.id}:settled:${payment.paymentIntentId}`,
      reservationMessage(order, 'orderChanged'),
    );
    return reason ? { outcome: 'refund', reason } : { outcome: 'granted' };
  });
}

async function settledBefore(tx: Queryable, paymentId: string): Promise<Settlement | null> {
  const { rows } = await tx.query<{ outcome: string; reason: RefundReason | null }>({
    name: 'payment-settled',
    text: 'SELECT outcome, reason FROM payments WHERE id = $1',
    values: [paymentId],
  });
  if (!rows[0]) return null;
  return rows[0].reason ? { outcome: 'refund', reason: rows[0].reason } : { outcome: 'granted' };
}

/** Why a payment cannot be taken, as far as the order alone tells. */
function refusal(order: Order, { mode, total, email }: ArrivedPayment): RefundReason | null {
  if (order.status === 'paid' || order.status === 'fulfilled') return 'duplicate';
  const asked = mode === order.mode && total.amount === order.priceAmount && total.currency === order.priceCurrency;
  if (!asked || (order.accountId === null && email === null)) return 'mismatched';
  const open = order.status === 'creating' || order.status === 'pending_payment';
  // The database's clock is the judge of time for the statements; this one only has to agree within a moment.
  return open && order.holdEndsAt > new Date() ? null : 'late';
}

/** Gives the buyer what was paid for; says why not where the opportunity is gone. */
async function grant(tx: Queryable, order: Order, payment: ArrivedPayment): Promise<RefundReason | null> {
  if (order.opportunityId !== null && !(await finaliseSale(tx, order))) return 'opportunity_gone';
  if (order.opportunityId !== null) await creditSale(tx, order);
  const accountId = order.accountId ?? (await accountOf(tx, payment.email!));
  const entitlementId = order.opportunityId === null ? await grantCredit(tx, order, accountId) : null;
  await tx.query({
    name: 'order-fulfil',
    text: `UPDATE orders SET status = 'fulfilled', account_id = $2, entitlement_id = $3, creating_until = NULL,
                  checkout_session_id = $4, updated_at = now() WHERE id = $1`,
    values: [order.id, accountId, entitlementId, payment.sessionId],
  });
  return null;
}

// A dispute may have been opened before the payment was reconciled: then the credit comes frozen.
async function grantCredit(tx: Queryable, order: Order, accountId: string): Promise<string> {
  const id = newId('ent');
  await tx.query({
    name: 'order-grant-credit',
    text: `INSERT INTO entitlements (id, account_id, kind, mode, status, source, source_id, frozen_at)
           VALUES ($1, $2, $3, $4, 'unused', 'order', $5, CASE WHEN $6 THEN now() END)`,
    values: [id, accountId, order.product, order.mode, order.id, order.disputeStatus !== null],
  });
  return id;
}

/** The account of a payer's address, made where there is none: a purchase makes an active one (contract.md, Keys). */
async function accountOf(tx: Queryable, email: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'account-of-payer',
    text: `INSERT INTO accounts (id, email, plan, status) VALUES ($1, $2, 'free', 'active')
           ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id`,
    values: [newId('acc'), email.trim().toLowerCase()],
  });
  return rows[0]!.id;
}

async function recordPayment(tx: Queryable, payment: ArrivedPayment, reason: RefundReason | null): Promise<void> {
  await tx.query({
    name: 'payment-insert',
    text: `INSERT INTO payments (id, order_id, mode, session_id, amount, currency, outcome, reason)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      payment.paymentIntentId,
      payment.orderId,
      payment.mode,
      payment.sessionId,
      payment.total.amount,
      payment.total.currency,
      reason ? 'refund' : 'granted',
      reason,
    ],
  });
}

// An order that was fulfilled stays so: only its second payment goes back.
async function moveToRefund(tx: Queryable, order: Order): Promise<void> {
  await tx.query({
    name: 'order-to-refund',
    text: `UPDATE orders SET status = 'refund_pending', creating_until = NULL, updated_at = now()
           WHERE id = $1 AND status NOT IN ('paid', 'fulfilled')`,
    values: [order.id],
  });
  await release(tx, order);
}
