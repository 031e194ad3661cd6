import { view, type Books } from './books';
import type { Params } from './form';
import { page } from './lists';
import type { Route } from './route';
import { newId, nowSeconds, type Invoice, type Session } from './world';

/** Routes of invoices. */
export function invoiceRoutes(books: Books): Route[] {
  return [
    [
      'GET',
      '/v1/invoices',
      ({ params, realm, path }) => {
        const customer = params.text('customer');
        const wanted = (invoice: Invoice) => !customer || invoice.customer === customer;
        return page(() => books.all('invoice', realm).filter(wanted), path, params, view);
      },
    ],
    [
      'GET',
      '/v1/invoices/*',
      ({ ids, params, realm }) => (params.rejectUnknown(), view(books.find(realm, 'invoice', ids[0]!))),
    ],
  ];
}

/** Fields of a new session about its invoice. */
export function invoiceFields(params: Params) {
  const creation = params.group('invoice_creation');
  const enabled = creation?.flag('enabled') ?? false;
  const data = creation?.group('invoice_data');
  data?.text('description');
  data?.text('footer');
  return {
    customer: null,
    customer_creation: params.choice('customer_creation', ['if_required', 'always']) ?? ('if_required' as const),
    invoice: null,
    invoice_creation: { enabled, invoice_data: { metadata: data?.metadata() ?? {} } },
  };
}

/** Makes the invoice of a paid session that asks for one, for a customer of its own. */
export function issueInvoice(books: Books, session: Session): void {
  if (!session.invoice_creation.enabled || session.invoice !== null) return;
  session.customer ??= newId('cus');
  const id = newId('in');
  const { amount_total: total, amount_subtotal: subtotal, hidden } = session;
  const tax = session.total_details.amount_tax;
  const address = `${books.site()}/i/${id}`;
  const invoice = books.add<Invoice>({
    id,
    object: 'invoice',
    created: nowSeconds(),
    livemode: session.livemode,
    number: `${session.customer.slice(-8).toUpperCase()}-0001`,
    status: 'paid',
    billing_reason: 'manual',
    collection_method: 'charge_automatically',
    currency: session.currency,
    customer: session.customer,
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
    metadata: session.invoice_creation.invoice_data.metadata,
    realm: session.realm,
    hidden: { items: hidden.items },
  });
  session.invoice = invoice.id;
  books.emit('invoice.paid', invoice);
}
