import { settleRefunds } from '../../modules/orders/store/decisions';
import { randomUUID } from 'node:crypto';
import { createCustomer } from '../support/api';
import { checkLedger } from '../support/money-invariants';
import { disputed, openTestOrder, payTestOrder, refundTestPayment } from '../support/sales';
import { use, useDatabase } from '../support/use';

const db = useDatabase();
const buyer = use(() => createCustomer(db, { credits: 0 }));
afterEach(() => checkLedger(db));

const ordered = () => openTestOrder(db, { accountId: buyer.accountId });
type Terms = Parameters<typeof payTestOrder>[2];
async function bought(terms: Terms = {}) {
  const orderId = await ordered();
  return { orderId, ...(await payTestOrder(db, orderId, terms)) };
}
/** Pays an order twice; the second payment cannot be granted. */
async function duplicate() {
  const { orderId } = await bought();
  return { orderId, ...(await payTestOrder(db, orderId)) };
}
const movement = (amount: number, fee = 0) => ({ id: `txn_${randomUUID()}`, amount, fee, currency: 'usd' });

/** Sums of a payment's entries by account; accounts without entries are 0. */
async function booksOf(paymentId: string) {
  const entered = await db.prisma.ledgerTransaction.findMany({ where: { paymentId }, include: { entries: true } });
  const sums = { provider: 0, sales: 0, tax: 0, returns: 0, disputed: 0, fees: 0 };
  for (const { account, amount } of entered.flatMap(({ entries }) => entries)) sums[account as 'sales'] += amount;
  return sums;
}

test('books a sale once when settled concurrently', async () => {
  const orderId = await ordered();
  const paymentId = `pi_${orderId}`;
  await Promise.all(Array.from({ length: 5 }, () => payTestOrder(db, orderId, { paymentId })));
  expect(await booksOf(paymentId)).toMatchObject({ provider: -4_900, sales: 4_900, returns: 0 });
});

test('owes an ungranted payment until its refund begins, and again if the refund fails', async () => {
  const { paymentId } = await duplicate();
  expect(await booksOf(paymentId)).toMatchObject({ provider: -4_900, sales: 0, returns: 4_900 });
  for (const status of ['pending', 'succeeded', 'succeeded'] as const) {
    await refundTestPayment(db, paymentId, [{ status }]);
    expect(await booksOf(paymentId)).toMatchObject({ provider: 0, sales: 0, returns: 0 });
  }
  for (const status of ['failed', 'failed'] as const) await refundTestPayment(db, paymentId, [{ status }]);
  expect(await booksOf(paymentId)).toMatchObject({ provider: -4_900, returns: 4_900 });
});

test("follows an operator's decision if a refund fails later, and alerts", async () => {
  const { paymentId, orderId } = await bought({ total: { amount: 5_000, currency: 'usd' } });
  const parts = (second: 'succeeded' | 'failed') => [
    { status: 'failed' as const, amount: 1_000 },
    { status: second, amount: 4_000 },
  ];
  await refundTestPayment(db, paymentId, [{ status: 'failed', amount: 5_000 }]);
  await db.prisma.payment.update({ where: { id: paymentId }, data: { refundStatus: 'failed' } });
  await refundTestPayment(db, paymentId, parts('succeeded'));
  await settleRefunds(db, orderId, 'kept');
  expect(await booksOf(paymentId)).toMatchObject({ provider: -1_000, returns: 0 });
  for (const _again of [1, 2]) await refundTestPayment(db, paymentId, parts('failed'));
  expect(await booksOf(paymentId)).toMatchObject({ provider: -5_000, returns: 0 });
  const where = { alert: 'refund-failed', subject: `re_${paymentId}_1` };
  expect(await db.prisma.alert.count({ where })).toBe(1);
});

test('reduces a sale by a partial refund, and owes the rest once all must be returned', async () => {
  const { paymentId } = await bought();
  const [part, rest] = [{ status: 'succeeded', amount: 900 } as const, { status: 'pending', amount: 4_000 } as const];
  await refundTestPayment(db, paymentId, [part]);
  expect(await booksOf(paymentId)).toMatchObject({ provider: -4_000, sales: 4_000, returns: 0 });
  await refundTestPayment(db, paymentId, [part, rest]);
  expect(await booksOf(paymentId)).toMatchObject({ provider: 0, sales: 0, returns: 0 });
  await refundTestPayment(db, paymentId, [{ ...part, status: 'failed' }, rest]);
  expect(await booksOf(paymentId)).toMatchObject({ provider: -900, sales: 0, returns: 900 });
});

describe('a taxed sale', () => {
  // The tax of 782 is a little less than 19 percent of 4,117.
  async function taxed() {
    const orderId = await ordered();
    await db.prisma.order.update({ where: { id: orderId }, data: { priceAmount: 4_117 } });
    const terms = { total: { amount: 4_899, currency: 'usd' }, subtotal: 4_117, tax: 782 };
    return { orderId, ...(await payTestOrder(db, orderId, terms)) };
  }
  const refunds = (amounts: number[], status: 'succeeded' | 'failed' = 'succeeded') =>
    amounts.map((amount) => ({ status, amount }));

  test.each([
    ['thirds', [1_633, 1_633, 1_633], { provider: -3_266, sales: 2_745, tax: 521 }],
    ['many cents and the rest', [1, 1, 1, 1, 1, 1, 1, 4_892], { provider: -4_898 }],
    ['half a cent of tax each', [3, 3, 3, 4_890], { provider: -4_896 }],
  ])('refunded in %s loses tax in proportion, and ends with neither sale nor tax', async (_, parts, afterFirst) => {
    const { paymentId } = await taxed();
    expect(await booksOf(paymentId)).toMatchObject({ provider: -4_899, sales: 4_117, tax: 782 });
    await refundTestPayment(db, paymentId, refunds(parts.slice(0, 1)));
    expect(await booksOf(paymentId)).toMatchObject(afterFirst);
    for (const upTo of parts.keys()) {
      await refundTestPayment(db, paymentId, refunds(parts.slice(0, upTo + 1)));
      await checkLedger(db);
    }
    expect(await booksOf(paymentId)).toMatchObject({ provider: 0, sales: 0, tax: 0, returns: 0 });
  });

  test('refunded in part loses the rest to a dispute, and regains it by winning', async () => {
    const sale = await taxed();
    await refundTestPayment(db, sale.paymentId, refunds([3]));
    const taken = movement(-4_896);
    await disputed(db, sale, 'lost', undefined, [taken]);
    expect(await booksOf(sale.paymentId)).toMatchObject({ sales: 0, tax: 0, disputed: 0 });
    await disputed(db, sale, 'won', undefined, [taken, movement(4_896)]);
    expect(await booksOf(sale.paymentId)).toMatchObject({ sales: 4_114, tax: 782, disputed: 0 });
  });
});

test.each([
  [4_899, 'usd'],
  [4_901, 'usd'],
  [49, 'usd'],
  [4_900, 'eur'],
])('grants nothing for %i %s instead of 4900 usd, and owes it back', async (amount, currency) => {
  const { paymentId, settlement } = await bought({ total: { amount, currency }, subtotal: amount });
  expect(settlement).toEqual({ outcome: 'refund', reason: 'mismatched' });
  expect(await booksOf(paymentId)).toMatchObject({ provider: -amount, sales: 0, returns: amount });
  const entered = await db.prisma.ledgerTransaction.findMany({ where: { paymentId } });
  expect([...new Set(entered.map((each) => each.currency))]).toEqual([currency]);
});

test('books the fee of a payment once, even if it becomes known later', async () => {
  const orderId = await ordered();
  const paymentId = `pi_${orderId}`;
  const arrival = movement(4_900, 172);
  for (const known of [null, arrival, arrival]) await payTestOrder(db, orderId, { paymentId, arrival: known });
  expect(await booksOf(paymentId)).toMatchObject({ provider: -4_728, fees: -172, sales: 4_900 });
});

describe('a dispute', () => {
  test('holds the sale while open, takes it when lost, returns it when won, keeps its fee', async () => {
    const sale = await bought();
    const [taken, back] = [movement(-4_900, 1_500), movement(4_900)];
    for (const [status, movements, books] of [
      ['open', [taken], { provider: 1_500, disputed: -4_900, sales: 4_900 }],
      ['lost', [taken], { provider: 1_500, disputed: 0, sales: 0 }],
      ['won', [taken, back], { provider: -3_400, disputed: 0, sales: 4_900 }],
    ] as const) {
      for (const _again of [1, 2]) await disputed(db, sale, status, undefined, [...movements]);
      expect(await booksOf(sale.paymentId)).toMatchObject({ ...books, fees: -1_500 });
    }
  });

  test('that is lost over a payment to be returned leaves nothing owed', async () => {
    const of = await duplicate();
    await disputed(db, of, 'lost', undefined, [movement(-4_900)]);
    expect(await booksOf(of.paymentId)).toMatchObject({ provider: 0, disputed: 0, returns: 0 });
  });

  test('that is known before its payment settles is booked with it', async () => {
    const orderId = await ordered();
    const paymentId = `pi_${orderId}`;
    await disputed(db, { orderId, paymentId }, 'lost', undefined, [movement(-4_900)]);
    await payTestOrder(db, orderId, { paymentId });
    expect(await booksOf(paymentId)).toMatchObject({ provider: 0, disputed: 0, sales: 0, returns: 0 });
  });
});
