import { pino } from 'pino';
import type { Mode } from '../../base/access';
import { newId } from '../../base/ids';
import { freePort, LOOPBACK } from '../../local/ports';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import type { OpportunityImport } from '../../modules/opportunities/contract';
import { importOpportunity } from '../../modules/opportunities/store/import';
import type { CheckoutSessionCreated, Order } from '../../modules/orders/contract';
import type { CheckoutTerms, Payments } from '../../modules/orders/payment-provider';
import type { Database } from '../../prisma/client';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { createPaymentsStandIn, type StandInOptions } from '../../stand-ins/payments/stand-in';
import type { DisputeStatus } from '../../stand-ins/payments/world';
import { createPayments } from '../../vendors/payments/open-payments';
import { createWorkflowStarter } from '../../vendors/workflow-starter';
import { runRelay } from '../../worker/relay';
import { call, create, createCustomer, type Customer } from './api';
import { eventually } from './eventually';
import { closedAtEnd } from './leftovers';
import { startStack, type StackOptions } from './stack';

/** Secrets of the webhook endpoint, one per mode. */
export const WEBHOOK_SECRETS = { live: 'whsec_live_of_the_shop', test: 'whsec_test_of_the_shop' };

export const DEPLOYMENT_OF_TESTS = 'deployment-of-tests';

/** Both consents that a purchase requires. */
export const CONSENTED = { immediateAccessConsent: true, withdrawalLossAcknowledgment: true } as const;

type CheckoutAnswer = CheckoutSessionCreated & { code: string };

/** Opens a checkout over HTTP, with both consents. */
export const createCheckout = (api: { url: string }, buyer: { apiKey: string }, key: string, body: object) =>
  create<CheckoutAnswer>(api, '/v1/checkout-sessions', buyer, key, { ...CONSENTED, ...body });

/** The response of the stand-in's `_control/ledger`. */
export interface Ledger {
  charges: {
    id: string;
    paymentIntent: string;
    orderId: string;
    amount: number;
    currency: string;
    status: string;
    /** Time of creation, in seconds since 1970. */
    created: number;
  }[];
  refunds: { id: string; paymentIntent: string; orderId: string; amount: number; status: string }[];
  /** `taken`: the part of the charge that the dispute took and has not returned, in the charge's minor units. */
  disputes: {
    id: string;
    paymentIntent: string;
    amount: number;
    status: DisputeStatus;
    taken: number;
    moved: boolean;
    refundable: boolean;
  }[];
  transfers: { id: string; withdrawalId: string; amount: number; status: string }[];
  payouts: { id: string; withdrawalId: string; amount: number; currency: string; status: string }[];
}

/** The control API of a payment stand-in. */
export type Provider = ReturnType<typeof controlProvider>;

/** The whole product with a payment provider. */
export type Shop = Awaited<ReturnType<typeof startShop>>;

/** Wraps the control API of the payment stand-in at `url`. */
export function controlProvider(url: string) {
  const control = async <T>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> => {
    const answer = await fetch(`${url}/_control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    return (await answer.json()) as T;
  };
  return {
    url,
    control,
    pay: (sessionId: string, body: object = {}) =>
      control<{ status: string }>(`checkout-sessions/${sessionId}/pay`, { outcome: 'paid', ...body }),
    fault: (match: string, effect: string, times = 1, delayMs?: number) =>
      control<unknown>('faults', { match, effect, times, ...(delayMs !== undefined && { delayMs }) }),
    /** Waits until every fault has occurred the requested number of times. */
    allFaultsTaken: () =>
      eventually('every fault has struck', async () =>
        (await control<{ times: number }[]>('faults')).every(({ times }) => times === 0),
      ),
    ledger: () => control<Ledger>('ledger'),
    /**
     * Refunds a payment or part of it, as a person does in the provider's dashboard; returns the refund's ID.
     * @throws Error if the provider refuses
     */
    async refundByHand(paymentIntent: string, amount?: number, mode: Mode = 'live'): Promise<string> {
      const body = new URLSearchParams({ payment_intent: paymentIntent, ...(amount && { amount: `${amount}` }) });
      const headers = { authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS[mode]}` };
      const answer = await fetch(`${url}/v1/refunds`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(await answer.text());
      return ((await answer.json()) as { id: string }).id;
    },
  };
}

/**
 * Starts a payment provider in this process that sends webhooks to a port. `age` moves its clock ahead by a number of
 * seconds.
 */
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
  return { provider, age: (seconds: number) => standIn.age(seconds), close: closedAtEnd(() => standIn.close()) };
}

/** The product's client for a provider, with shorter timeouts than in production. */
export function clientOf(
  provider: Provider,
  requestTimeoutMs = 2_000,
  deploymentId = DEPLOYMENT_OF_TESTS,
  checkout: CheckoutTerms = { tax: null, invoices: false },
) {
  return createPayments({
    keys: PAYMENTS_STAND_IN_KEYS,
    webhookSecrets: { live: [WEBHOOK_SECRETS.live], test: [WEBHOOK_SECRETS.test] },
    deploymentId: () => Promise.resolve(deploymentId),
    baseUrl: provider.url,
    requestTimeoutMs,
    maxNetworkRetries: 0,
    checkout,
  });
}

export interface ShopOptions extends StackOptions {
  standIn?: StandInOptions;
  checkout?: CheckoutTerms;
  /** Wraps the provider's real client, to observe its calls or make them fail. */
  observe?(payments: Payments): Payments;
}

/** Starts the stack and a payment provider. By default, holds last as long as in production. */
export async function startShop(options: ShopOptions = {}) {
  const port = await freePort();
  const { provider, age, close } = await startProvider(port, options.standIn);
  const stack = await startStack({
    ...options,
    port,
    payments: (options.observe ?? ((payments) => payments))(clientOf(provider, undefined, undefined, options.checkout)),
  });
  // Runs the relay, as the worker process does.
  const stopping = new AbortController();
  const relay = runRelay(stack.db, createWorkflowStarter(stack.temporal, stack.taskQueue), {
    intervalMs: 50,
    log: pino({ level: 'silent' }),
    signal: stopping.signal,
  });
  let keys = 0;
  const order = async (orderId: string, buyer: Customer = stack.customer) =>
    (await call<Order>(stack.api, 'GET', `/v1/orders/${orderId}`, { key: buyer.apiKey })).body;
  return {
    ...stack,
    provider,
    offer: (mode?: Mode, contributorAccountId?: string) => offer(stack.db, mode, contributorAccountId),
    /** Creates another customer with a key. */
    buyer: (mode: Mode = 'live') => createCustomer(stack.db, { mode, credits: 0 }),
    purchase: (opportunityId: string, buyer: Customer = stack.customer, key = `key-${keys++}`) =>
      create<CheckoutAnswer>(stack.api, `/v1/opportunities/${opportunityId}/purchase`, buyer, key, CONSENTED),
    checkout: (body: object, buyer: Customer = stack.customer, key = `key-${keys++}`) =>
      createCheckout(stack.api, buyer, key, body),
    order,
    /** Moves the provider's clock forward by whole seconds. */
    ageProvider: age,
    /** Runs the payment sweep; resolves when it has ended. */
    sweep: (): Promise<unknown> =>
      stack.temporal.workflow.execute('paymentSweep', {
        taskQueue: stack.taskQueue,
        workflowId: `sweep-${Math.random()}`,
        args: [],
      }),
    /** Waits until an order is in one of these states; returns the order. */
    orderIn: (orderId: string, states: readonly string[], buyer?: Customer): Promise<Order> =>
      eventually(
        `order ${orderId} is ${states.join(' or ')}`,
        async () => {
          const found = await order(orderId, buyer);
          return states.includes(found.status) && found;
        },
        90_000,
      ),
    async halt() {
      stopping.abort();
      await Promise.all([relay, stack.halt()]);
    },
    close: closedAtEnd(async () => {
      stopping.abort();
      await relay;
      await close();
      await stack.close();
    }),
  };
}

/** Puts an opportunity on offer and returns its id. */
export async function offer(
  db: Database,
  mode: Mode = 'live',
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
  await importOpportunity(db, opportunity);
  return opportunityId;
}
