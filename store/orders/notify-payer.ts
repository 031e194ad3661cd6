import type { PaymentOutcome } from '../../contracts/payment-words';
import type { BackgroundMail } from '../../contracts/workflow-messages';
import type { Queryable } from '../../prisma/client';
import { requestMail } from '../mail/request-mail';

/** Mail to the payer about each outcome of a payment. */
const NOTICES = { granted: 'payment_receipt', refund: 'payment_refund' } as const satisfies Record<
  PaymentOutcome,
  BackgroundMail
>;

/** Mails the payer about the outcome of a payment, once for each, in the transaction that decides it. */
export async function notifyPayer(tx: Queryable, paymentId: string, outcome: PaymentOutcome): Promise<void> {
  await requestMail(tx, { mail: NOTICES[outcome], id: paymentId });
}

/** Mails the buyer that the bank refused the payment of an order, once, in the transaction that ends the order. */
export async function notifyRefused(tx: Queryable, orderId: string): Promise<void> {
  await requestMail(tx, { mail: 'payment_failed', id: orderId });
}
