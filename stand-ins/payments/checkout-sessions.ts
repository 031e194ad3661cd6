import { view, type Books } from './books';
import type { Params, Route } from './form';
import { lineItems, readRoutes } from './lists';
import { invoiceFields, taxFields } from './invoices';
import { impossible, invalid } from './provider-error';
import { newId, nowSeconds, type LineItem, type Realm, type Session } from './world';

const LONGEST_LIFETIME_S = 86_400;
/** Tolerance for clock skew and for times in whole seconds. */
const SLACK_S = 1;
const SMALLEST_AMOUNT = 50;
const MAX_CUSTOM_TEXT = 1_200;
const METHODS = ['card', 'link', 'sepa_debit', 'us_bank_account', 'paypal', 'klarna'];

/** Routes of checkout sessions. */
export function checkoutSessionRoutes(books: Books): Route[] {
  const root = '/v1/checkout/sessions';
  return [
    ['POST', root, ({ params, realm }) => view(create(books, realm, params))],
    ...readRoutes(books, 'checkout.session', root, ['payment_intent', 'status']),
    ['GET', `${root}/*/line_items`, ({ ids, realm }) => lineItems(books, realm, ids[0]!)],
    [
      'POST',
      `${root}/*/expire`,
      ({ ids, params, realm }) => {
        params.rejectUnknown();
        return view(expire(books, books.find(realm, 'checkout.session', ids[0]!)));
      },
    ],
  ];
}

/** Expires an open session. @throws ProviderError 400 if it is not open */
export function expire(books: Books, session: Session): Session {
  if (session.status !== 'open') {
    const only = 'Only Checkout Sessions with a status in ["open"] can be expired.';
    throw impossible(`${only} This Checkout Session has a status of ${session.status}.`);
  }
  session.status = 'expired';
  session.url = null;
  books.emit('checkout.session.expired', session);
  return session;
}

/** Expires a session that is still open at its end. */
export function expireWhenDue(books: Books, id: string): void {
  const session = books.peek(id);
  if (session?.object === 'checkout.session' && session.status === 'open') expire(books, session);
}

function create(books: Books, realm: Realm, params: Params): Session {
  if (params.requireText('mode') !== 'payment') throw invalid('The stand-in knows mode "payment" only', 'mode');
  const lines = params.items('line_items').map(lineItem);
  const items = lines.map(({ item }) => item);
  if (items.length === 0) throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  const { currency } = items[0]!;
  if (items.some((item) => item.currency !== currency)) throw invalid('All line items need one currency', 'line_items');
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  const methods = params.texts('allowed_payment_method_types');
  for (const method of methods) {
    if (!METHODS.includes(method))
      throw invalid(`Invalid payment method type: ${method}`, 'allowed_payment_method_types');
  }
  const intent = params.group('payment_intent_data');
  intent?.text('description');
  const id = newId(realm.live ? 'cs_live' : 'cs_test');
  const session: Session = {
    id,
    object: 'checkout.session',
    created: nowSeconds(),
    livemode: realm.live,
    mode: 'payment',
    ui_mode: params.choice('ui_mode', ['hosted_page']) ?? 'hosted_page',
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_subtotal: total,
    amount_total: total,
    ...taxFields(params),
    ...invoiceFields(params),
    currency,
    expires_at: expiryOf(books, params.integer('expires_at')),
    success_url: address(params, 'success_url') ?? missingAddress(),
    cancel_url: address(params, 'cancel_url') ?? null,
    url: `${books.site()}/c/pay/${id}`,
    client_reference_id: params.text('client_reference_id') ?? null,
    customer_email: addressOf(params.text('customer_email')),
    custom_text: customText(params),
    customer_details: null,
    locale: params.text('locale') ?? null,
    allowed_payment_method_types: methods.length > 0 ? methods : null,
    payment_method_types: methods.length > 0 ? methods : ['card', 'link'],
    adaptive_pricing: { enabled: params.group('adaptive_pricing')?.flag('enabled') ?? true },
    metadata: params.metadata(),
    realm,
    hidden: {
      items,
      intentMetadata: intent?.metadata() ?? {},
      transferGroup: intent?.text('transfer_group') ?? null,
      taxBehavior: lines[0]!.taxBehavior,
      taxes: [],
    },
  };
  params.choice('submit_type', ['auto', 'pay', 'book', 'donate']);
  params.rejectUnknown();
  if (total < SMALLEST_AMOUNT)
    throw invalid(`The total amount due must add up to at least ${SMALLEST_AMOUNT}`, undefined, 'amount_too_small');
  books.add(session);
  books.agenda.schedule('expire_session', id, session.expires_at * 1000 - Date.now());
  return session;
}

function lineItem(params: Params): { item: LineItem; taxBehavior: 'exclusive' | 'inclusive' } {
  const price = params.group('price_data');
  if (!price) throw invalid('The stand-in knows line items with price_data only', 'line_items', 'parameter_missing');
  const product = price.group('product_data');
  if (!product) throw invalid('Missing required param: product_data.', 'product_data', 'parameter_missing');
  product.text('description');
  product.text('tax_code');
  product.metadata();
  const quantity = params.integer('quantity', 1) ?? 1;
  const amount = price.requireInteger('unit_amount') * quantity;
  const item: LineItem = {
    id: newId('li'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.requireCurrency('currency'),
    description: product.requireText('name'),
    quantity,
  };
  return { item, taxBehavior: price.choice('tax_behavior', ['exclusive', 'inclusive']) ?? 'exclusive' };
}

function customText(params: Params): Session['custom_text'] {
  const message = params.group('custom_text')?.group('submit')?.text('message');
  if ((message?.length ?? 0) > MAX_CUSTOM_TEXT) throw invalid('The text is too long', 'custom_text[submit][message]');
  return {
    after_submit: null,
    shipping_address: null,
    submit: message ? { message } : null,
    terms_of_service_acceptance: null,
  };
}

/** An address whose domain can receive no mail (RFC 2606) is refused, as one that is badly formed. */
function addressOf(email: string | undefined): string | null {
  if (email?.endsWith('.invalid')) {
    throw invalid(`Invalid email address: ${email}`, 'customer_email', 'email_invalid');
  }
  return email ?? null;
}

function expiryOf({ timing }: Books, wanted: number | undefined): number {
  const now = Date.now() / 1000;
  const end = wanted ?? Math.floor(now) + LONGEST_LIFETIME_S;
  const least = timing.minSessionLifetimeMs / 1000;
  if (end < now + least - SLACK_S)
    throw invalid(`The \`expires_at\` timestamp must be at least ${least / 60} minutes from creation.`, 'expires_at');
  if (end > now + LONGEST_LIFETIME_S + SLACK_S)
    throw invalid('The `expires_at` timestamp must be less than 24 hours from creation.', 'expires_at');
  return end;
}

function address(params: Params, name: string): string | undefined {
  const value = params.text(name);
  if (value !== undefined && !/^https?:\/\//.test(value))
    throw invalid(`Not a valid URL: ${value}`, name, 'url_invalid');
  return value;
}

function missingAddress(): never {
  throw invalid('Missing required param: success_url.', 'success_url', 'parameter_missing');
}
