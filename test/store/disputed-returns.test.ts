/**
 * Guarantee: in whatever order disputes, refunds, their failures and the news of them come, what a payment owes goes back,
 * and nothing of it twice; what does not go back, an operator is told.
 */
import fc from 'fast-check';
import { createOrderActivities } from '../../activities/order-activities';
import { createRefundActivities } from '../../activities/refund-activities';
import { Failure } from '../../contracts/failures';
import { refundOrder } from '../../store/orders/refund-order';
import { settleRefunds } from '../../store/orders/settle-refunds';
import { createCustomer } from '../../tools/support/api';
import { ledgerFlaws } from '../../tools/support/ledger-invariants';
import { moneyFlaws } from '../../tools/support/money-invariants';
import { clientOf } from '../../tools/support/shop';
import { openTestOrder } from '../support/books';
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
  refundable: fc.boolean(),
});
const byHand = fc.record({ does: fc.constant('refund by hand' as const), part: percent });
const failure = fc.record({ does: fc.constant('fail' as const), which });
const news = fc.record({ does: fc.constant('hear' as const), which });
const work = fc.record({ does: fc.constantFrom('work' as const, 'command' as const, 'settle' as const) });
const step = fc.oneof(
  { weight: 3, arbitrary: dispute },
  { weight: 4, arbitrary: verdict },
  { weight: 1, arbitrary: byHand },
  { weight: 1, arbitrary: failure },
  { weight: 4, arbitrary: news },
  { weight: 4, arbitrary: work },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const story = fc.record({
  granted: fc.boolean(),
  price: fc.integer({ min: 60, max: 30_000 }),
  currency: fc.constantFrom('usd', 'eur'),
  steps: fc.array(step, { minLength: 2, maxLength: 14 }),
  last: fc.array(fc.constantFrom('won' as const, 'lost' as const), { minLength: 4, maxLength: 4 }),
});
type Story = typeof story extends fc.Arbitrary<infer One> ? One : never;

/** A paid order, granted or too late, whose payment the steps are about. */
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
  });
  const status = granted ? 'pending_payment' : 'expired';
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

  /** Does what the product does, and sees that a refund that it made returns nothing that went back already. */
  const act = async (does: () => Promise<unknown>) => {
    const before = await at();
    await does().catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
    });
    const after = await at();
    if (after.refunds.length === before.refunds.length) return;
    const wentBack = sum(after.effective.map(({ amount }) => amount)) + sum(after.disputes.map(({ taken }) => taken));
    expect(wentBack).toBeLessThanOrEqual(after.charge.amount);
  };
  const hear = (disputeId: string) => act(() => orders.recordDispute(orderId, disputeId));

  const play = async (each: Step): Promise<unknown> => {
    const { charge, disputes, refunds: made } = await at();
    switch (each.does) {
      case 'dispute': {
        const amount = Math.max(1, Math.floor((charge.amount * each.part) / 100));
        return provider.control('disputes', { paymentIntent: paymentId, amount, currency: each.currency });
      }
      case 'close': {
        const one = disputes[each.which % Math.max(1, disputes.length)];
        const returned = Math.floor(((one?.taken ?? 0) * each.returned) / 100);
        const { outcome, refundable } = each;
        return one && provider.control(`disputes/${one.id}/close`, { outcome, returned, refundable });
      }
      case 'refund by hand':
        return provider.refundByHand(paymentId, Math.max(1, Math.floor((charge.amount * each.part) / 100)));
      case 'fail': {
        const one = made[each.which % Math.max(1, made.length)];
        return one && provider.control(`refunds/${one.id}`, { status: 'failed' });
      }
      case 'hear': {
        const one = disputes[each.which % Math.max(1, disputes.length)];
        return one && hear(one.id);
      }
      case 'work':
        return act(() => refunds.refundPayments(orderId));
      case 'command':
        return act(() => refundOrder(db, orderId));
      case 'settle':
        return act(() => settleRefunds(db, orderId, 'returned'));
    }
  };
  for (const each of rest.steps) await play(each);

  // Weeks later every dispute is over, and all of it was told, twice.
  for (const [i, { id, status }] of (await at()).disputes.entries()) {
    const outcome = rest.last[i % rest.last.length];
    if (status !== 'won' && status !== 'lost') await provider.control(`disputes/${id}/close`, { outcome });
  }
  const { disputes } = await at();
  for (const { id } of [...disputes, ...disputes.toReversed()]) await hear(id);
  for (let looks = 0; looks < 3; looks++) await act(() => refunds.refundPayments(orderId));

  expect([...(await ledgerFlaws(db)), ...(await moneyFlaws(db, provider))]).toEqual([]);
}

// A failure prints the seed and the story, shrunk; `PROPERTY_SEED` plays another.
test('what a payment owes goes back once, whatever of it is disputed, in which parts, currencies and order', async () => {
  await fc.assert(fc.asyncProperty(story, told), { numRuns: 25 });
}, 120_000);
