import type Stripe from 'stripe';
import type { Mode } from '../../contracts/access';
import { createCheckoutSession, expireSession, retrieveSession } from './checkout';
import { connectedAccounts } from './connected-accounts';
import { openClients, type Connection } from './keys';
import type { Payments } from './payments';
import { findRefund, refund, retrieveDispute, retrievePayment, retrieveRefund } from './refunds';
import { translated } from './vendor-errors';
import { listUndeliveredEvents, verifyWebhook, type WebhookSecrets } from './webhook-hints';

/** How the payment provider is reached and believed. */
export interface PaymentsOptions extends Connection {
  webhookSecrets: WebhookSecrets;
}

/**
 * Payments through Stripe, one client a mode; nothing is sent before the first call.
 *
 * @throws Error when a key is of another mode than it is given for
 */
export function createPayments({ webhookSecrets, ...connection }: PaymentsOptions): Payments {
  const clients = openClients(connection);
  const call = <T>(mode: Mode, make: (client: Stripe) => Promise<T>) => translated(() => make(clients.of(mode)));
  return {
    modes: clients.modes,
    createCheckoutSession: (order) => call(order.mode, (client) => createCheckoutSession(client, order)),
    retrieveSession: (mode, id) => call(mode, (client) => retrieveSession(client, id)),
    expireSession: (mode, id) => call(mode, (client) => expireSession(client, id)),
    refund: (request) => call(request.mode, (client) => refund(client, request)),
    findRefund: (mode, paymentIntentId) => call(mode, (client) => findRefund(client, mode, paymentIntentId)),
    retrieveRefund: (mode, id) => call(mode, (client) => retrieveRefund(client, mode, id)),
    retrievePayment: (mode, id) => call(mode, (client) => retrievePayment(client, mode, id)),
    retrieveDispute: (mode, id) => call(mode, (client) => retrieveDispute(client, mode, id)),
    listUndeliveredEvents: (mode, since) => call(mode, (client) => listUndeliveredEvents(client, since)),
    verifyWebhook: (rawBody, header) => verifyWebhook(webhookSecrets, rawBody, header),
    connected: connectedAccounts(clients),
  };
}
