import type Stripe from 'stripe';
import type { Invoice } from '../../contracts/payments';

/** Retrieves an invoice; null until it has its number. */
export async function retrieveInvoice(client: Stripe, invoiceId: string): Promise<Invoice | null> {
  return toInvoice(await client.invoices.retrieve(invoiceId));
}

/** An expanded invoice; null if there is none, or while it is a draft without a number. */
export function toInvoice(invoice: string | Stripe.Invoice | null): Invoice | null {
  if (invoice === null || typeof invoice === 'string' || invoice.number === null) return null;
  const { id, number, hosted_invoice_url: url, invoice_pdf: pdfUrl } = invoice;
  return { id, number, url: url ?? null, pdfUrl: pdfUrl ?? null };
}
