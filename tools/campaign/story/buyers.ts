import { setTimeout as sleep } from 'node:timers/promises';
import { PACK_CREDITS, type CheckoutSessionCreated } from '../../../contracts/orders';
import { call, type Answer } from '../../../test/support/api';
import { retryOnOutage } from '../../../test/support/patience';
import { CONSENTED } from '../../../test/support/shop';
import type { Dice } from '../dice';
import { returnByHand, disruptPayment } from './cardholders';
import { orderRun } from './runs';
import { addOffer, breaks, retryUntilAnswered, type Buyer, type World } from './world';

type Checkout = Answer<CheckoutSessionCreated & { code: string }>;

const PLANS = ['pay', 'pay', 'pay', 'pay', 'pay', 'slow', 'decline', 'leave', 'late', 'debit', 'failed debit'] as const;
/** After the end of a checkout and before the end of its hold. */
const SLOW_MS = 9_500;
/** Countries of payers, which decide about the tax on a payment. */
const COUNTRIES = ['US', 'US', 'DE', 'FR'];
/** Refusals that are no surprise: somebody else was faster, too much is held, the operator suspended the buyer. */
const EXPECTED = ['opportunity_unavailable', 'too_many_holds', 'account_suspended'];
const OBSERVED_FOR_MS = 20_000;

/** Buys again and again until the story is over: orders, pays once, late or never, and uses what was bought. */
export async function buyAgainAndAgain(world: World, dice: Dice, name: string): Promise<void> {
  for (let purchase = 0; !world.over.aborted; purchase++) {
    await buy(world, dice, `${name}-${purchase}`);
    await sleep(dice.between(0, 400));
  }
}

async function buy(world: World, dice: Dice, key: string): Promise<void> {
  const buyer = dice.oneOf(world.buyers);
  const plan = dice.oneOf(PLANS);
  const product = dice.oneOf(['idea_check', 'idea_check', 'idea_check', 'custom_search', 'opportunity', 'opportunity']);
  const twice = dice.chance(0.1);
  // Drawn before anything is asked for: the choices must not depend on how fast the answers come.
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
  else if (buyer.mode === 'live') await useCredits(world, after, { buyer, product, key, quantity });
  await disruptPayment(world, after, orderId);
}

/** Spends what was bought, or not. */
async function useCredits(
  world: World,
  dice: Dice,
  { buyer, product, key, quantity }: { buyer: Buyer; product: string; key: string; quantity: number },
): Promise<void> {
  for (let credit = 0; credit < quantity; credit++) {
    if (dice.chance(0.7)) await orderRun(world, dice, buyer, product, `${key}-${credit}`);
  }
}

async function order(world: World, buyer: Buyer, key: string, body: object, twice: boolean) {
  const { forgotten } = world;
  const send = () => checkout(world, buyer, key, body);
  const [answer, again] = await Promise.all([
    retryUntilAnswered(world, 'POST /v1/checkout-sessions', send),
    twice ? retryUntilAnswered(world, 'POST /v1/checkout-sessions', send) : null,
  ]);
  const both = answer?.status === 200 && again?.status === 200 && forgotten === world.forgotten;
  if (both && answer.body.orderId !== again.body.orderId)
    breaks(world, `one key opened two orders: ${answer.body.orderId} and ${again.body.orderId}`);
  if (answer?.status === 200) return answer.body;
  if (answer && !EXPECTED.includes(answer.body.code))
    breaks(world, `POST /v1/checkout-sessions was refused: ${answer.text.slice(0, 300)}`);
  return null;
}

function checkout({ parts }: World, buyer: Buyer, key: string, body: object): Promise<Checkout> {
  return call({ url: parts.apiUrl }, 'POST', '/v1/checkout-sessions', {
    key: buyer.apiKey,
    body: { ...CONSENTED, ...body },
    headers: { 'idempotency-key': key },
  });
}

async function pay(world: World, sessionId: string, plan: (typeof PLANS)[number], dice: Dice): Promise<void> {
  const { provider, db } = world.parts;
  if (plan === 'late') {
    // The hold ends under the payment, as it does when a payment raced the end of its checkout.
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

/** Status of the order once it has ended, as its buyer reads it, or its last one after a while. */
async function observe(world: World, orderId: string, buyer: Buyer): Promise<string> {
  let status = '';
  for (const until = Date.now() + OBSERVED_FOR_MS; Date.now() < until; await sleep(300)) {
    const answer = await retryUntilAnswered(world, 'GET /v1/orders/{id}', () =>
      call<{ status: string; code: string }>({ url: world.parts.apiUrl }, 'GET', `/v1/orders/${orderId}`, {
        key: buyer.apiKey,
      }),
    );
    status = answer?.body.status ?? '';
    if (status !== 'pending_payment' && status !== 'creating') break;
  }
  return status;
}
