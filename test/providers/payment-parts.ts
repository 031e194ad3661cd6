import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CheckoutOrder, Payments } from '../../modules/orders/payment-provider';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { createPaymentsStandIn, type StandInOptions } from '../../stand-ins/payments/stand-in';
import { createPayments } from '../../vendors/payments/open-payments';

/** Signing secrets, one per mode. */
export const SECRETS = { live: 'whsec_live_of_the_tests', test: 'whsec_test_of_the_tests' };

interface Received {
  body: string;
  signature: string;
  event: { id: string; type: string; livemode: boolean; data: { object: { id: string } } };
}

/** The stand-in, the webhook endpoint and the product's client, connected. */
export interface Parts {
  url: string;
  received: Received[];
  payments: Payments;
  control: (path: string, body?: object, method?: string) => Promise<Json>;
  /** Calls the provider's API with the live key. Throws if the provider refuses. */
  api(path: string, form?: Record<string, string> | null, account?: string): Promise<Json>;
  close(): Promise<void>;
}

// Tests read responses from `_control` field by field.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** An endpoint that responds to webhooks with 200 and records them. */
async function startEndpoint() {
  const received: Received[] = [];
  const server = createServer();
  server.on('request', async (request, response) => {
    const body = await text(request);
    const event = JSON.parse(body) as Received['event'];
    received.push({ body, signature: String(request.headers['stripe-signature']), event });
    response.end();
  });
  const url = `${await listen(server)}/webhooks/stripe`;
  return { url, received, close: () => (server.closeAllConnections(), server.close()) };
}

/** Starts a stand-in and connects the product's client to it, with pauses short enough for retries within a test. */
export async function startParts(options: StandInOptions = {}): Promise<Parts> {
  const endpoint = await startEndpoint();
  const standIn = createPaymentsStandIn({
    webhook: { url: endpoint.url, secrets: SECRETS },
    payoutStepMs: 20,
    ...options,
  });
  const url = await listen(standIn.server);
  return {
    url,
    received: endpoint.received,
    payments: createPayments({
      keys: PAYMENTS_STAND_IN_KEYS,
      webhookSecrets: { live: [SECRETS.live], test: [SECRETS.test] },
      deploymentId: () => Promise.resolve('deployment-of-tests'),
      baseUrl: url,
      requestTimeoutMs: 400,
    }),
    async control(path, body, method = body ? 'POST' : 'GET') {
      const answer = await fetch(`${url}/_control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
      return answer.json();
    },
    async api(path, form, account) {
      const authorization = `Bearer ${PAYMENTS_STAND_IN_KEYS.live}`;
      const answer = await fetch(`${url}${path}`, {
        headers: { authorization, ...(account && { 'stripe-account': account }) },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return answer.json();
    },
    async close() {
      await standIn.close();
      endpoint.close();
    },
  };
}

let orders = 0;

export function anOrder(overrides: Partial<CheckoutOrder> = {}): CheckoutOrder {
  return {
    orderId: `ord_${++orders}`,
    attempt: 1,
    mode: 'live',
    product: 'Idea Check',
    price: { amount: 4900, currency: 'usd' },
    expiresAt: new Date(Date.now() + 31 * 60_000),
    successUrl: 'http://shop.example/done',
    cancelUrl: 'http://shop.example/back',
    customerEmail: null,
    heldUntil: null,
    ...overrides,
  };
}

/** Pays an order; returns its session and the ID of its payment. */
export async function paidOrder(parts: Parts, overrides: Partial<CheckoutOrder> = {}) {
  const order = anOrder(overrides);
  const { id } = await parts.payments.createCheckoutSession(order);
  await parts.control(`checkout-sessions/${id}/pay`, { outcome: 'paid', email: 'buyer@shop.example' });
  const session = await parts.payments.retrieveSession(order.mode, id);
  return { order, session, paymentId: session.paymentId! };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

export const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: unknown) => error,
  );
