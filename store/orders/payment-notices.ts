import type { PaymentOutcome } from '../../contracts/orders';
import type { BackgroundMail } from '../../contracts/workflow-messages';
import { mailMessage } from '../../domain/messages/mails';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { enqueue } from '../outbox/outbox';
import type { Payment } from './row';

/** Mail to the payer about each outcome of a payment. */
const NOTICES = { granted: 'payment_receipt', refund: 'payment_refund' } as const satisfies Record<
  PaymentOutcome,
  BackgroundMail
>;

/** Mails the payer about the outcome of a payment, once for each, in the transaction that decides it. */
export async function notifyPayer(tx: Queryable, paymentId: string, outcome: PaymentOutcome): Promise<void> {
  const mail = NOTICES[outcome];
  await enqueue(tx, `mail:${mail}:${paymentId}`, mailMessage({ mail, id: paymentId }));
}

/** Mails the buyer that the bank refused the payment of an order, once, in the transaction that ends the order. */
export async function notifyRefused(tx: Queryable, orderId: string): Promise<void> {
  await enqueue(tx, `mail:payment_failed:${orderId}`, mailMessage({ mail: 'payment_failed', id: orderId }));
}

/** {@link notifyPayer} for a payment that an earlier release settled, unless that release notified its payer. */
export function enqueueDueNotice(db: Database, paymentId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Pick<Payment, 'outcome'>>({
      name: 'payment-notice-due',
      text: 'UPDATE payments SET notice_sent_at = now() WHERE id = $1 AND notice_sent_at IS NULL RETURNING outcome',
      values: [paymentId],
    });
    if (rows[0]) await notifyPayer(tx, paymentId, rows[0].outcome);
  });
}
