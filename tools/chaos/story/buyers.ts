import { setTimeout as sleep } from 'node:timers/promises';
import { PACK_CREDITS, type CheckoutSessionCreated } from '../../../modules/orders/contract';
import { call, createCustomer, createEvaluation, createSearch, IDEA, type Customer } from '../../../test/support/api';
import { retryOnOutage } from '../../../test/support/eventually';
import { createCheckout, offer } from '../../../test/support/shop';
import type { Dice } from '../journal';
import { disruptPayment, returnByHand } from './cardholders';
import { addOffer, askWithKey, untilAnswered, ask, type Buyer, type World } from './world';

const PLANS = ['pay', 'pay', 'pay', 'pay', 'pay', 'slow', 'decline', 'leave', 'late', 'debit', 'failed debit'] as const;
const PRODUCTS = ['idea_check', 'idea_check', 'idea_check', 'custom_search', 'opportunity', 'opportunity'] as const;
/** This delay lets the checkout end, but not its hold. */
const SLOW_MS = 9_500;
/** Payers' countries, which decide the tax. */
const COUNTRIES = ['US', 'US', 'DE', 'FR'];
/** Expected refusals: another buyer was faster, this buyer has too many holds, or the account is suspended. */
const EXPECTED = ['opportunity_unavailable', 'too_many_holds', 'account_suspended'];
const OBSERVED_FOR_MS = 60_000;
const CROWD = 20;

/** Keeps buying until the story ends: orders; pays once, late or not at all; and uses the purchase. */
export async function buyAgainAndAgain(world: World, dice: Dice, name: string): Promise<void> {
  for (let purchase = 0; !world.over.aborted; purchase++) {
    await buy(world, dice, `${name}-${purchase}`);
    await sleep(dice.between(0, 400));
  }
}

/** Now and then, many buyers request a new opportunity at once. The winner pays. */
export async function rushForOne(world: World, dice: Dice): Promise<void> {
  const { db, provider } = world.place;
  const crowd: Customer[] = [];
  while (crowd.length < CROWD) crowd.push(await retryOnOutage(() => createCustomer(db, { credits: 0 })));
  for (let rush = 0; !world.over.aborted; rush++) {
    await sleep(dice.between(3_000, 15_000));
    const wanted = { product: 'opportunity', opportunityId: await retryOnOutage(() => offer(db)) };
    const orders = await Promise.all(crowd.map((each) => order(world, each, `rush-${rush}`, wanted, false)));
    const won = orders.filter((each) => each !== null);
    world.journal.note('rush', { ...wanted, orders: won.map(({ orderId }) => orderId) });
    for (const { checkoutSessionId } of won) if (checkoutSessionId) await provider.pay(checkoutSessionId);
  }
}

async function buy(world: World, dice: Dice, key: string): Promise<void> {
  const buyer = dice.oneOf(world.buyers);
  const plan = dice.oneOf(PLANS);
  const product = dice.oneOf(PRODUCTS);
  const twice = dice.chance(0.1);
  // Draw the sequence before any request, so that choices do not depend on response times.
  const after = dice.stream(key);
  const opportunityId = dice.oneOf(world.offers[buyer.mode]);
  const quantity = dice.oneOf([1, 1, PACK_CREDITS]);
  const wanted = product === 'opportunity' ? { product, opportunityId } : { product, quantity };
  const ordered = await order(world, buyer, key, wanted, twice);
  if (!ordered) return;
  const { orderId, checkoutSessionId: sessionId } = ordered;
  world.journal.note(`order ${product}, ${plan}`, { orderId, sessionId, accountId: buyer.accountId });
  if (sessionId === null || plan === 'leave') return;
  if (plan === 'slow') await sleep(SLOW_MS);
  await pay(world, sessionId, plan, after);
  const paid = await observe(world, orderId, buyer);
  if (paid !== 'fulfilled') return returnByHand(world, after, orderId);
  if (product === 'opportunity') await addOffer(world, buyer.mode);
  else if (buyer.mode === 'live')
    for (let credit = 0; credit < quantity; credit++)
      if (after.chance(0.7)) await orderRun(world, after, buyer, product, `${key}-${credit}`);
  await disruptPayment(world, after, orderId);
}

function order(world: World, buyer: Customer, key: string, body: object, twice: boolean) {
  const send = () => createCheckout({ url: world.place.apiUrl }, buyer, key, body);
  const idOf = ({ orderId }: CheckoutSessionCreated) => orderId;
  return askWithKey(world, 'POST /v1/checkout-sessions', send, { twice, expected: EXPECTED, idOf });
}

async function pay(world: World, sessionId: string, plan: (typeof PLANS)[number], dice: Dice): Promise<void> {
  const { provider, db } = world.place;
  if (plan === 'late') {
    // End the hold before the payment, as if the payment raced the end of the checkout.
    const holdEndsAt = new Date(Date.now() - 1_000);
    await retryOnOutage(() =>
      db.prisma.order.updateMany({ where: { checkoutSessionId: sessionId }, data: { holdEndsAt } }),
    );
  }
  const debit = plan === 'debit' || plan === 'failed debit';
  const outcome = plan === 'decline' ? 'declined' : debit ? 'delayed' : 'paid';
  const country = dice.oneOf(COUNTRIES);
  await provider.pay(sessionId, { outcome, country, ...(plan === 'late' && { force: true }) });
  if (plan === 'decline' && dice.chance(0.5)) await provider.pay(sessionId, { country });
  if (!debit) return;
  await sleep(dice.between(500, 6_000));
  const settled = plan === 'debit' ? 'succeeded' : 'failed';
  await provider.control(`checkout-sessions/${sessionId}/settle`, { outcome: settled });
}

/** Final status of the order as the buyer sees it. If the story ends first, the last status seen. */
async function observe(world: World, orderId: string, { apiKey: key }: Buyer): Promise<string> {
  let status = '';
  const read = () =>
    call<{ status: string; code: string }>({ url: world.place.apiUrl }, 'GET', `/v1/orders/${orderId}`, { key });
  for (const until = Date.now() + OBSERVED_FOR_MS; Date.now() < until; await sleep(300)) {
    const answer = await untilAnswered(world, 'GET /v1/orders/{id}', read);
    // Try again once the account is resumed.
    if (answer?.body.code === 'account_suspended') continue;
    status = answer?.body.status ?? '';
    if (status !== 'pending_payment' && status !== 'creating') break;
  }
  return status;
}

/** Profiles for searches, in scripts with and without spaces, and written from right to left. */
const OPERATORS = [
  ['Energy consultant in Leipzig, ten hours a week, 2,000 contacts among house owners', ['heat pumps', 'building law']],
  ['Fachanwältin für Vergaberecht in Köln mit zwölf Jahren Erfahrung', ['öffentliche Ausschreibungen', 'Straßenbau']],
  ['食品卸で15年の経験があり、地方の弁当製造業者をよく知っている発行者', ['弁当の仕入れ価格', '食品表示法']],
  ['محرر صحفي في القاهرة يعرف سوق العقارات منذ عشر سنوات', ['أسعار الشقق', 'قانون الإيجار']],
  ['Beekeeper 🐝 who writes well & quickly; <5 hours a week — "no ads", ever', ['bees <and> hives', 'honey & wax']],
] as const;
/** Expected refusals: a dispute or refund took the credit, or the operator suspended the account. */
const REFUSED_RUNS = ['402', 'account_suspended'];

/** Spends a credit on a run. Cancels every fifth run, either at once or during research. */
async function orderRun(world: World, dice: Dice, buyer: Buyer, product: string, key: string): Promise<void> {
  const [cancels, afterMs, twice] = [dice.chance(0.2), dice.oneOf([0, 0, 300, 1_000]), dice.chance(0.15)];
  const api = { url: world.place.apiUrl };
  const isCheck = product === 'idea_check';
  const wanted = drawSearch(dice.stream(key));
  const send = () =>
    isCheck ? createEvaluation(api, buyer, key, { idea: `${IDEA} ${key}` }) : createSearch(api, buyer, key, wanted);
  const idOf = ({ runId }: { runId: string }) => runId;
  const what = `POST /v1/${isCheck ? 'evaluations' : 'searches'}`;
  const begun = await askWithKey(world, what, send, { twice, expected: REFUSED_RUNS, idOf });
  if (!begun) return;
  const { runId, entitlementId } = begun;
  world.journal.note(`run of ${product}`, { runId, entitlementId, accountId: buyer.accountId });
  if (!cancels) return;
  await sleep(afterMs);
  const canceled = await untilAnswered(world, 'POST /v1/runs/{id}/cancel', () =>
    call<{ code: string }>(api, 'POST', `/v1/runs/${runId}/cancel`, { key: buyer.apiKey }),
  );
  world.journal.note('run canceled', { runId, status: canceled?.status });
}

function drawSearch(dice: Dice) {
  const [operatorProfile, expertise] = dice.oneOf(OPERATORS);
  return { operatorProfile, expertise: [...expertise], candidateCount: dice.oneOf([3, 3, 3, 6]) };
}

/** Expected refusals of a form: another buyer was faster, or guests hold too many opportunities. */
const EXPECTED_OF_FORMS = ['opportunity_unavailable', 'too_many_holds'];

/** Guests keep buying: they order through a form and pay with their email address. */
export async function buyByForm(world: World, dice: Dice, name: string): Promise<void> {
  for (let visit = 0; !world.over.aborted; visit++) {
    await sleep(dice.between(200, 2_000));
    await buyOnce(world, dice.stream(`${name}-${visit}`), `${name}-${visit}`);
  }
}

async function buyOnce(world: World, dice: Dice, key: string): Promise<void> {
  const product = dice.oneOf(['idea_check', 'custom_search', 'opportunity']);
  const opportunityId = product === 'opportunity' ? dice.oneOf(world.offers.live) : '';
  const quantity = product === 'opportunity' ? '1' : dice.oneOf(['1', String(PACK_CREDITS)]);
  const consents = { immediateAccessConsent: 'on', withdrawalLossAcknowledgment: 'on' };
  const form = new URLSearchParams({ product, opportunityId, quantity, idempotencyKey: key, ...consents });
  const address = { 'x-forwarded-for': `203.0.${dice.between(0, 255)}.${dice.between(1, 254)}` };
  // Opening the form sets the browser's cookie.
  const api = { url: world.place.apiUrl };
  const page = await untilAnswered(world, 'GET /buy', () =>
    call<{ code?: string }>(api, 'GET', '/buy?product=idea_check', { headers: address }),
  );
  const cookie = page?.headers.get('set-cookie')?.split(';')[0] ?? '';
  const headers = { ...address, cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const send = () => call<{ code?: string }>(api, 'POST', '/checkout/start', { body: form.toString(), headers });
  const answer = await ask(world, 'POST /checkout/start', send, EXPECTED_OF_FORMS);
  const sessionId = /cs_\w+/.exec(answer?.headers.get('location') ?? '')?.[0];
  if (sessionId === undefined) return;
  world.journal.note(`order ${product}, by a stranger`, { sessionId });
  if (dice.chance(0.3)) return;
  await world.place.provider.pay(sessionId, {
    email: `${key}@stranger.example`,
    country: dice.oneOf(['US', 'DE', 'FR']),
  });
  if (product === 'opportunity') await addOffer(world, 'live');
}
