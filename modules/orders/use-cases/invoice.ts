import type { Logger } from 'pino';
import { within } from '../../../base/time-limits';
import type { Order } from '../contract';
import type { Payments } from '../payment-provider';
import type { Payment } from '../store/orders';

/** Age at which the stored addresses are near their end: the provider's last 30 days. */
const ADDRESSES_LAST_MS = 25 * 24 * 3_600_000;
/** Wait for new addresses, within the time that a request has. */
const PATIENCE_MS = 2_000;

/** Invoice of a payment with addresses that work: old ones are renewed at the provider; null if it has none. */
export async function readInvoice(
  { payments, log }: { payments: Payments | null; log: Logger },
  payment: Pick<Payment, 'mode' | 'createdAt' | 'invoiceId' | 'invoiceNumber' | 'invoiceUrl' | 'invoicePdfUrl'>,
): Promise<Order['invoice']> {
  const { mode, createdAt, invoiceId, invoiceNumber, invoiceUrl, invoicePdfUrl } = payment;
  if (invoiceId === null || invoiceNumber === null) return null;
  const stored = { number: invoiceNumber, url: invoiceUrl, pdfUrl: invoicePdfUrl };
  if (!payments || Date.now() - createdAt.getTime() < ADDRESSES_LAST_MS) return stored;
  try {
    const renewed = await within(PATIENCE_MS, 'renewing an invoice', payments.retrieveInvoice(mode, invoiceId));
    return renewed && { number: renewed.number, url: renewed.url, pdfUrl: renewed.pdfUrl };
  } catch (error) {
    log.warn({ err: error, invoiceId }, 'the addresses of an invoice could not be renewed');
    return stored;
  }
}
