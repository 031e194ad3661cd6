import type Stripe from 'stripe';
import type { Invoice } from '../../contracts/payments';
import { plainText } from '../../platform/plain-text';

/** Retrieves an invoice; null until it has its number. */
export async function retrieveInvoice(client: Stripe, invoiceId: string): Promise<Invoice | null> {
  return toInvoice(await client.invoices.retrieve(invoiceId));
}

/**
 * An expanded invoice; null if there is none, or while it is a draft without a number. Its number is plain, and what is no
 * web address opens nothing: both stand on our pages and in mails.
 */
export function toInvoice(invoice: string | Stripe.Invoice | null): Invoice | null {
  if (invoice === null || typeof invoice === 'string' || invoice.number === null) return null;
  const { id, number, hosted_invoice_url: url, invoice_pdf: pdfUrl } = invoice;
  return { id, number: plainText(number), url: webAddress(url), pdfUrl: webAddress(pdfUrl) };
}

const webAddress = (url: string | null | undefined) =>
  url && URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol) ? url : null;
