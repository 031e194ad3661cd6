import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutSessionCreated } from '../../contracts/orders';
import type { Withdrawal } from '../../contracts/withdrawals';
import {
  call,
  createCustomer,
  createEvaluation,
  createSearch,
  IDEA,
  SEARCH,
  type Answer,
  type Customer,
} from '../../test/support/api';
import { withdraw } from '../../test/support/contributors';
import { retryUntilAnswered, retryOnOutage } from '../../test/support/patience';
import { CONSENTED, offer } from '../../test/support/shop';
import type { World } from './world';

/** Longer than every outage of a drill together with the work itself. */
const ENDS_WITHIN_MS = 300_000;
const CANDIDATES = 3;
/** How an object is read until it has ended: runs hold the answer for so long, the others are asked again after a second. */
const WAITING = { prefer: 'wait=20' };
const AGAIN_MS = 1_000;

const turn = <T>(all: readonly T[], number: number) => all[number % all.length]!;

/** Starts an evaluation and follows it to its end. */
export async function evaluate(world: World, number: number): Promise<void> {
  const customer = turn(world.customers, number);
  const body = { idea: `${IDEA} ${number}` };
  await run(world, 'evaluation', customer, () => createEvaluation(world.api, customer, `evaluation-${number}`, body));
}

/** Starts a search of three candidates and follows it to its end. */
export async function search(world: World, number: number): Promise<void> {
  const customer = turn(world.customers, number);
  const body = { ...SEARCH, candidateCount: CANDIDATES };
  await run(world, 'search', customer, () => createSearch(world.api, customer, `search-${number}`, body));
}

async function run(
  world: World,
  what: 'evaluation' | 'search',
  customer: Customer,
  send: () => Promise<Answer<{ runId: string; code: string }>>,
): Promise<void> {
  const ends = world.tally.ask(what);
  const begun = await retryUntilAnswered(`POST of an ${what}`, send, world.tally);
  if (begun?.status !== 202) return refused(world, what, begun);
  const status = await follow(world, customer, `/v1/runs/${begun.body.runId}`, ['queued', 'running']);
  if (status !== 'completed') return world.tally.breaks(`run ${begun.body.runId} ended as ${status}`);
  ends();
}

/** Buys a credit or an opportunity, pays, and waits until the order is fulfilled. */
export async function purchase(world: World, number: number): Promise<void> {
  const ends = world.tally.ask('purchase');
  // Each has a buyer of its own: one may hold two opportunities at a time.
  const customer = await retryOnOutage(() => createCustomer(world.db, { credits: 0 }));
  const product =
    number % 2 === 0
      ? { product: 'idea_check' }
      : { product: 'opportunity', opportunityId: await retryOnOutage(() => offer(world.db)) };
  const send = () =>
    call<CheckoutSessionCreated & { code: string }>(world.api, 'POST', '/v1/checkout-sessions', {
      key: customer.apiKey,
      body: { ...CONSENTED, ...product },
      headers: { 'idempotency-key': `purchase-${number}` },
    });
  const opened = await retryUntilAnswered('POST /v1/checkout-sessions', send, world.tally);
  if (opened?.status !== 200) return refused(world, 'purchase', opened);
  const { orderId, checkoutSessionId } = opened.body;
  await world.provider.pay(checkoutSessionId!);
  const status = await follow(world, customer, `/v1/orders/${orderId}`, ['creating', 'pending_payment']);
  if (status !== 'fulfilled') return world.tally.breaks(`order ${orderId} ended as ${status}`);
  ends();
}

/** Asks for money and waits until it is paid out. */
export async function takeOut(world: World, number: number): Promise<void> {
  const ends = world.tally.ask('withdrawal');
  const contributor = turn(world.contributors, number);
  const body = { amount: 1_000 + number, currency: 'usd' };
  const send = () => withdraw(world.api, contributor, body, `withdrawal-${number}`);
  const asked = await retryUntilAnswered<Withdrawal & { code: string }>('POST /v1/withdrawals', send, world.tally);
  if (asked?.status !== 202) return refused(world, 'withdrawal', asked);
  const { withdrawalId } = asked.body;
  const underway = ['requested', 'under_review', 'processing', 'in_transit'];
  const status = await follow(world, contributor, `/v1/withdrawals/${withdrawalId}`, underway);
  if (status !== 'paid') return world.tally.breaks(`withdrawal ${withdrawalId} ended as ${status}`);
  ends();
}

/** Reads an object until its status is none of `underway`, or for too long; returns the last one. */
async function follow(world: World, customer: Customer, path: string, underway: string[]): Promise<string> {
  let status = 'unknown';
  for (const until = Date.now() + ENDS_WITHIN_MS; Date.now() < until; await sleep(AGAIN_MS)) {
    const read = () =>
      call<{ status: string; code: string }>(world.api, 'GET', path, { key: customer.apiKey, headers: WAITING });
    const answer = await retryUntilAnswered(`GET ${path}`, read, world.tally);
    status = answer?.body.status ?? 'unknown';
    if (answer?.status !== 200 || !underway.includes(status)) return status;
  }
  return status;
}

function refused(world: World, what: string, answer: Answer<object> | null): void {
  world.tally.breaks(`a request for an ${what} was refused: ${answer?.text.slice(0, 300)}`);
}
