import type { Books } from './books';
import type { Route } from './form';
import { readRoutes } from './lists';
import { draft, newId, type Invoice, type Session } from './world';

/** Routes of invoices. */
export const invoiceRoutes = (books: Books): Route[] => readRoutes(books, 'invoice', '/v1/invoices', ['customer']);

/** Makes the invoice of a paid session that asks for one, for a customer of its own. */
export function issueInvoice(books: Books, session: Session): void {
  if (!session.invoice_creation.enabled || session.invoice !== null) return;
  const customer = session.customer ?? newId('cus');
  session.customer = customer;
  const id = newId('in');
  const { amount_total: total, amount_subtotal: subtotal, hidden } = session;
  const tax = session.total_details.amount_tax;
  const address = `${books.site()}/i/${id}`;
  const invoice = books.add(
    draft<Invoice>({
      id,
      object: 'invoice',
      livemode: session.livemode,
      number: `${customer.slice(-8).toUpperCase()}-0001`,
      status: 'paid',
      billing_reason: 'manual',
      collection_method: 'charge_automatically',
      currency: session.currency,
      customer,
      customer_email: session.customer_details?.email ?? null,
      subtotal,
      subtotal_excluding_tax: total - tax,
      total,
      total_excluding_tax: total - tax,
      total_taxes: hidden.taxes,
      amount_due: total,
      amount_paid: total,
      amount_remaining: 0,
      hosted_invoice_url: address,
      invoice_pdf: `${address}/pdf`,
      metadata: session.invoice_creation.invoice_data.metadata ?? {},
      realm: session.realm,
      hidden: { items: hidden.items },
    }),
  );
  session.invoice = invoice.id;
  books.emit('invoice.paid', invoice);
}

/** Standard rates in percent of some countries where the stand-in's seller is registered; elsewhere no tax is due. */
export const TAX_RATES: Readonly<Record<string, number>> = { AT: 20, DE: 19, FR: 20, GB: 20, IE: 23, NL: 21, SE: 25 };

/** Details of a payer in a country; a VAT id shifts the tax to the payer, where the session collects such ids. */
export function customerDetails(
  session: Session,
  { email, country, taxId }: { email: string; country?: string | undefined; taxId?: string | undefined },
) {
  const reverse = taxId !== undefined && session.tax_id_collection?.enabled;
  const nowhere = { city: null, line1: null, line2: null, postal_code: null, state: null };
  return {
    email,
    name: null,
    phone: null,
    address: country ? { ...nowhere, country } : null,
    tax_exempt: reverse ? 'reverse' : 'none',
    tax_ids: reverse ? [{ type: 'eu_vat', value: taxId }] : [],
  } as Session['customer_details'];
}

/** Calculates the tax of a session whose payer is known: added to its total, or part of it. */
export function calculateTax(session: Session): void {
  if (!session.automatic_tax.enabled) return;
  const { hidden, customer_details: payer } = session;
  const rate = TAX_RATES[payer?.address?.country ?? ''] ?? 0;
  const reverse = payer?.tax_exempt === 'reverse';
  for (const item of hidden.items) {
    item.amount_tax = reverse ? 0 : taxIn(item.amount_subtotal, rate, hidden.taxBehavior);
    item.amount_total = item.amount_subtotal + (hidden.taxBehavior === 'exclusive' ? item.amount_tax : 0);
  }
  const tax = hidden.items.reduce((sum, item) => sum + item.amount_tax, 0);
  session.total_details.amount_tax = tax;
  session.amount_total = hidden.items.reduce((sum, item) => sum + item.amount_total, 0);
  session.automatic_tax.status = 'complete';
  hidden.taxes = [
    {
      amount: tax,
      tax_behavior: hidden.taxBehavior,
      taxability_reason: reverse ? 'reverse_charge' : rate > 0 ? 'standard_rated' : 'not_collecting',
      taxable_amount: session.amount_total - tax,
      type: 'tax_rate_details',
    },
  ];
}

function taxIn(amount: number, rate: number, behavior: 'exclusive' | 'inclusive'): number {
  return Math.round(behavior === 'exclusive' ? (amount * rate) / 100 : (amount * rate) / (100 + rate));
}
