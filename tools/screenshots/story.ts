import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Order } from '../../contracts/orders';
import type { ReadyFile } from '../../local/ready-file';
import { eventually } from '../../test/support/eventually';
import { CONSENTED, controlProvider } from '../../test/support/shop';
import { ACCOUNT_PAGES } from './pages';

const FINISHED = ['completed', 'failed', 'canceled', 'expired'];
const REFUSED = 'A daily digest of what the agent refuses to look into';
const WITHIN_MS = 180_000;

type Customer = ReturnType<typeof customerOf>;
interface Bought {
  orderId: string;
  opportunityId: string;
  checkoutSessionId: string;
}

/** Lives the life of a customer through the API and returns the pages that it fills. */
export async function livedPages(ready: ReadyFile): Promise<string[]> {
  const customer = customerOf(ready);
  const runs = await finishedRuns(customer, ready);
  const bought = await purchases(customer, ready);
  const webhook = await webhookWithDeliveries(customer);
  const live = await runsUnderWay(customer, ready);
  return [
    ...ACCOUNT_PAGES,
    ...[...runs, ...live].map((id) => `/account/runs/${id}`),
    `/account/runs/new?from=${runs[0]}`,
    ...bought.map(({ orderId }) => `/account/purchases/${orderId}`),
    ...bought.map(({ opportunityId }) => `/opportunities/${opportunityId}`),
    ...bought.map(({ checkoutSessionId }) => `/checkout/success?session_id=${checkoutSessionId}`),
    `/checkout/cancelled?order=${bought.at(-1)!.orderId}`,
    `/account/webhooks/${webhook}`,
  ];
}

function customerOf({ api, keys }: ReadyFile) {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = {
      'x-api-key': keys.live,
      'idempotency-key': crypto.randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    };
    // A machine that is busy with something else answers late: the same request again, as clients do.
    const answer = await eventually(
      `${method} ${path}`,
      async () => {
        const given = await fetch(api + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
        return given.status !== 503 && given;
      },
      WITHIN_MS,
    );
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

const idea = (text: string) => ['evaluations', { idea: text, audience: 'Home owners from 35 to 65' }] as const;
const search = (candidateCount: number) =>
  ['searches', { operatorProfile: 'An editor of trade journals', expertise: ['heating'], candidateCount }] as const;

async function start(customer: Customer, [kind, body]: ReturnType<typeof idea | typeof search>): Promise<string> {
  return (await customer<{ runId: string }>('POST', `/v1/${kind}`, body)).runId;
}

/** An Idea Check and a search that completed, and a run that failed. */
async function finishedRuns(customer: Customer, { agents }: ReadyFile): Promise<string[]> {
  await control(agents!, 'faults', { match: `task:${REFUSED}`, effect: 'refusal', times: 20 });
  const asked = [idea('A fortnightly letter on heat pumps for owners of old houses'), search(4), idea(REFUSED)];
  const runs = await Promise.all(asked.map((one) => start(customer, one)));
  for (const id of runs) {
    const ended = async () => FINISHED.includes((await customer<{ status: string }>('GET', `/v1/runs/${id}`)).status);
    await eventually(`the end of ${id}`, ended, WITHIN_MS);
  }
  return runs;
}

/** A run and a search under way, whose agents now take their time, and a run that was canceled. */
async function runsUnderWay(customer: Customer, { agents }: ReadyFile): Promise<string[]> {
  await control(agents!, 'pace', { stepMs: 60_000 });
  const asked = [idea('A monthly letter on wine law for importers'), search(5), idea('A weekly letter on canoes')];
  const [run, portfolio, canceled] = await Promise.all(asked.map((one) => start(customer, one)));
  await customer('POST', `/v1/runs/${canceled}/cancel`);
  return [run!, portfolio!, canceled!];
}

/** Purchases that were paid, refunded, whose debit is under way, whose debit failed, and one that was left. */
async function purchases(customer: Customer, { payments, account }: ReadyFile): Promise<Bought[]> {
  const provider = controlProvider(payments!);
  const offered = await customer<{ opportunityId: string; availability: string }[]>('GET', '/v1/opportunities');
  const free = offered.filter(({ availability }) => availability === 'available');
  if (free.length < 5) throw new Error(`Only ${free.length} opportunities are on offer: five are needed`);
  const buy = async ({ opportunityId }: { opportunityId: string }): Promise<Bought> => ({
    ...(await customer<Bought>('POST', `/v1/opportunities/${opportunityId}/purchase`, CONSENTED)),
    opportunityId,
  });
  const pay = (order: Bought, outcome: string) =>
    provider.pay(order.checkoutSessionId, { outcome, email: account.email, country: 'DE' });
  const until = (order: Bought, ...states: string[]) =>
    eventually(
      `${order.orderId} is ${states.join(' or ')}`,
      async () => states.includes((await customer<Order>('GET', `/v1/orders/${order.orderId}`)).status),
      WITHIN_MS,
    );
  // One after the other: two opportunities at most are reserved for an account.
  const [paid, refunded] = [await buy(free[0]!), await buy(free[1]!)];
  for (const order of [paid, refunded]) await pay(order, 'paid');
  for (const order of [paid, refunded]) await until(order, 'fulfilled');
  const declined = await buy(free[2]!);
  await pay(declined, 'delayed');
  await provider.control(`checkout-sessions/${declined.checkoutSessionId}/settle`, { outcome: 'failed' });
  await until(declined, 'failed');
  const debited = await buy(free[3]!);
  await pay(debited, 'delayed');
  const left = await buy(free[4]!);
  const { charges } = await provider.ledger();
  await provider.refundByHand(charges.find(({ orderId }) => orderId === refunded.orderId)!.paymentIntent);
  await until(refunded, 'refunded');
  return [paid, refunded, declined, debited, left];
}

/** An endpoint that was sent a test event. */
async function webhookWithDeliveries(customer: Customer): Promise<string> {
  let received = 0;
  const receiver = createServer((_, response) => void response.writeHead(received++ === 0 ? 500 : 204).end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/events/of/newsletter-opportunity-intelligence`;
  const { webhookId } = await customer<{ webhookId: string }>('POST', '/v1/webhooks', {
    url,
    eventTypes: ['webhook.test'],
    description: 'Receiver of our editorial system',
  });
  receiver.unref();
  return webhookId;
}

async function control(address: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${address}/_control/${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}
