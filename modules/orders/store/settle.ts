import type { Mode } from '../../../base/access';
import type { BalanceMovement } from '../../../base/money';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { USABLE_ACCOUNT } from '../../accounts/rules';
import { insertAccount } from '../../accounts/store/accounts';
import { grantBought } from '../../entitlements/store/grant';
import { DEFAULT_SHARE_MATURITY_MS, type RefundReason } from '../../ledger/contract';
import { postFee, postPayments } from '../../ledger/store/payments';
import { creditSale } from '../../ledger/store/shares';
import { finalizeSale, release } from '../../opportunities/store/holds';
import { enqueue } from '../../outbox/store/outbox';
import { reservationMessage } from '../messages';
import { ORDER } from '../rules';
import { isWarned } from './fraud-warnings';
import { moveOrder } from './move';
import { lockOrder, type Order } from './orders';
import { followPayment, notifyPayer, recordInvoice, invoiceValues, type PaymentInvoice } from './payments';

/** A payment that arrived, as read from the provider. */
export interface ArrivedPayment {
  paymentId: string;
  orderId: string;
  sessionId: string;
  mode: Mode;
  /** Time of the payment by the provider's clock; null until the provider reports it. */
  paidAt: Date | null;
  /** Including tax, in minor units. */
  total: { amount: number; currency: string };
  /** Price excluding any tax added on top, in minor units. */
  subtotal: number;
  tax: number;
  /** Null if there is no invoice, or if the provider has not created it yet; see {@link recordInvoice}. */
  invoice: PaymentInvoice | null;
  /** Payer's email address. It determines the account for an order by an anonymous buyer. */
  email: string | null;
  /** Balance movement of the payment, including the fee, once the provider reports it. */
  arrival?: BalanceMovement | null;
}

export interface SettlementTerms {
  /** Time from a sale until the contributor can withdraw their share. */
  shareMaturityMs: number;
}

export type Settlement = { outcome: 'granted' } | { outcome: 'refund'; reason: RefundReason };

/**
 * Settles a payment once, in one transaction: grants the product (credits, or the opportunity permanently) or marks
 * the payment for a refund. Locks the order's row, so that a second payment or the end of the hold waits. Returns null
 * for an unknown order, because the payment is then not ours.
 */
export function settlePayment(
  db: Database,
  payment: ArrivedPayment,
  terms: SettlementTerms = { shareMaturityMs: DEFAULT_SHARE_MATURITY_MS },
): Promise<Settlement | null> {
  return transaction(db, async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    if (!order) return null;
    if (payment.arrival) await postFee(tx, { mode: payment.mode, paymentId: payment.paymentId }, payment.arrival);
    const earlier = await settledBefore(tx, payment.paymentId);
    if (earlier) {
      if (payment.invoice) await recordInvoice(tx, payment.paymentId, payment.invoice);
      return earlier;
    }

    // A bank's fraud warning can reach us before the payment does.
    const warned = async () => ((await isWarned(tx, payment.paymentId)) ? 'fraud_warning' : null);
    const reason = refusal(order, payment) ?? (await warned()) ?? (await grant(tx, order, payment, terms));
    await recordPayment(tx, payment, reason);
    if (reason) await moveToRefund(tx, order);
    // A dispute may have been recorded before its payment was settled.
    else await followPayment(tx, order.id);
    if (!reason) await notifyPayer(tx, payment.paymentId, 'granted');
    await postPayments(tx, order.id);
    await enqueue(tx, `order:${order.id}:settled:${payment.paymentId}`, reservationMessage(order, 'orderChanged'));
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

/** Reason to refund the payment that follows from the order alone; null if there is no such reason. */
function refusal(order: Order, payment: ArrivedPayment): RefundReason | null {
  if (order.status === 'fulfilled') return 'duplicate';
  const { mode, total, email } = payment;
  const asked = mode === order.mode && total.currency === order.priceCurrency && isPrice(order, payment);
  if (!asked || (order.accountId === null && email === null)) return 'mismatched';
  return ORDER.canMove(order.status, 'fulfilled') ? null : 'late';
}

// Tax is either part of our price or added to it.
function isPrice({ priceAmount }: Order, { total, subtotal, tax }: ArrivedPayment): boolean {
  return total.amount === priceAmount || (subtotal === priceAmount && total.amount === priceAmount + tax);
}

/** Grants the product to the buyer, or returns why we must refund the payment instead. */
async function grant(
  tx: Queryable,
  order: Order,
  payment: ArrivedPayment,
  { shareMaturityMs: maturityMs }: SettlementTerms,
): Promise<RefundReason | null> {
  const accountId = order.accountId ?? (await accountOf(tx, payment.email!));
  if (!(await isOpen(tx, accountId))) return 'account_suspended';
  if (order.opportunityId !== null) {
    if (!(await isInTime(tx, order, payment))) return 'late';
    if (!(await finalizeSale(tx, order))) return 'opportunity_gone';
    const netAmount = payment.total.amount - payment.tax;
    await creditSale(tx, order, { netAmount, buyerId: accountId, payerEmail: payment.email, maturityMs });
  }
  const entitlementId = await grantCredits(tx, order, accountId);
  await moveOrder(tx, order.id, 'fulfilled', { accountId, entitlementId, checkoutSessionId: payment.sessionId });
  return null;
}

/**
 * True if the opportunity was still held when the payment was made. We use the time of the payment so that our outages
 * do not make it late, and the database's clock until that time is known. Payments for credits are never late, because
 * credits are not exclusive.
 */
async function isInTime(tx: Queryable, { id }: Order, { paidAt }: ArrivedPayment): Promise<boolean> {
  const { rows } = await tx.query<{ inTime: boolean }>({
    name: 'payment-in-time',
    text: `SELECT coalesce($2::timestamptz, now()) < hold_ends_at AS "inTime" FROM orders WHERE id = $1`,
    values: [id, paidAt],
  });
  return rows[0]!.inTime;
}

async function grantCredits(tx: Queryable, { id, product, mode, quantity }: Order, accountId: string) {
  if (product === 'opportunity') return null;
  return grantBought(tx, { accountId, kind: product, mode, orderId: id, quantity });
}

/** Account of a payer's email address, created as active if missing (docs/interface/accounts.md#keys-and-accounts). */
async function accountOf(tx: Queryable, email: string): Promise<string> {
  return (await insertAccount(tx, { email, plan: 'free', status: 'active' })).id;
}

// The account needs no lock. A payment that races with a suspension counts as made earlier, and open payments block an
// erasure.
async function isOpen(tx: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await tx.query<{ open: boolean }>({
    name: 'payment-account-open',
    text: `SELECT status IN (${listOf(USABLE_ACCOUNT)}) AS open FROM accounts WHERE id = $1`,
    values: [accountId],
  });
  return rows[0]!.open;
}

async function recordPayment(tx: Queryable, payment: ArrivedPayment, reason: RefundReason | null): Promise<void> {
  await tx.query({
    name: 'payment-insert',
    text: `INSERT INTO payments (id, order_id, mode, session_id, amount, tax_amount, currency, outcome, reason,
                                 arrived_at, invoice_id, invoice_number, invoice_url, invoice_pdf_url)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      payment.paymentId,
      payment.orderId,
      payment.mode,
      payment.sessionId,
      payment.total.amount,
      payment.tax,
      payment.total.currency,
      reason ? 'refund' : 'granted',
      reason,
      payment.paidAt,
      ...invoiceValues(payment.invoice),
    ],
  });
}

// A fulfilled order stays fulfilled, because we refund only its second payment.
async function moveToRefund(tx: Queryable, order: Order): Promise<void> {
  if (order.status !== 'fulfilled') await moveOrder(tx, order.id, 'refund_pending');
  await release(tx, order);
}
