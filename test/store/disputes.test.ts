import { settleRefunds } from '../../modules/orders/store/decisions';
import { randomUUID } from 'node:crypto';
import type { DisputeStatus } from '../../modules/ledger/contract';
import { contributorBalance, paymentBalances } from '../../modules/ledger/store/balances';
import { alertStates } from '../../modules/operations/store/alert-states';
import { readBought } from '../../modules/opportunities/store/catalog';
import { loadOrder, toPayment } from '../../modules/orders/store/orders';
import { takeBack } from '../../modules/orders/store/payments';
import { recordRefunds, type KnownRefund } from '../../modules/orders/store/refunds';
import { transaction } from '../../prisma/client';
import { createCustomer } from '../support/api';
import { checkLedger } from '../support/money-invariants';
import { disputed, openTestOrder, payTestOrder } from '../support/sales';
import { useDatabase, useEach } from '../support/use';

/** Shares can be withdrawn at once. */
const MATURE = { shareMaturityMs: 0 };

const db = useDatabase();
const buyer = useEach(() => createCustomer(db, { credits: 0 }));
afterEach(() => checkLedger(db));

/** Pays for an Idea Check, or for an opportunity of the given contributor. */
async function bought(contributor?: string) {
  const orderId = await openTestOrder(db, { accountId: buyer.accountId, ...(contributor && { contributor }) });
  return { orderId, paymentId: (await payTestOrder(db, orderId, {}, MATURE)).paymentId };
}
const credit = async () => {
  const [one] = await db.prisma.entitlement.findMany({ where: { accountId: buyer.accountId } });
  return one!.frozenAt ? 'frozen' : one!.status;
};
const moved = (amount: number, currency = 'usd') => ({ id: `txn_${randomUUID()}`, amount, fee: 0, currency });

test('a lost dispute over a second payment keeps the credit and share of the first', async () => {
  const contributor = await createCustomer(db, { credits: 0 });
  for (const seller of [undefined, contributor.accountId]) {
    const { orderId } = await bought(seller);
    const second = await payTestOrder(db, orderId, {}, MATURE);
    expect(second.settlement).toEqual({ outcome: 'refund', reason: 'duplicate' });
    await disputed(db, { orderId, paymentId: second.paymentId }, 'lost');
  }
  expect(await credit()).toBe('unused');
  expect((await contributorBalance(db.pool, contributor.accountId, 'live'))!.available).toBeGreaterThan(0);
});

test('a credit stays frozen while any dispute of its order is open', async () => {
  const of = await bought();
  for (const [disputeId, status, left] of [
    ['du_first', 'open', 'frozen'],
    ['du_second', 'open', 'frozen'],
    ['du_first', 'won', 'frozen'],
    ['du_second', 'won', 'unused'],
  ] as const) {
    await disputed(db, { ...of, disputeId }, status);
    expect(await credit()).toBe(left);
  }
});

test('credit, share and access follow the dispute: lost takes them, won brings them back', async () => {
  const contributor = await createCustomer(db, { credits: 0 });
  const check = await bought();
  const sale = await bought(contributor.accountId);
  const { opportunityId } = (await loadOrder(db, sale.orderId))!;
  const share = async () => (await contributorBalance(db.pool, contributor.accountId, 'live'))!.available;
  const access = () => readBought(db, { accountId: buyer.accountId, mode: 'live' }, opportunityId!);
  const whole = await share();
  const states = ['inquiry', 'open', 'inquiry', 'won', 'inquiry', 'lost', 'lost', 'won', 'won', 'open', 'lost', 'won'];
  for (const status of states as DisputeStatus[]) {
    await disputed(db, check, status);
    await disputed(db, sale, status);
    expect(await credit()).toBe({ inquiry: 'unused', open: 'frozen', lost: 'revoked', won: 'unused' }[status]);
    expect(await share()).toBe(status === 'won' || status === 'inquiry' ? whole : 0);
    expect((await access()) === null).toBe(status === 'lost');
  }
});

test('the latest observation counts, whatever the order of answers', async () => {
  const of = await bought();
  const before = new Date();
  await disputed(db, of, 'open');
  await disputed(db, of, 'won');
  expect(await disputed(db, of, 'lost', before)).toBe(false);
  expect(await credit()).toBe('unused');
  const at = (offset: number) => new Date(Date.now() + 1_000 + offset);
  await Promise.all([
    disputed(db, of, 'open', at(0)),
    disputed(db, of, 'lost', at(2)),
    disputed(db, of, 'open', at(1)),
    disputed(db, of, 'won', at(3)),
  ]);
  expect((await loadOrder(db, of.orderId))!.disputes).toMatchObject([{ status: 'won', reason: 'fraudulent' }]);
  expect(await credit()).toBe('unused');
});

test.each([
  ['inquiry', 'unused'],
  ['open', 'frozen'],
  ['lost', 'revoked'],
  ['won', 'unused'],
] as const)('a dispute that is %s before its payment settles leaves the credit %s', async (status, left) => {
  const orderId = await openTestOrder(db, { accountId: buyer.accountId });
  const paymentId = `pi_early_${status}`;
  await disputed(db, { orderId, paymentId }, status);
  await payTestOrder(db, orderId, { paymentId }, MATURE);
  expect(await credit()).toBe(left);
});

test('winning a dispute does not restore a returned payment', async () => {
  const of = await bought();
  await disputed(db, of, 'open');
  await transaction(db, (tx) => takeBack(tx, { id: of.paymentId, orderId: of.orderId }));
  await disputed(db, of, 'won');
  expect(await credit()).toBe('revoked');
});

test('money missing after a won dispute alerts once, until all of it is back', async () => {
  const told = () => db.prisma.alert.findMany({ where: { alert: 'dispute-money-left' } });
  const states = async () => {
    const alerts = (await told()) as never[];
    return alerts.map(await alertStates(db, alerts));
  };
  await disputed(db, await bought(), 'lost', undefined, [moved(-4_900)]);
  await disputed(db, await bought(), 'inquiry');
  const of = await bought();
  const taken = moved(-4_900);
  await disputed(db, of, 'open', undefined, [taken]);
  expect(await told()).toEqual([]);
  const rest = [taken, moved(4_860)];
  for (let i = 0; i < 2; i++) await disputed(db, of, 'won', undefined, rest);
  expect(await told()).toMatchObject([{ subject: `du_of_${of.paymentId}`, facts: { left: '$0.40' } }]);
  expect(await states()).toEqual(['open']);
  await disputed(db, of, 'won', undefined, [...rest, moved(40)]);
  expect(await states()).toEqual(['over']);
});

describe('a dispute over a part of an owed payment', () => {
  /** A payment of 199.00 for an order that the buyer had already canceled. */
  const late = async () => {
    const orderId = await openTestOrder(db, { accountId: buyer.accountId, price: 19_900 });
    await db.prisma.order.update({ where: { id: orderId }, data: { status: 'canceled' } });
    const { paymentId, settlement } = await payTestOrder(db, orderId);
    expect(settlement).toEqual({ outcome: 'refund', reason: 'late' });
    return { orderId, paymentId, amount: 5_000 };
  };
  const payment = async (paymentId: string) =>
    toPayment(await db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } }));
  /** Records the provider's refunds. Returns the product's next step. */
  const told = async (paymentId: string, ...amounts: number[]) => {
    const refunds = amounts.map((amount, i): KnownRefund => ({
      id: `re_${i + 1}_of_${paymentId}`,
      amount,
      currency: 'usd',
      status: 'succeeded',
      failure: null,
      origin: 'ours',
      attempt: i + 1,
      createdAt: new Date(),
    }));
    return recordRefunds(db, await payment(paymentId), { refunds });
  };
  const owed = async (paymentId: string) => (await paymentBalances(db.pool, paymentId)).returns;
  const statusOf = async (orderId: string) => (await loadOrder(db, orderId))!.status;

  test('refunds the rest when lost, and the payment counts as charged back', async () => {
    const of = await late();
    await disputed(db, of, 'lost', undefined, [moved(-5_000)]);
    expect(await told(of.paymentId)).toBe('refund');
    expect([await owed(of.paymentId), await statusOf(of.orderId)]).toEqual([14_900, 'refund_pending']);
    expect(await told(of.paymentId, 14_900)).toBe('none');
    expect(await payment(of.paymentId)).toMatchObject({ refundStatus: 'charged_back' });
    expect([await owed(of.paymentId), await statusOf(of.orderId)]).toEqual([0, 'refunded']);
  });

  test('alerts a person to decide if lost without a visible movement', async () => {
    const of = await late();
    await disputed(db, of, 'lost');
    expect(await told(of.paymentId)).toBe('none');
    expect(await payment(of.paymentId)).toMatchObject({ refundStatus: 'failed' });
    expect(await db.prisma.alert.count({ where: { alert: 'refund-failed', subject: of.paymentId } })).toBe(1);
    await settleRefunds(db, of.orderId, 'returned');
    expect(await owed(of.paymentId)).toBe(0);
  });

  test.each([
    ['won in part', 'usd', [moved(-5_000), moved(2_000)], 3_000],
    ['in euros, taken from a balance in dollars', 'eur', [moved(-5_435)], 5_435],
    ['in dollars, taken from a balance in euros', 'usd', [moved(-4_600, 'eur')], 5_000],
    ['in dollars, won in part at another rate', 'usd', [moved(-4_600, 'eur'), moved(2_300, 'eur')], 2_500],
    // A dispute in a third currency does not show how much of the payment it covers.
    ['in pounds, taken from a balance in euros', 'gbp', [moved(-5_900, 'eur')], 19_900],
  ])("%s reduces the amount owed, in the payment's currency", async (_name, currency, movements, lost) => {
    const of = await late();
    await disputed(db, { ...of, currency }, 'lost', undefined, movements);
    expect(await owed(of.paymentId)).toBe(19_900 - lost);
    const entered = await db.prisma.ledgerTransaction.findMany({ where: { paymentId: of.paymentId } });
    expect([...new Set(entered.map((each) => each.currency))]).toEqual(['usd']);
  });
});
