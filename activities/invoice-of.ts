import { Context } from '@temporalio/activity';
import { recordInvoice, type PaymentInvoice } from '../store/orders/record-invoice';
import type { Payment } from '../store/orders/row';
import type { ActivityDeps } from './deps';
import { callPayments } from './failures';

/** Attempts in which a receipt waits for its invoice, which the provider makes within moments of the payment. */
const PATIENT_ATTEMPTS = 5;

/**
 * Invoice of a payment for its receipt, recorded if it was not known yet; null where none is made.
 *
 * @throws Error (retried) at first, while the provider has not made it; later the receipt goes without
 */
export async function invoiceOf(
  { db, payments }: ActivityDeps,
  payment: Payment,
): Promise<Pick<PaymentInvoice, 'number' | 'url'> | null> {
  const { mode, sessionId, invoiceNumber: number, invoiceUrl: url } = payment;
  if (number !== null) return { number, url };
  if (!payments?.invoices) return null;
  const { invoice } = await callPayments(() => payments.retrieveSession(mode, sessionId));
  if (invoice) await recordInvoice(db.pool, payment.id, invoice);
  else if (Context.current().info.attempt < PATIENT_ATTEMPTS) throw new Error(`No invoice of ${payment.id} yet`);
  return invoice;
}
