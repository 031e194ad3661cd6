import { createCustomer, type Customer } from '../support/api';
import { eventually } from '../support/eventually';
import { moneyFlaws } from '../support/money-invariants';
import { offer } from '../support/shop';
import { prepareShop, type ShopProcesses } from '../support/shop-processes';
import { setTimeout as sleep } from 'node:timers/promises';

const ORDERS = 500;
/** Some buyers meet their own open order again, which opens no other. */
const BUYS = 530;
const AT_ONCE = 24;
const SEED = Number(process.env.PURCHASES_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Numbers from 0 to 1 that follow from the seed alone (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomFrom(SEED);
const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;

const FAULTS = [
  ['checkout.session.completed', 'drop_event'],
  ['checkout.session.completed', 'duplicate_event'],
  ['checkout.session.completed', 'delay_event'],
  ['refund.updated', 'drop_event'],
  ['POST /v1/checkout/sessions', 'error_500'],
  ['POST /v1/checkout/sessions', 'timeout_after'],
  ['GET /v1/checkout/sessions/*', 'error_500'],
  ['POST /v1/checkout/sessions/*/expire', 'timeout_after'],
  ['POST /v1/refunds', 'error_500'],
  ['POST /v1/refunds', 'timeout_after'],
] as const;

let shop: ShopProcesses;
let buyers: Customer[];
let offers: string[];
beforeAll(async () => {
  shop = await prepareShop({ lifetime: '15s', grace: '20s', sweep: '3s' });
  buyers = await Promise.all(Array.from({ length: 60 }, () => createCustomer(shop.db, { credits: 0 })));
  // Fewer than there are buyers for them: many meet.
  offers = await Promise.all(Array.from({ length: 80 }, () => offer(shop.db)));
  await Promise.all([shop.api.start(), shop.worker.start()]);
}, 120_000);
afterAll(() => shop.close());

/** One buyer's way: order, with repetitions as a client should make them, then pay, or not, or late, or twice. */
async function buy(key: string): Promise<void> {
  const buyer = oneOf(buyers);
  let body: object = { product: 'idea_check' };
  if (random() < 0.5) body = { product: 'opportunity', opportunityId: oneOf(offers) };
  const plan = oneOf(['pay', 'pay', 'pay', 'pay', 'slow', 'decline', 'leave', 'late'] as const);
  let sessionId: string | null = null;
  for (let attempt = 0; attempt < 300 && sessionId === null; attempt++) {
    const answer = await shop.checkout(body, buyer, key).catch(() => null);
    if (answer?.status === 200) sessionId = answer.body.checkoutSessionId;
    else if (answer?.status === 409 && answer.body.code !== 'idempotency_in_flight') {
      // Somebody else was faster: this buyer takes a credit instead.
      [body, key] = [{ product: 'idea_check' }, `${key}-instead`];
    } else await sleep(300);
  }
  if (sessionId === null || plan === 'leave') return;
  if (plan === 'slow') await sleep(2_000);
  if (plan === 'late') await endHold(sessionId);
  await shop.provider.pay(sessionId, {
    outcome: plan === 'decline' ? 'declined' : 'paid',
    ...(plan === 'late' && { force: true }),
  });
}

/** Lets the hold of an order end, as if its payment came after all that time. */
async function endHold(checkoutSessionId: string): Promise<void> {
  const past = new Date(Date.now() - 1_000);
  await shop.db.prisma.order.updateMany({ where: { checkoutSessionId }, data: { holdEndsAt: past } });
}

async function disturb(until: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  void until.finally(() => over.abort()).catch(() => undefined);
  while (!over.signal.aborted) {
    const [match, effect] = oneOf(FAULTS);
    await shop.provider.fault(match, effect, 1 + Math.floor(random() * 2), 1_500);
    const victim = random() < 0.06 ? shop.worker : random() < 0.05 ? shop.api : null;
    await victim?.kill();
    await victim?.start();
    await sleep(300 + random() * 700);
  }
}

test(`500 orders under random faults and kills keep every promise about money (seed ${SEED})`, async () => {
  process.stdout.write(`random purchases: PURCHASES_SEED=${SEED}\n`);
  const keys = Array.from({ length: BUYS }, (_, i) => `random-${i}`).values();
  const buying = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const key of keys) await buy(key);
    }),
  );
  await Promise.all([buying, disturb(buying)]);
  await shop.provider.control('faults', undefined, 'DELETE');
  const flaws = await eventually(
    'nothing is under way any more',
    async () => {
      const open = await shop.db.prisma.order.count({
        where: { status: { in: ['creating', 'pending_payment', 'refund_pending'] } },
      });
      const found = await moneyFlaws(shop.db, shop.provider);
      return open === 0 && found.length === 0 && ['none'];
    },
    150_000,
  ).catch(async () => moneyFlaws(shop.db, shop.provider));
  expect(flaws).toEqual(['none']);
  const outcomes = await shop.db.prisma.order.groupBy({ by: ['status'], _count: true });
  const counts = Object.fromEntries(outcomes.map(({ status, _count }) => [status, _count]));
  const reasons = await shop.db.prisma.payment.groupBy({ by: ['reason'], _count: true });
  const why = Object.fromEntries(reasons.map(({ reason, _count }) => [reason ?? 'granted', _count]));
  process.stdout.write(`${JSON.stringify({ orders: counts, payments: why })}\n`);
  expect(outcomes.reduce((sum, { _count }) => sum + _count, 0)).toBeGreaterThanOrEqual(ORDERS);
  // The run met what it is for.
  expect(outcomes.map(({ status }) => status)).toEqual(expect.arrayContaining(['fulfilled', 'expired', 'refunded']));
}, 600_000);
