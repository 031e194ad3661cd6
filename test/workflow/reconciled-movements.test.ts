/** Movements of our balance at the provider, and their entries in the ledger. */
import { sumBooks } from '../../modules/ledger/store/balances';
import { settleBreak } from '../../modules/reconciliation/store/breaks';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { CARD_FEES } from '../../stand-ins/payments/books';
import {
  createContributor,
  openConnectedAccount,
  withdraw,
  withdrawalIn,
  advancePayoutTo,
  sellFor,
} from '../support/contributors';
import { eventually } from '../support/eventually';
import { checkLedger } from '../support/money-invariants';
import { breaksOf, reconcile } from '../support/reconciliation';
import { clientOf } from '../support/shop';
import { useShop } from '../support/use';

const OPENING = 10_000_000;
const shop = useShop({ standIn: { openingBalance: OPENING, fees: CARD_FEES, payoutStepMs: 3_600_000 } });
afterEach(() => checkLedger(shop.db, shop.provider));

const moved = (movement: { type: string; amount: number; fee?: number; source?: string | null }) =>
  shop.provider.control<{ id: string }>('balance-transactions', { currency: 'usd', ...movement });
async function bought(): Promise<{ orderId: string; paymentId: string; chargeId: string }> {
  const { body } = await shop.checkout({ product: 'idea_check' });
  await shop.provider.pay(body.checkoutSessionId!);
  await shop.orderIn(body.orderId, ['fulfilled']);
  const charge = (await shop.provider.ledger()).charges.find(({ orderId }) => orderId === body.orderId)!;
  return { orderId: body.orderId, paymentId: charge.paymentIntent, chargeId: charge.id };
}
const alertsAbout = (subject: string) => shop.db.prisma.alert.findMany({ where: { subject } });
async function entered(cause: string) {
  const found = await shop.db.prisma.ledgerTransaction.findMany({ where: { cause }, include: { entries: true } });
  return found.map(({ paymentId, entries }) => ({
    paymentId,
    ...Object.fromEntries(entries.map(({ account, amount }) => [account, amount])),
  }));
}

/** Our balance at the provider, minus its opening balance. */
async function earned(): Promise<number> {
  const headers = { authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.live}` };
  const answer = await fetch(`${shop.provider.url}/v1/balance`, { headers });
  const { available } = (await answer.json()) as { available: { amount: number; currency: string }[] };
  return (available.find(({ currency }) => currency === 'usd')?.amount ?? OPENING) - OPENING;
}
const booked = async () =>
  Object.fromEntries((await sumBooks(shop.db)).map(({ account, amount }) => [account, amount]));
const agree = () =>
  eventually('the books agree with the provider', async () => -((await booked()).provider ?? 0) === (await earned()));

test('matches the provider to the cent after every kind of money movement', async () => {
  const [lost, won, refunded] = [await bought(), await bought(), await bought()];
  await agree();
  expect(await booked()).toMatchObject({ sales: 3 * 4_900, fees: -3 * 172 });

  for (const [{ orderId, paymentId: paymentIntent }, outcome] of [
    [lost, 'lost'],
    [won, 'won'],
  ] as const) {
    const { id } = await shop.provider.control<{ id: string }>('disputes', { paymentIntent });
    await eventually('the dispute is open', async () => (await shop.order(orderId)).dispute);
    await shop.provider.control(`disputes/${id}/close`, { outcome });
    await eventually('it is closed', async () => (await shop.order(orderId)).dispute?.status === outcome);
  }
  await shop.provider.refundByHand(refunded.paymentId);
  await shop.orderIn(refunded.orderId, ['refunded']);
  await agree();
  const after = await booked();
  expect(after).toMatchObject({ sales: 4_900, fees: -3 * 172 - 2 * CARD_FEES.dispute });
  expect([after.disputed ?? 0, after.returns ?? 0]).toEqual([0, 0]);

  const connectedAccountId = await openConnectedAccount(shop.provider);
  const contributor = await createContributor(shop.db, { balance: 0, connectedAccountId });
  await sellFor(shop, contributor);
  const { body } = await withdraw(shop.api, contributor, { amount: 10_000, currency: 'usd' });
  await withdrawalIn(shop, contributor, body.withdrawalId, 'in_transit');
  await agree();
  expect(await booked()).toMatchObject({ connected: -10_000, held: 10_000 });
  await advancePayoutTo(shop.provider, body.withdrawalId, 'paid');
  await withdrawalIn(shop, contributor, body.withdrawalId, 'paid');
  await agree();
  expect(await booked()).toMatchObject({ connected: 0, held: 0 });
  expect(await reconcile(shop)).toMatchObject({ complete: true, openBreaks: 0 });
  expect(await breaksOf(shop, 'missing_entry')).toEqual([]);
  expect(await breaksOf(shop, 'unknown_movement')).toEqual([]);
});

test('reports an adjustment by the provider as a break until an operator settles it', async () => {
  const { id } = await moved({ type: 'adjustment', amount: -1_250 });
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 1 });
  await reconcile(shop);
  const [found, ...others] = await breaksOf(shop, 'unknown_movement');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ status: 'open', kind: 'balance_movement', objectId: id, amount: -1_250 });
  expect(await alertsAbout(found!.id)).toMatchObject([{ alert: 'reconciliation-break' }]);
  await settleBreak(shop.db, found!.id, 'a correction that the provider announced');
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
});

test('posts each fee once, of the account or of a payment', async () => {
  const { paymentId, chargeId } = await bought();
  const monthly = await moved({ type: 'stripe_fee', amount: -200 });
  const late = await moved({ type: 'charge', amount: 0, fee: 55, source: chargeId });
  await reconcile(shop);
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
  expect(await entered(`fee:${monthly.id}`)).toEqual([{ paymentId: null, provider: 200, fees: -200 }]);
  expect(await entered(`fee:${late.id}`)).toEqual([{ paymentId, provider: 55, fees: -55 }]);
});

test('posts a movement missing from the ledger, and closes its break', async () => {
  const { orderId, paymentId } = await bought();
  for (const event of ['refund.created', 'refund.updated', 'charge.refunded'])
    await shop.provider.fault(event, 'drop_event', 1);
  const of = { mode: 'live', paymentId, orderId } as const;
  const { id, total } = await clientOf(shop.provider).refund({ ...of, attempt: 1 });
  // The refund is recorded, but has no ledger entry.
  await shop.db.prisma.refund.create({
    data: { ...of, id, ...total, status: 'succeeded', origin: 'ours', createdAt: new Date() },
  });
  await reconcile(shop);
  await shop.orderIn(orderId, ['refunded']);
  expect(await entered(`refund:${id}`)).toHaveLength(1);
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
  // The sweep may post the refund before the run does, leaving no break.
  const open = (await breaksOf(shop, 'missing_entry')).filter(({ status }) => status !== 'matched');
  expect(open).toEqual([]);
});
