import { pino } from 'pino';
import { PAYMENTS_STAND_IN_KEYS } from '../../local/payments/own-keys';
import { createPaymentsStandIn, type StandInOptions } from '../../local/payments/stand-in';
import { freePort, LOOPBACK } from '../../local/ports';
import { newId } from '../../contracts/ids';
import type { CheckoutSessionCreated, Order } from '../../contracts/orders';
import type { OpportunityImport } from '../../contracts/opportunities';
import { sampleFindings } from '../../contracts/sample-findings';
import { createPayments } from '../../providers/payments/create-payments';
import { createWorkflowStarter } from '../../providers/workflow-starter';
import { importOpportunity } from '../../store/opportunities/change-opportunities';
import { runRelay } from '../../worker/relay';
import { call, createCustomer, type Answer, type Customer } from './api';
import type { TestDatabase } from './database';
import { eventually } from './eventually';
import { startStack, type Stack, type StackOptions } from './stack';

/** Secrets of the webhook endpoint, one a mode. */
export const WEBHOOK_SECRETS = { live: 'whsec_live_of_the_shop', test: 'whsec_test_of_the_shop' };

/** Both consents, as every purchase needs them. */
export const CONSENTED = { immediateAccessConsent: true, withdrawalLossAcknowledgment: true };

/** What `_control/ledger` tells. */
export interface Ledger {
  charges: { id: string; paymentIntent: string; orderId: string; amount: number; currency: string; status: string }[];
  refunds: { id: string; paymentIntent: string; orderId: string; amount: number; status: string }[];
  disputes: { id: string; paymentIntent: string; status: string }[];
  transfers: { id: string; withdrawalId: string; amount: number; status: string }[];
  payouts: { id: string; withdrawalId: string; amount: number; status: string }[];
}

/** The control surface of a payment stand-in. */
export interface Provider {
  url: string;
  control<T>(path: string, body?: object, method?: string): Promise<T>;
  pay(sessionId: string, body?: object): Promise<{ status: string }>;
  fault(match: string, effect: string, times?: number, delayMs?: number): Promise<unknown>;
  ledger(): Promise<Ledger>;
}

/** The whole product with a payment provider beside it. */
export interface Shop extends Stack {
  provider: Provider;
  /** Puts an opportunity on offer and returns its id. */
  offer(mode?: 'live' | 'test', contributorAccountId?: string): Promise<string>;
  /** Another customer, with a key. */
  buyer(mode?: 'live' | 'test'): Promise<Customer>;
  purchase(
    opportunityId: string,
    buyer?: Customer,
    key?: string,
  ): Promise<Answer<CheckoutSessionCreated & { code: string }>>;
  checkout(body: object, buyer?: Customer, key?: string): Promise<Answer<CheckoutSessionCreated & { code: string }>>;
  order(orderId: string, buyer?: Customer): Promise<Order>;
  /** The order once it is in one of these states. */
  orderIn(orderId: string, states: readonly string[], buyer?: Customer): Promise<Order>;
  /** Runs the sweep that looks for what no webhook told of; resolves when it is over. */
  sweep(): Promise<unknown>;
}

/** The control surface at an address. */
export function controlProvider(url: string): Provider {
  const control = async <T>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> => {
    const answer = await fetch(`${url}/_control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    return (await answer.json()) as T;
  };
  return {
    url,
    control,
    pay: (sessionId, body = {}) => control(`checkout-sessions/${sessionId}/pay`, { outcome: 'paid', ...body }),
    fault: (match, effect, times = 1, delayMs) =>
      control('faults', { match, effect, times, ...(delayMs !== undefined && { delayMs }) }),
    ledger: () => control('ledger'),
  };
}

/** Starts a payment provider in this process whose webhooks go to a port. */
export async function startProvider(apiPort: number, options: StandInOptions = {}) {
  const standIn = createPaymentsStandIn({
    webhook: { url: `http://${LOOPBACK}:${apiPort}/webhooks/stripe`, secrets: WEBHOOK_SECRETS },
    webhookRetryMs: 100,
    payoutStepMs: 20,
    minSessionLifetimeMs: 0,
    ...options,
  });
  const port = await freePort();
  await new Promise<void>((resolve) => standIn.server.listen(port, LOOPBACK, resolve));
  const provider = controlProvider(`http://${LOOPBACK}:${port}`);
  return { provider, close: () => standIn.close() };
}

/** The product's client of a provider, less patient than in production. */
export function clientOf(provider: Provider, requestTimeoutMs = 2_000) {
  return createPayments({
    keys: PAYMENTS_STAND_IN_KEYS,
    webhookSecrets: { live: [WEBHOOK_SECRETS.live], test: [WEBHOOK_SECRETS.test] },
    baseUrl: provider.url,
    requestTimeoutMs,
    maxNetworkRetries: 0,
  });
}

/** Starts everything; holds end by the settings, which are those of production unless the test says otherwise. */
export async function startShop(options: StackOptions & { standIn?: StandInOptions } = {}): Promise<Shop> {
  const port = await freePort();
  const { provider, close } = await startProvider(port, options.standIn);
  const stack = await startStack({
    ...options,
    port,
    payments: clientOf(provider),
    settings: { checkoutOrigin: provider.url, ...options.settings },
  });
  // What the worker commits goes out by the relay, which is part of its process.
  const stopping = new AbortController();
  const relay = runRelay(stack.db, createWorkflowStarter(stack.temporal, stack.taskQueue), {
    intervalMs: 50,
    log: pino({ level: 'silent' }),
    signal: stopping.signal,
  });
  let keys = 0;
  const post = (path: string, body: object, buyer: Customer, key: string) =>
    call<CheckoutSessionCreated & { code: string }>(stack.api, 'POST', path, {
      key: buyer.apiKey,
      body,
      headers: { 'idempotency-key': key },
    });
  const order = async (orderId: string, buyer = stack.customer) =>
    (await call<Order>(stack.api, 'GET', `/v1/orders/${orderId}`, { key: buyer.apiKey })).body;
  return {
    ...stack,
    provider,
    offer: (mode, contributorAccountId) => offer(stack.db, mode, contributorAccountId),
    buyer: (mode = 'live') => createCustomer(stack.db, { mode, credits: 0 }),
    purchase: (id, buyer = stack.customer, key = `key-${keys++}`) =>
      post(`/v1/opportunities/${id}/purchase`, CONSENTED, buyer, key),
    checkout: (body, buyer = stack.customer, key = `key-${keys++}`) =>
      post('/v1/checkout-sessions', { ...CONSENTED, ...body }, buyer, key),
    order,
    sweep: () =>
      stack.temporal.workflow.execute('paymentSweep', {
        taskQueue: stack.taskQueue,
        workflowId: `sweep-${Math.random()}`,
        args: [],
      }),
    orderIn: (orderId, states, buyer) =>
      eventually(
        `order ${orderId} is ${states.join(' or ')}`,
        async () => {
          const found = await order(orderId, buyer);
          return states.includes(found.status) && found;
        },
        30_000,
      ),
    async close() {
      stopping.abort();
      await relay;
      await close();
      await stack.close();
    },
  };
}

/** Puts an opportunity on offer, with stand-ins for its documents, and returns its id. */
export async function offer(
  db: TestDatabase,
  mode: 'live' | 'test' = 'live',
  contributorAccountId: string | null = null,
): Promise<string> {
  const opportunityId = newId('opp');
  const opportunity: OpportunityImport = {
    opportunityId,
    mode,
    title: `Opportunity ${opportunityId.slice(-6)}`,
    summary: 'What anybody may read of it.',
    niche: 'Heat pumps',
    audience: 'Owners of old houses',
    geography: 'Germany',
    language: 'de-DE',
    score: sampleFindings.verdict.score,
    price: { amount: 59_900, currency: 'usd' },
    contributorAccountId,
    findings: { ...sampleFindings, mode },
  };
  await importOpportunity(db, opportunity, { html: Buffer.from('<p>dossier</p>'), pdf: Buffer.from('%PDF-1.7') });
  return opportunityId;
}
