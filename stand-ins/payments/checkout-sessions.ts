import { z } from 'zod';
import { view, type Books } from './books';
import { readRoutes } from './lists';
import {
  address,
  currency,
  flag,
  group,
  list,
  metadata,
  none,
  nullable,
  optional,
  post,
  text,
  whole,
  impossible,
  invalid,
  type Route,
} from './protocol';
import { draft, newId, type LineItem, type Realm, type Session } from './world';

const LONGEST_LIFETIME_S = 86_400;
/** Tolerance for clock skew, and for rounding to seconds. */
const SLACK_S = 1;
const SMALLEST_AMOUNT = 50;
const METHODS = ['card', 'link'] as const;

const ITEM = group({
  price_data: group({
    currency,
    unit_amount: whole(),
    tax_behavior: z.enum(['exclusive', 'inclusive']).default('exclusive'),
    product_data: group({ name: text, tax_code: optional }),
  }),
  quantity: whole(1).default(1),
});

const PARAMETERS = group({
  mode: z.literal('payment'),
  line_items: list(ITEM),
  allowed_payment_method_types: list(z.enum(METHODS)),
  payment_intent_data: group({ metadata }).default({ metadata: {} }),
  expires_at: whole().optional(),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: nullable,
  customer_email: optional,
  custom_text: group({ submit: group({ message: text.max(1_200) }) }).optional(),
  adaptive_pricing: group({ enabled: flag }).default({ enabled: true }),
  automatic_tax: group({ enabled: flag }).default({ enabled: false }),
  tax_id_collection: group({ enabled: flag }).default({ enabled: false }),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  invoice_creation: group({ enabled: flag, invoice_data: group({ metadata }).default({ metadata: {} }) }).default({
    enabled: false,
    invoice_data: { metadata: {} },
  }),
  metadata,
});

export function checkoutSessionRoutes(books: Books): Route[] {
  const root = '/v1/checkout/sessions';
  return [
    post(root, PARAMETERS, ({ params, realm }) => view(create(books, realm, params))),
    ...readRoutes(books, 'checkout.session', root, ['payment_intent', 'status']),
    post(`${root}/*/expire`, none, ({ ids, realm }) =>
      view(expire(books, books.find(realm, 'checkout.session', ids[0]!))),
    ),
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

/** Expires a session if it is still open. */
export function expireWhenDue(books: Books, id: string): void {
  const session = books.peek(id);
  if (session?.object === 'checkout.session' && session.status === 'open') expire(books, session);
}

function create(books: Books, realm: Realm, params: z.output<typeof PARAMETERS>): Session {
  const items = params.line_items.map(lineItem);
  if (items.length === 0) throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  const [{ price_data: price }] = params.line_items as [z.output<typeof ITEM>];
  if (items.some((item) => item.currency !== price.currency))
    throw invalid('All line items must have the same currency', 'line_items');
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  if (total < SMALLEST_AMOUNT)
    throw invalid(`The total amount due must add up to at least ${SMALLEST_AMOUNT}`, undefined, 'amount_too_small');
  const {
    custom_text: own,
    payment_intent_data: intent,
    invoice_creation: invoice,
    allowed_payment_method_types: methods,
  } = params;
  // Refuse addresses in `.invalid`, which cannot receive mail (RFC 2606).
  if (params.customer_email?.endsWith('.invalid'))
    throw invalid(`Invalid email address: ${params.customer_email}`, 'customer_email', 'email_invalid');
  const isTaxed = params.automatic_tax.enabled;
  if (isTaxed && !books.platform.tax)
    throw impossible('You must have a valid head office address to enable automatic tax calculation.');
  const id = newId(realm.live ? 'cs_live' : 'cs_test');
  const session = books.add(
    draft<Session>({
      id,
      object: 'checkout.session',
      livemode: realm.live,
      mode: 'payment',
      ui_mode: 'hosted_page',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_subtotal: total,
      amount_total: total,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      automatic_tax: {
        enabled: isTaxed,
        liability: isTaxed ? { type: 'self' } : null,
        provider: isTaxed ? 'stripe' : null,
        status: isTaxed ? 'requires_location_inputs' : null,
      },
      tax_id_collection: { enabled: params.tax_id_collection.enabled, required: 'never' },
      billing_address_collection: params.billing_address_collection ?? null,
      customer: null,
      customer_creation: 'if_required',
      invoice: null,
      invoice_creation: { enabled: invoice.enabled, invoice_data: { metadata: invoice.invoice_data.metadata } },
      currency: price.currency,
      expires_at: expiryOf(books, params.expires_at),
      success_url: params.success_url,
      cancel_url: params.cancel_url ?? null,
      url: `${books.site()}/c/pay/${id}`,
      client_reference_id: params.client_reference_id,
      customer_email: params.customer_email ?? null,
      custom_text: {
        after_submit: null,
        shipping_address: null,
        submit: own?.submit ?? null,
        terms_of_service_acceptance: null,
      },
      customer_details: null,
      locale: null,
      allowed_payment_method_types: methods.length > 0 ? methods : null,
      payment_method_types: methods.length > 0 ? methods : ['card', 'link'],
      adaptive_pricing: params.adaptive_pricing,
      metadata: params.metadata,
      realm,
      hidden: { items, intentMetadata: intent.metadata, taxBehavior: price.tax_behavior, taxes: [] },
    }),
  );
  books.agenda.schedule('expire_session', id, session.expires_at * 1000 - Date.now());
  return session;
}

function lineItem({ price_data: price, quantity }: z.output<typeof ITEM>): LineItem {
  const amount = price.unit_amount * quantity;
  return {
    id: newId('li'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: price.product_data.name,
    quantity,
  };
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
