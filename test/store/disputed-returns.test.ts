/**
 * Guarantee: in any order of disputes, refunds, their failures and their webhooks, an owed payment is returned exactly
 * once, or an alert tells an operator about the missing part.
 */
import fc from 'fast-check';
import { createOrderActivities } from '../../activities/order-activities';
import { createRefundActivities } from '../../activities/refund-activities';
import { Failure } from '../../base/failures';
import { refundOrder, settleRefunds } from '../../modules/orders/store/decisions';
import { createCustomer } from '../support/api';
import { ledgerFlaws, moneyFlaws } from '../support/money-invariants';
import { openTestOrder } from '../support/sales';
import { clientOf } from '../support/shop';
import { useDatabase, useProvider } from '../support/use';

const db = useDatabase();
const provider = useProvider();

const percent = fc.integer({ min: 1, max: 100 });
const which = fc.nat(4);
const dispute = fc.record({
  does: fc.constant('dispute' as const),
  part: percent,
  currency: fc.constantFrom('usd', 'eur', 'gbp'),
});
const verdict = fc.record({
  does: fc.constant('close' as const),
  which,
  outcome: fc.constantFrom('won' as const, 'lost' as const),
  returned: fc.oneof(fc.constant(0), percent),
  refundable: fc.constantFrom(true, true, true, false),
});
const byHand = fc.record({ does: fc.constant('refund by hand' as const), part: percent });
const failure = fc.record({ does: fc.constant('fail' as const), which });
const news = fc.record({ does: fc.constant('hear' as const), which });
const work = fc.record({ does: fc.constant('work' as const) });
const command = fc.record({ does: fc.constant('command' as const) });
const settling = fc.record({ does: fc.constant('settle' as const) });
const step = fc.oneof(
  { weight: 3, arbitrary: dispute },
  { weight: 4, arbitrary: verdict },
  { weight: 1, arbitrary: byHand },
  { weight: 1, arbitrary: failure },
  { weight: 4, arbitrary: news },
  { weight: 3, arbitrary: work },
  { weight: 1, arbitrary: command },
  { weight: 1, arbitrary: settling },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const story = fc.record({
  granted: fc.boolean(),
  price: fc.integer({ min: 60, max: 30_000 }),
  currency: fc.constantFrom('usd', 'eur'),
  // Most payments start with a dispute, even if the product refunds them at once.
  first: fc.option(dispute, { freq: 4 }),
  steps: fc.array(step, { minLength: 1, maxLength: 14, size: 'max' }),
  last: fc.array(fc.constantFrom('lost' as const, 'lost' as const, 'won' as const), { minLength: 4, maxLength: 4 }),
});
type Story = typeof story extends fc.Arbitrary<infer One> ? One : never;

/** A paid order that was either granted or, before the payment, canceled by its buyer. The steps act on its payment. */
async function paidOrder({ granted, price, currency }: Story) {
  const payments = clientOf(provider);
  const { accountId } = await createCustomer(db, { credits: 0 });
  const orderId = await openTestOrder(db, { accountId, price });
  const session = await payments.createCheckoutSession({
    orderId,
    attempt: 1,
    mode: 'live',
    product: 'Idea Check',
    price: { amount: price, currency },
    expiresAt: new Date(Date.now() + 31 * 60_000),
    successUrl: 'https://shop.example/done',
    cancelUrl: 'https://shop.example/back',
    customerEmail: null,
    heldUntil: null,
  });
  const status = granted ? 'pending_payment' : 'canceled';
  const data = { checkoutSessionId: session.id, priceCurrency: currency, status };
  await db.prisma.order.update({ where: { id: orderId }, data });
  await provider.pay(session.id);
  const orders = createOrderActivities({ db, payments, shareMaturityMs: 0 });
  const refunds = createRefundActivities({ db, payments });
  const { paymentId } = (await orders.settlePayment(orderId, session.id))!;
  return { orderId, paymentId, orders, refunds };
}

async function told({ granted, ...rest }: Story): Promise<void> {
  const { orderId, paymentId, orders, refunds } = await paidOrder({ granted, ...rest });
  const at = async () => {
    const { charges, disputes, refunds: made } = await provider.ledger();
    const of = <T extends { paymentIntent: string }>(all: T[]) =>
      all.filter((each) => each.paymentIntent === paymentId);
    const effective = of(made).filter(({ status }) => status !== 'failed');
    return { charge: of(charges)[0]!, disputes: of(disputes), refunds: of(made), effective };
  };
  const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);

  /** Runs a step of the product, and checks that its refund does not repeat an earlier return. */
  const act = async (does: () => Promise<unknown>) => {
    const before = await at();
    await does().catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
    });
    expect(await ledgerFlaws(db)).toEqual([]);
    const after = await at();
    if (after.refunds.length === before.refunds.length) return;
    const wentBack = sum(after.effective.map(({ amount }) => amount)) + sum(after.disputes.map(({ taken }) => taken));
    expect(wentBack).toBeLessThanOrEqual(after.charge.amount);
  };
  const hear = (disputeId: string) => act(() => orders.recordDispute(orderId, disputeId));

  const part = async (percentOf: number) => Math.max(1, Math.floor(((await at()).charge.amount * percentOf) / 100));
  const nth = <T>(all: T[], n: number): T | undefined => all[n % Math.max(1, all.length)];
  const play: { [Does in Step['does']]: (step: Extract<Step, { does: Does }>) => Promise<unknown> } = {
    dispute: async ({ part: of, currency }) =>
      provider.control('disputes', { paymentIntent: paymentId, amount: await part(of), currency }),
    close: async ({ which: n, outcome, returned, refundable }) => {
      const one = nth((await at()).disputes, n);
      const back = Math.floor(((one?.taken ?? 0) * returned) / 100);
      return one && provider.control(`disputes/${one.id}/close`, { outcome, returned: back, refundable });
    },
    // The provider refuses if nothing remains to refund, or if a dispute holds the money.
    'refund by hand': async ({ part: of }) => provider.refundByHand(paymentId, await part(of)).catch(() => null),
    fail: async ({ which: n }) => {
      const one = nth((await at()).refunds, n);
      return one && provider.control(`refunds/${one.id}`, { status: 'failed' });
    },
    hear: async ({ which: n }) => {
      const one = nth((await at()).disputes, n);
      return one && hear(one.id);
    },
    work: () => act(() => refunds.refundPayments(orderId)),
    command: () => act(() => refundOrder(db, orderId)),
    settle: () => act(() => settleRefunds(db, orderId, 'returned')),
  };
  for (const each of [rest.first, ...rest.steps]) if (each) await play[each.does](each as never);

  // Weeks later, every dispute has ended, and each was reported twice.
  for (const [i, { id, status }] of (await at()).disputes.entries()) {
    const outcome = rest.last[i % rest.last.length];
    if (status !== 'won' && status !== 'lost') await provider.control(`disputes/${id}/close`, { outcome });
  }
  const { disputes } = await at();
  for (const { id } of [...disputes, ...disputes.toReversed()]) await hear(id);
  for (let looks = 0; looks < 3; looks++) await act(() => refunds.refundPayments(orderId));

  expect([...(await ledgerFlaws(db)), ...(await moneyFlaws(db, provider))]).toEqual([]);
}

// A failure prints the seed and the shrunk story; `PROPERTY_SEED` sets another seed.
test('an owed payment is returned exactly once, in any order of disputes and refunds', async () => {
  await fc.assert(fc.asyncProperty(story, told), { numRuns: 25 });
}, 120_000);

test('a lost dispute over the rest resolves a failed return', async () => {
  const heard = told({
    granted: false,
    price: 4_900,
    currency: 'usd',
    first: null,
    steps: [
      { does: 'work' },
      { does: 'fail', which: 0 },
      { does: 'work' },
      { does: 'dispute', part: 100, currency: 'usd' },
      { does: 'close', which: 0, outcome: 'lost', returned: 0, refundable: true },
      { does: 'hear', which: 0 },
    ],
    last: ['lost', 'lost', 'lost', 'lost'],
  });
  await expect(heard).resolves.toBeUndefined();
}, 60_000);
