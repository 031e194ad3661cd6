import type { CheckoutTerms, Payments } from '../../modules/orders/payment-provider';
import { providerBooks } from './books';
import { createCheckoutSession, expireSession, missingForTax, retrieveSession, retrieveInvoice } from './checkout';
import { callsOf, openClients, translatedEach, type Connection } from './clients';
import { connectedAccounts } from './connected-accounts';
import { listDisputes, retrieveDispute, retrieveFraudWarning, listRefunds, refund, retrievePayment } from './returns';
import { listEvents, verifyWebhook, type WebhookSecrets } from './webhook-events';

interface PaymentSettings {
  STRIPE_SECRET_KEY_LIVE: string | undefined;
  STRIPE_SECRET_KEY_TEST: string | undefined;
  STRIPE_WEBHOOK_SECRETS_LIVE?: string[] | undefined;
  STRIPE_WEBHOOK_SECRETS_TEST?: string[] | undefined;
  STRIPE_BASE_URL: string | undefined;
  CHECKOUT_AUTOMATIC_TAX: boolean;
  CHECKOUT_TAX_BEHAVIOR: 'exclusive' | 'inclusive';
  CHECKOUT_TAX_CODE: string;
  CHECKOUT_INVOICES: boolean;
}

/** Creates payments from settings; null if no mode has a key. @throws Error if a key belongs to another mode */
export function openPayments(
  settings: PaymentSettings,
  options: Pick<PaymentsOptions, 'deploymentId'> &
    Pick<Connection, 'requestTimeoutMs' | 'maxNetworkRetries' | 'onCall'>,
): Payments | null {
  const keys = { live: settings.STRIPE_SECRET_KEY_LIVE, test: settings.STRIPE_SECRET_KEY_TEST };
  if (!keys.live && !keys.test) return null;
  return createPayments({
    keys,
    baseUrl: settings.STRIPE_BASE_URL,
    checkout: checkoutTerms(settings),
    webhookSecrets: { live: settings.STRIPE_WEBHOOK_SECRETS_LIVE, test: settings.STRIPE_WEBHOOK_SECRETS_TEST },
    ...options,
  });
}

export function checkoutTerms(
  settings: Pick<
    PaymentSettings,
    'CHECKOUT_AUTOMATIC_TAX' | 'CHECKOUT_TAX_BEHAVIOR' | 'CHECKOUT_TAX_CODE' | 'CHECKOUT_INVOICES'
  >,
): CheckoutTerms {
  const { CHECKOUT_TAX_BEHAVIOR: behavior, CHECKOUT_TAX_CODE: code, CHECKOUT_INVOICES: invoices } = settings;
  return { tax: settings.CHECKOUT_AUTOMATIC_TAX ? { behavior, code } : null, invoices };
}

const CHECKOUT_ORIGIN = 'https://checkout.stripe.com';

/** Connection to the payment provider, and the secrets that verify its webhooks. */
interface PaymentsOptions extends Connection {
  webhookSecrets: WebhookSecrets;
  /** Whether new checkout sessions have automatic tax and invoices. By default, they have neither. */
  checkout?: CheckoutTerms;
  /** Id of this deployment, stored in the metadata of everything that we create. */
  deploymentId(): Promise<string>;
}

/**
 * Creates payments through Stripe. Sends nothing before the first call.
 * @throws Error if a key belongs to another mode
 */
export function createPayments({
  webhookSecrets,
  deploymentId,
  checkout = { tax: null, invoices: false },
  ...connection
}: PaymentsOptions): Payments {
  const clients = openClients(connection);
  const { call, create } = callsOf(clients, deploymentId);
  return {
    modes: clients.modes,
    invoices: checkout.invoices,
    checkoutOrigin: connection.baseUrl === undefined ? CHECKOUT_ORIGIN : new URL(connection.baseUrl).origin,
    createCheckoutSession: (order) =>
      create(order.mode, (client, own) => createCheckoutSession(client, order, checkout, own)),
    missingForTax: async (mode) => (checkout.tax ? call(mode, missingForTax) : null),
    retrieveSession: (mode, id) => call(mode, (client) => retrieveSession(client, id)),
    expireSession: (mode, id) => call(mode, (client) => expireSession(client, id)),
    retrieveInvoice: (mode, id) => call(mode, (client) => retrieveInvoice(client, id)),
    refund: (request) => create(request.mode, (client, own) => refund(client, request, own)),
    listRefunds: (mode, paymentId) => call(mode, (client) => listRefunds(client, mode, paymentId)),
    retrievePayment: (mode, id) => call(mode, (client) => retrievePayment(client, mode, id)),
    retrieveDispute: (mode, id) => call(mode, (client) => retrieveDispute(client, mode, id)),
    listDisputes: (mode, paymentId) => call(mode, (client) => listDisputes(client, mode, paymentId)),
    retrieveFraudWarning: (mode, id) => call(mode, (client) => retrieveFraudWarning(client, mode, id)),
    events: (query) => translatedEach(() => listEvents(clients.of(query.mode), query)),
    verifyWebhook: (rawBody, header) => verifyWebhook(webhookSecrets, rawBody, header),
    isForeign: async (object) => object.deploymentId !== null && object.deploymentId !== (await deploymentId()),
    deploymentId,
    books: providerBooks(clients),
    connected: connectedAccounts(callsOf(clients, deploymentId)),
  };
}
