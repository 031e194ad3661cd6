import { randomUUID } from 'node:crypto';
import { transaction } from '../../prisma/client';
import { sumBooks } from '../../store/ledger/read-books';
import { settleRefunds } from '../../store/orders/settle-refunds';
import { takeBack } from '../../store/orders/take-back';
import { createCustomer } from '../support/api';
import { checkLedger } from '../support/ledger-invariants';
import { disputed, openTestOrder, payTestOrder, refundTestPayment } from '../support/books';
import { useDatabase } from '../support/use';

let accountId: string;
const db = useDatabase();
beforeAll(async () => {
  ({ accountId } = await createCustomer(db, { credits: 0 }));
});
afterEach(() => checkLedger(db));

/** Sums of a payment's entries by account, and its causes in order. */
async function booksOf(paymentId: string) {
  const entered = await db.prisma.ledgerTransaction.findMany({
    where: { paymentId },
    include: { entries: true },
    orderBy: { id: 'asc' },
  });
  const sums: Record<string, number> = {};
  for (const { account, amount } of entered.flatMap(({ entries }) => entries)) {
    sums[account] = (sums[account] ?? 0) + amount;
  }
  const at = (account: string) => sums[account] ?? 0;
  return {
    causes: entered.map(({ cause }) => cause.replaceAll(paymentId, 'PAYMENT')),
    currencies: [...new Set(entered.map(({ currency }) => currency))],
    provider: at('provider'),
    sales: at('sales'),
    tax: at('tax'),
    returns: at('returns'),
    disputed: at('disputed'),
    fees: at('fees'),
  };
}

test('a sale is entered once, however often and by however many it is settled', async () => {
  const orderId = await openTestOrder(db, { accountId });
  const paymentId = `pi_${orderId}`;
  await Promise.all(Array.from({ length: 5 }, () => payTestOrder(db, orderId, { paymentId })));
  expect(await booksOf(paymentId)).toMatchObject({
    causes: ['payment:PAYMENT'],
    provider: -4_900,
    sales: 4_900,
    returns: 0,
  });
});

test('a payment that is not granted is owed back until its refund begins', async () => {
  const orderId = await openTestOrder(db, { accountId });
  await payTestOrder(db, orderId);
  const { paymentId } = await payTestOrder(db, orderId);
  expect(await booksOf(paymentId)).toMatchObject({ provider: -4_900, sales: 0, returns: 4_900 });
  for (const status of ['pending', 'succeeded', 'succeeded'] as const) {
    await refundTestPayment(db, paymentId, [{ status }]);
    expect(await booksOf(paymentId)).toMatchObject({ provider: 0, sales: 0, returns: 0 });
  }
});

test('a refund that fails after it had succeeded is owed again', async () => {
  const orderId = await openTestOrder(db, { accountId });
  await payTestOrder(db, orderId);
  const { paymentId } = await payTestOrder(db, orderId);
  for (const status of ['succeeded', 'failed', 'failed'] as const) {
    await refundTestPayment(db, paymentId, [{ status }]);
  }
  const refund = `refund:re_PAYMENT_0`;
  expect(await booksOf(paymentId)).toMatchObject({
    causes: ['payment:PAYMENT', refund, `${refund}:failed`],
    provider: -4_900,
    returns: 4_900,
  });
});

test('a refund that fails after an operator decided about the rest follows the decision, and the operator is alerted', async () => {
  const orderId = await openTestOrder(db, { accountId });
  const { paymentId } = await payTestOrder(db, orderId, { total: { amount: 5_000, currency: 'usd' } });
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
  const subject = `re_${paymentId}_1`;
  expect(await db.prisma.alert.count({ where: { alert: 'refund-failed', subject } })).toBe(1);
});

test('a sale whose payment goes back is taken back and returned', async () => {
  const orderId = await openTestOrder(db, { accountId });
  const { paymentId } = await payTestOrder(db, orderId);
  await transaction(db, (tx) => takeBack(tx, { id: paymentId, orderId }));
  await transaction(db, (tx) => takeBack(tx, { id: paymentId, orderId }));
  expect(await booksOf(paymentId)).toMatchObject({ provider: -4_900, sales: 0, returns: 4_900 });
  await refundTestPayment(db, paymentId, [{ status: 'succeeded' }]);
  expect(await booksOf(paymentId)).toMatchObject({ provider: 0, sales: 0, returns: 0 });
});

test('a part of a granted payment that a person returned is less of a sale; the rest is owed once all went back', async () => {
  const orderId = await openTestOrder(db, { accountId });
  const { paymentId } = await payTestOrder(db, orderId);
  await refundTestPayment(db, paymentId, [{ status: 'succeeded', amount: 900 }]);
  expect(await booksOf(paymentId)).toMatchObject({ provider: -4_000, sales: 4_000, returns: 0 });
  const whole = [{ status: 'succeeded', amount: 900 } as const, { status: 'pending', amount: 4_000 } as const];
  await refundTestPayment(db, paymentId, whole);
  expect(await booksOf(paymentId)).toMatchObject({ provider: 0, sales: 0, returns: 0 });
  await refundTestPayment(db, paymentId, [{ status: 'failed', amount: 900 }, whole[1]!]);
  expect(await booksOf(paymentId)).toMatchObject({ provider: -900, sales: 0, returns: 900 });
});

describe('a taxed sale', () => {
  // 19 percent of 4,117 is 782 and a fraction.
  const taxed = async () => {
    const orderId = await openTestOrder(db, { accountId });
    const terms = { total: { amount: 4_899, currency: 'usd' }, subtotal: 4_117, tax: 782 };
    await db.prisma.order.update({ where: { id: orderId }, data: { priceAmount: 4_117 } });
    return { orderId, ...(await payTestOrder(db, orderId, terms)) };
  };
  const THIRD = { status: 'succeeded', amount: 1_633 } as const;

  test('of which a part is returned is less of a sale and of its tax, in proportion', async () => {
    const { paymentId, settlement } = await taxed();
    expect(settlement).toMatchObject({ outcome: 'granted' });
    expect(await booksOf(paymentId)).toMatchObject({ provider: -4_899, sales: 4_117, tax: 782 });
    await refundTestPayment(db, paymentId, [THIRD]);
    expect(await booksOf(paymentId)).toMatchObject({ provider: -3_266, sales: 2_745, tax: 521 });
  });

  test.each([
    ['three thirds', [1_633, 1_633, 1_633]],
    ['many cents and the rest', [1, 1, 1, 1, 1, 1, 1, 4_892]],
    ['half a cent of tax each', [3, 3, 3, 4_890]],
  ])('that went back in parts leaves neither sales nor tax: %s', async (_name, parts) => {
    const { paymentId } = await taxed();
    for (const upTo of parts.keys()) {
      const refunds = parts.slice(0, upTo + 1).map((amount) => ({ status: 'succeeded' as const, amount }));
      await refundTestPayment(db, paymentId, refunds);
      await checkLedger(db);
    }
    expect(await booksOf(paymentId)).toMatchObject({ provider: 0, sales: 0, tax: 0, returns: 0 });
  });

  test('has its tax again once refunds in parts have failed, in whichever order', async () => {
    const { paymentId } = await taxed();
    const parts = [{ ...THIRD, amount: 3 }, { ...THIRD, amount: 7 }, THIRD];
    await refundTestPayment(db, paymentId, parts);
    const failed = parts.map((part) => ({ ...part, status: 'failed' as const }));
    await refundTestPayment(db, paymentId, [parts[0]!, failed[1]!, parts[2]!]);
    await refundTestPayment(db, paymentId, failed);
    expect(await booksOf(paymentId)).toMatchObject({ provider: -4_899, sales: 4_117, tax: 782, returns: 0 });
  });

  test('that was returned in part loses the rest to a dispute, and has it again where that is won late', async () => {
    const sale = await taxed();
    await refundTestPayment(db, sale.paymentId, [{ ...THIRD, amount: 3 }]);
    const moved = (amount: number) => ({ id: `txn_${randomUUID()}`, amount, fee: 0, currency: 'usd' });
    const taken = moved(-4_896);
    await disputed(db, sale, 'lost', undefined, [taken]);
    expect(await booksOf(sale.paymentId)).toMatchObject({ sales: 0, tax: 0, disputed: 0 });
    await disputed(db, sale, 'won', undefined, [taken, moved(4_896)]);
    expect(await booksOf(sale.paymentId)).toMatchObject({ sales: 4_114, tax: 782, disputed: 0 });
  });
});

test.each([4_899, 4_901, 49])(
  'a payment of %i where 4900 is asked is granted to nobody and owed back',
  async (amount) => {
    const orderId = await openTestOrder(db, { accountId });
    const total = { amount, currency: 'usd' };
    const { paymentId, settlement } = await payTestOrder(db, orderId, { total, subtotal: amount });
    expect(settlement).toEqual({ outcome: 'refund', reason: 'mismatched' });
    expect(await booksOf(paymentId)).toMatchObject({ sales: 0, returns: amount });
  },
);

test('currencies never mix: a payment in another currency than asked is in the books in its own', async () => {
  const orderId = await openTestOrder(db, { accountId });
  const { paymentId, settlement } = await payTestOrder(db, orderId, { total: { amount: 4_900, currency: 'eur' } });
  expect(settlement).toEqual({ outcome: 'refund', reason: 'mismatched' });
  expect(await booksOf(paymentId)).toMatchObject({ currencies: ['eur'], provider: -4_900, returns: 4_900 });
});

describe('what the provider takes', () => {
  const movement = (amount: number, fee = 0, id = `txn_${randomUUID()}`) => ({ id, amount, fee, currency: 'usd' });
  const bought = async () => {
    const orderId = await openTestOrder(db, { accountId });
    return { orderId, ...(await payTestOrder(db, orderId)) };
  };
  const amounts = async (paymentId: string) => {
    const { causes: _causes, currencies: _currencies, tax: _tax, ...sums } = await booksOf(paymentId);
    return sums;
  };

  test('of a payment is a fee, entered once, also where it becomes known after the sale', async () => {
    const orderId = await openTestOrder(db, { accountId });
    const paymentId = `pi_${orderId}`;
    const arrival = movement(4_900, 172);
    for (const known of [null, arrival, arrival]) {
      await payTestOrder(db, orderId, { paymentId, arrival: known });
    }
    expect(await amounts(paymentId)).toEqual({
      provider: -4_728,
      fees: -172,
      sales: 4_900,
      returns: 0,
      disputed: 0,
    });
  });

  test('for a dispute is in dispute while it is open, and gone from the sale once it is lost; its fee stays', async () => {
    const sale = await bought();
    const taken = movement(-4_900, 1_500);
    for (let i = 0; i < 2; i++) await disputed(db, sale, 'open', undefined, [taken]);
    expect(await amounts(sale.paymentId)).toMatchObject({
      provider: 1_500,
      disputed: -4_900,
      fees: -1_500,
      sales: 4_900,
    });
    for (let i = 0; i < 2; i++) await disputed(db, sale, 'lost', undefined, [taken]);
    expect(await amounts(sale.paymentId)).toMatchObject({ provider: 1_500, disputed: 0, fees: -1_500, sales: 0 });
    const back = movement(4_900);
    for (let i = 0; i < 2; i++) await disputed(db, sale, 'won', undefined, [taken, back]);
    expect(await amounts(sale.paymentId)).toMatchObject({ provider: -3_400, disputed: 0, fees: -1_500, sales: 4_900 });
  });

  test('for a lost dispute of a payment that was to go back is owed no more', async () => {
    const first = await bought();
    const second = await payTestOrder(db, first.orderId);
    const of = { orderId: first.orderId, paymentId: second.paymentId };
    await disputed(db, of, 'lost', undefined, [movement(-4_900)]);
    expect(await amounts(second.paymentId)).toMatchObject({ provider: 0, disputed: 0, returns: 0 });
    expect(await amounts(first.paymentId)).toMatchObject({ sales: 4_900 });
  });

  test('by a dispute that we hear of before its payment is settled is entered with it', async () => {
    const orderId = await openTestOrder(db, { accountId });
    const paymentId = `pi_${orderId}`;
    const of = { orderId, paymentId };
    await disputed(db, of, 'lost', undefined, [movement(-4_900)]);
    await payTestOrder(db, orderId, { paymentId });
    expect(await amounts(paymentId)).toMatchObject({ provider: 0, disputed: 0, sales: 0, returns: 0 });
  });

  test('by an inquiry is nothing', async () => {
    const sale = await bought();
    await disputed(db, sale, 'open');
    expect(await amounts(sale.paymentId)).toMatchObject({ provider: -4_900, disputed: 0, sales: 4_900 });
  });
});

test('the books of each mode and currency sum to zero', async () => {
  const sums = await sumBooks(db);
  expect(sums).toContainEqual({ mode: 'live', currency: 'eur', account: 'returns', amount: 4_900 });
  for (const { mode, currency } of sums) {
    const of = sums.filter((each) => each.mode === mode && each.currency === currency);
    expect(of.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  }
});

test('a balance that belongs to no contributor is refused', async () => {
  await expect(
    db.pool.query(`WITH entered AS (INSERT INTO ledger_transactions (cause, mode, currency)
      VALUES ('nobody', 'live', 'usd') RETURNING id)
      INSERT INTO ledger_entries (transaction_id, account, amount)
      SELECT id, account, amount FROM entered, (VALUES ('platform', -1), ('available', 1)) AS line(account, amount)`),
  ).rejects.toThrow('names no contributor');
});
