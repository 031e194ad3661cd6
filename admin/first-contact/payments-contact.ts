import { createServer } from 'node:http';
import {
  PaymentsError,
  type Payments,
  type CheckoutOrder,
  type CheckoutTerms,
  type CheckoutSession,
  type WithdrawalOrder,
} from '../../modules/orders/payment-provider';
import { createPayments } from '../../vendors/payments/open-payments';
import { jsonOf, made, same, Unknown, bodyOf, type Contact } from './assumption';

/** Every call uses test mode. */
export const MODE = 'test' as const;
export const API_VERSION = '2026-10-28.endive';
/** Price of each order, in cents. */
export const PRICE = { amount: 4_900, currency: 'usd' } as const;
/** Amount of each transfer, in cents. */
export const SENT = { amount: 100, currency: 'usd' } as const;
export const MINUTE_MS = 60_000;

export interface PaymentsContactSettings {
  key: string;
  url: string;
  webhookSecrets: string[];
  checkout: CheckoutTerms;
  everyTerm: CheckoutTerms;
  /** URL of the deployment's webhook endpoint; null to check all endpoints. */
  endpoint: string | null;
  /** Local port that receives forwarded webhooks; null to skip webhooks. */
  listen: number | null;
  account: string | null;
  paidSession: string | null;
  /** Unique per execution. Part of orders, idempotency keys and metadata. */
  unique: string;
  /** Maximum wait for the provider's asynchronous results, in milliseconds. */
  waitsMs: number;
}

/** Connection to the payment provider, and the objects created so far. */
export interface PaymentsContact extends Contact {
  settings: PaymentsContactSettings;
  payments: Payments;
  received: { body: string; signature: string }[];
  order: CheckoutOrder;
  session?: CheckoutSession;
  paid?: { orderId: string; paymentId: string };
  connected?: string;
  transferId?: string;
}

/** Connects the product's client to the payment provider. `close` stops the webhook listener. */
export async function contactPayments(
  contact: Contact,
  settings: PaymentsContactSettings,
): Promise<PaymentsContact & { close(): Promise<void> }> {
  const received: PaymentsContact['received'] = [];
  const close = settings.listen === null ? async () => undefined : await receive(settings.listen, received);
  const soon = new Date(Date.now() + 40 * MINUTE_MS);
  return {
    ...contact,
    settings,
    received,
    payments: paymentsWith(settings, settings.key),
    order: { ...orderOf(`ord_${settings.unique}`, soon), heldUntil: new Date(soon.getTime() - 5 * MINUTE_MS) },
    close,
  };
}

export function paymentsWith(
  { url, webhookSecrets, unique, checkout }: PaymentsContactSettings,
  key: string,
): Payments {
  return createPayments({
    keys: { [MODE]: key },
    baseUrl: url,
    maxNetworkRetries: 0,
    webhookSecrets: { [MODE]: webhookSecrets },
    checkout,
    // Reconciliation must treat these objects as belonging to another deployment.
    deploymentId: () => Promise.resolve(unique),
  });
}

export const orderOf = (orderId: string, expiresAt: Date): CheckoutOrder => ({
  orderId,
  attempt: 1,
  mode: MODE,
  product: 'First contact',
  price: { ...PRICE },
  expiresAt,
  heldUntil: null,
  successUrl: 'https://first-contact.example.com/done',
  cancelUrl: 'https://first-contact.example.com/back',
  customerEmail: null,
});

/** Pays with a test card, or through the control endpoints of a stand-in. */
export async function pay(contact: PaymentsContact, orderId: string, card: string, disputed = false): Promise<string> {
  const { settings, isStandIn } = contact;
  if (isStandIn) {
    const { paymentId } = await paySession(contact, orderId);
    if (disputed) await control(settings, 'disputes', { paymentIntent: paymentId });
    return made(paymentId, 'a payment');
  }
  const answer = await askProvider(settings, '/v1/payment_intents', {
    method: 'POST',
    body: new URLSearchParams({
      amount: String(PRICE.amount),
      currency: PRICE.currency,
      payment_method: card,
      confirm: 'true',
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
      'metadata[orderId]': orderId,
      'metadata[deploymentId]': settings.unique,
    }),
  });
  const { id } = (await answer.json()) as { id?: string };
  if (!answer.ok)
    throw new Unknown(`The test card was not charged (${answer.status}): give the key write access to payments.`);
  return made(id, 'a payment');
}

/** Calls an operation that the product itself never calls. */
export function askProvider(
  { url, key }: PaymentsContactSettings,
  path: string,
  init: Omit<RequestInit, 'headers'> = {},
): Promise<Response> {
  return fetch(url + path, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'stripe-version': API_VERSION },
  });
}

/** Creates a checkout session and pays it through the control endpoints of a stand-in. */
export async function paySession(
  { settings, payments, order }: PaymentsContact,
  orderId: string,
): Promise<CheckoutSession> {
  const { id } = await payments.createCheckoutSession(orderOf(orderId, order.expiresAt));
  await control(settings, `checkout-sessions/${id}/pay`, { outcome: 'paid', email: 'first-contact@example.com' });
  return payments.retrieveSession(MODE, id);
}

/** Returns a connected account that can be paid. @throws Unknown if no account is onboarded */
export async function onboarded({ settings, isStandIn, connected }: PaymentsContact): Promise<string> {
  if (settings.account !== null) return settings.account;
  if (!isStandIn)
    throw new Unknown(
      'Onboard a test account (contributors add, or the dashboard), and pass its id with --account acct_….',
    );
  const account = made(connected, 'payments account');
  await control(settings, `accounts/${account}`, { payoutsEnabled: true });
  return account;
}

async function control({ url }: PaymentsContactSettings, path: string, body: object): Promise<void> {
  await fetch(`${url}/_control/${path}`, { method: 'POST', body: JSON.stringify(body) });
}

export const withdrawalOf = ({ unique }: PaymentsContactSettings, account: string, name: string): WithdrawalOrder => ({
  mode: MODE,
  withdrawalId: `wdr_${unique}_${name}`,
  connectedAccountId: account,
  amount: { ...SENT },
  refusals: 0,
});

/** Returns the kind of an error. @throws Differs unless it is the expected kind */
export function kindOf(error: unknown, expected: PaymentsError['kind']): string {
  const kind = error instanceof PaymentsError ? error.kind : String(error);
  same('the refusal', kind, expected);
  return kind;
}

/** @throws Differs unless the error has this status and these fields */
export function errorOf(
  exchange: { status: number; body: string },
  status: number,
  fields: Partial<Record<'type' | 'code' | 'param', string>>,
): string {
  same('the status', exchange.status, status);
  const error = (jsonOf(exchange)['error'] ?? {}) as Record<string, unknown>;
  for (const [field, value] of Object.entries(fields)) same(`the ${field} of the error`, error[field], value);
  return [status, ...Object.values(fields)].join(' ');
}

/** Polls for an asynchronous result from the provider; undefined after `waitsMs`. */
export async function until<T>(
  { waitsMs }: PaymentsContactSettings,
  ask: () => T | undefined | Promise<T | undefined>,
): Promise<T | undefined> {
  for (const end = Date.now() + waitsMs; ;) {
    const found = await ask();
    if (found !== undefined || Date.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function receive(port: number, received: PaymentsContact['received']): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const take = async () => {
      const body = await bodyOf(request);
      received.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(200).end();
    };
    void take();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections()));
}
