import type { BackgroundMail } from '../../../base/workflow-messages';
import { transaction, type Queryable, type Database } from '../../../prisma/client';
import { freeze, reinstate, revoke } from '../../entitlements/store/credits';
import type { RefundReason, PaymentOutcome } from '../../ledger/contract';
import type { PaymentState } from '../../ledger/rules';
import { postPayments } from '../../ledger/store/payments';
import { followShare } from '../../ledger/store/shares';
import { requestMail } from '../../mail/store/mails';
import { release } from '../../opportunities/store/holds';
import { enqueue } from '../../outbox/store/outbox';
import { reservationMessage } from '../messages';
import { PAYMENT } from '../rules';
import { moveOrder } from './move';
import { lockOrder, type Payment } from './orders';

/** How each state of a payment changes the order's unused credits. */
const CREDIT_VERB = { good: reinstate, disputed: freeze, gone: revoke };

/** State of the payment that fulfilled an order; `gone` if no payment is granted. Call it under the order's lock. */
export async function paymentStateOf(tx: Queryable, orderId: string): Promise<PaymentState> {
  const { rows } = await tx.query<{ granted: boolean; open: boolean; lost: boolean }>({
    name: 'payment-state',
    text: `SELECT count(*) > 0 AS granted,
                  COALESCE(bool_or(disputes.status = 'open'), false) AS open,
                  COALESCE(bool_or(disputes.status = 'lost'), false) AS lost
           FROM payments LEFT JOIN disputes ON disputes.payment_id = payments.id
           WHERE payments.order_id = $1 AND payments.outcome = 'granted'`,
    values: [orderId],
  });
  const { granted, open, lost } = rows[0]!;
  if (!granted || lost) return 'gone';
  return open ? 'disputed' : 'good';
}

/**
 * Adjusts what an order granted to the state of its payment: the contributor's share, and every unused credit that
 * stems from this order. Call it in a transaction, under the order's lock. The state is derived from payments and
 * disputes, so repeated or reordered events do not matter. Access to a dossier is checked when the dossier is read.
 */
export async function followPayment(tx: Queryable, orderId: string): Promise<void> {
  const paymentState = await paymentStateOf(tx, orderId);
  await CREDIT_VERB[paymentState](tx, orderId);
  await followShare(tx, orderId, paymentState);
}

/**
 * Reverses the grant of a payment, once, in the caller's transaction: adjusts credits and share ({@link
 * followPayment}), ends access to the dossier, and marks the payment for a refund. The opportunity stays sold, since
 * the buyer may have read the dossier. Returns false if the payment was not granted.
 */
export async function takeBack(
  tx: Queryable,
  { id, orderId }: Pick<Payment, 'id' | 'orderId'>,
  reason: Extract<RefundReason, 'returned' | 'fraud_warning'> = 'returned',
): Promise<boolean> {
  await lockOrder(tx, orderId);
  const { rowCount } = await tx.query({
    name: 'payment-take-back',
    text: `UPDATE payments SET outcome = $2, reason = $4, updated_at = now()
           WHERE id = $1 AND outcome = ANY($3)`,
    values: [id, 'refund', PAYMENT.before('refund'), reason],
  });
  if (rowCount === 0) return false;
  await moveOrder(tx, orderId, 'refund_pending');
  await followPayment(tx, orderId);
  await postPayments(tx, orderId);
  return true;
}

/**
 * Ends an order whose payment was refused by the bank, and releases its hold at once, because its checkout is complete
 * and can no longer be paid. Emails the buyer, who may have left the checkout days ago. Does nothing if the order was
 * paid or has ended.
 */
export async function failPayment(db: Database, orderId: string, checkoutSessionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const order = await moveOrder(tx, orderId, 'failed', {}, { from: 'pending_payment', checkoutSessionId });
    if (!order) return;
    await release(tx, order);
    await enqueue(tx, `order:${orderId}:failed`, reservationMessage(order, 'orderChanged'));
    await requestMail(tx, { mail: 'payment_failed', id: orderId });
  });
}

const NOTICES = { granted: 'payment_receipt', refund: 'payment_refund' } as const satisfies Record<
  PaymentOutcome,
  BackgroundMail
>;

/** Emails the payer once about each outcome of a payment, in the transaction that decides the outcome. */
export async function notifyPayer(tx: Queryable, paymentId: string, outcome: PaymentOutcome): Promise<void> {
  await requestMail(tx, { mail: NOTICES[outcome], id: paymentId });
}

export interface PaymentInvoice {
  id: string;
  number: string;
  url: string | null;
  pdfUrl: string | null;
}

/** Records an invoice that was not known when its payment was settled. Does not overwrite an earlier invoice. */
export async function recordInvoice(tx: Queryable, paymentId: string, invoice: PaymentInvoice): Promise<void> {
  await tx.query({
    name: 'payment-invoice',
    text: `UPDATE payments SET invoice_id = $2, invoice_number = $3, invoice_url = $4, invoice_pdf_url = $5,
                  updated_at = now()
           WHERE id = $1 AND invoice_id IS NULL`,
    values: [paymentId, ...invoiceValues(invoice)],
  });
}

export function invoiceValues(invoice: PaymentInvoice | null): (string | null)[] {
  return [invoice?.id ?? null, invoice?.number ?? null, invoice?.url ?? null, invoice?.pdfUrl ?? null];
}
