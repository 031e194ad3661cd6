import { providerBooks } from './books';
import { createCheckoutSession, expireSession, missingForTax, retrieveSession } from './checkout';
import { connectedAccounts } from './connected-accounts';
import { callsOf, openClients, type Connection } from './keys';
import { listDisputes, retrieveDispute, retrieveFraudWarning } from './disputes';
import { retrieveInvoice } from './invoices';
import type { CheckoutTerms, Payments } from '../../contracts/payments';
import { listRefunds, refund, retrievePayment } from './refunds';
import { translatedEach } from './vendor-errors';
import { listEvents } from './provider-events';
import { verifyWebhook, type WebhookSecrets } from './verify-webhook';

const CHECKOUT_ORIGIN = 'https://checkout.stripe.com';

/** Connection to the payment provider and the secrets that verify its webhooks. */
export interface PaymentsOptions extends Connection {
  webhookSecrets: WebhookSecrets;
  /** Tax and invoices of new checkout sessions; neither by default. */
  checkout?: CheckoutTerms;
  /** Identity of this deployment, in the metadata of everything that is created. */
  deploymentId(): Promise<string>;
}

/**
 * Creates payments through Stripe, with one client per mode; nothing is sent before the first call.
 *
 * @throws Error if a key belongs to another mode than its setting
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
