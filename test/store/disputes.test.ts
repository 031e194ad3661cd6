import { randomUUID } from 'node:crypto';
import type { DisputeStatus } from '../../contracts/orders';
import { alertStates } from '../../store/alerts/alert-states';
import { loadOrder } from '../../store/orders/find-order';
import { recordRefunds, type KnownRefund } from '../../store/orders/record-refunds';
import { refundOrder } from '../../store/orders/refund-order';
import { toPayment } from '../../store/orders/row';
import { settleRefunds } from '../../store/orders/settle-refunds';
import { ordersWithStuckRefund } from '../../store/orders/sweep-orders';
import { takeBack } from '../../store/orders/take-back';
import { transaction } from '../../prisma/client';
import { contributorBalance, paymentBalances } from '../../store/ledger/read-balances';
import { readBought } from '../../store/opportunities/read-bought';
import { createCustomer } from '../support/api';
import { checkLedger } from '../support/ledger-invariants';
import { disputed, openTestOrder, payTestOrder } from '../support/books';
import { useDatabase, useEach } from '../support/use';

/** Shares can be withdrawn at once. */
const MATURE = { shareMaturityMs: 0 };

const db = useDatabase();
const buyer = useEach(() => createCustomer(db, { credits: 0 }));
afterEach(() => checkLedger(db));

/** A paid order of an Idea Check, or of a contributor's opportunity. */
async function bought(contributor?: string) {
  const orderId = await openTestOrder(db, { accountId: buyer.accountId, ...(contributor && { contributor }) });
  return { orderId, paymentId: (await payTestOrder(db, orderId, {}, MATURE)).paymentId };
}
const credit = async () => {
  const [one] = await db.prisma.entitlement.findMany({ where: { accountId: buyer.accountId } });
  return one!.frozenAt ? 'frozen' : one!.status;
};

test('a lost dispute over a second payment takes neither the credit nor the share of the first', async () => {
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

test('a dispute that closes late says nothing about another one of the same order that is open', async () => {
  const of = await bought();
  await disputed(db, { ...of, disputeId: 'du_first' }, 'open');
  await disputed(db, { ...of, disputeId: 'du_second' }, 'open');
  await disputed(db, { ...of, disputeId: 'du_first' }, 'won');
  expect(await credit()).toBe('frozen');
  await disputed(db, { ...of, disputeId: 'du_second' }, 'won');
  expect(await credit()).toBe('unused');
});

test('lost takes credit, share and access, won late brings them back, and lost again takes them again', async () => {
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

test('an answer of the provider that arrives late changes nothing: the latest question counts', async () => {
  const of = await bought();
  const before = new Date();
  await disputed(db, of, 'open');
  await disputed(db, of, 'won');
  expect(await disputed(db, of, 'lost', before)).toBe(false);
  expect(await disputed(db, of, 'open', before)).toBe(false);
  expect(await credit()).toBe('unused');
  expect((await loadOrder(db, of.orderId))!.disputes).toMatchObject([{ status: 'won', reason: 'fraudulent' }]);
});

test.each([
  ['inquiry', 'unused'],
  ['open', 'frozen'],
  ['lost', 'revoked'],
  ['won', 'unused'],
] as const)('a dispute that is %s before its payment is settled leaves the credit %s', async (status, left) => {
  const orderId = await openTestOrder(db, { accountId: buyer.accountId });
  const paymentId = `pi_early_${status}`;
  await disputed(db, { orderId, paymentId }, status);
  await payTestOrder(db, orderId, { paymentId }, MATURE);
  expect(await credit()).toBe(left);
});

test('a dispute that is won gives nothing back of a payment that was returned', async () => {
  const of = await bought();
  await disputed(db, of, 'open');
  await transaction(db, (tx) => takeBack(tx, { id: of.paymentId, orderId: of.orderId }));
  await disputed(db, of, 'won');
  expect(await credit()).toBe('revoked');
});

const moved = (amount: number, currency = 'usd') => ({ id: `txn_${randomUUID()}`, amount, fee: 0, currency });

describe('money that a closed dispute leaves in the books', () => {
  const told = () => db.prisma.alert.findMany({ where: { alert: 'dispute-money-left' } });
  const states = async () => {
    const stateOf = await alertStates(db, (await told()) as never);
    return (await told()).map((alert) => stateOf(alert as never));
  };

  test('alerts once, and is over once all of it is back', async () => {
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

  test('says nothing of a loss, of an inquiry, or before the payment is settled', async () => {
    const before = (await told()).length;
    await disputed(db, await bought(), 'lost', undefined, [moved(-4_900)]);
    await disputed(db, await bought(), 'inquiry');
    const orderId = await openTestOrder(db, { accountId: buyer.accountId });
    await disputed(db, { orderId, paymentId: 'pi_settled_late' }, 'lost', undefined, [moved(-4_900)]);
    expect(await told()).toHaveLength(before);
  });
});

test('a payment that a bank asks about can be refunded', async () => {
  const of = await bought();
  await disputed(db, of, 'inquiry');
  expect(await refundOrder(db, of.orderId)).toMatchObject({ status: 'refund_pending' });
});

describe('a dispute over a part of a payment that is owed', () => {
  /** A payment of 199.00 of an order that its buyer had canceled. */
  const late = async () => {
    const orderId = await openTestOrder(db, { accountId: buyer.accountId, price: 19_900 });
    await db.prisma.order.update({ where: { id: orderId }, data: { status: 'canceled' } });
    const { paymentId, settlement } = await payTestOrder(db, orderId);
    expect(settlement).toEqual({ outcome: 'refund', reason: 'late' });
    return { orderId, paymentId, amount: 5_000 };
  };
  const payment = async (paymentId: string) =>
    toPayment(await db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } }));
  const told = async (paymentId: string, refunds: KnownRefund[] = []) =>
    recordRefunds(db, await payment(paymentId), { refunds });
  const owed = async (paymentId: string) => (await paymentBalances(db.pool, paymentId)).returns;
  const ours = (paymentId: string, amount: number, attempt = 1): KnownRefund => ({
    id: `re_${attempt}_of_${paymentId}`,
    amount,
    currency: 'usd',
    status: 'succeeded',
    failure: null,
    origin: 'ours',
    attempt,
    createdAt: new Date(),
  });

  test('is lost: the rest is still to be refunded, and it counts as charged back once nothing is owed', async () => {
    const of = await late();
    await disputed(db, of, 'lost', undefined, [moved(-5_000)]);
    expect(await told(of.paymentId)).toBe('refund');
    expect(await owed(of.paymentId)).toBe(14_900);
    expect((await loadOrder(db, of.orderId))!.status).toBe('refund_pending');
    expect(await told(of.paymentId, [ours(of.paymentId, 14_900)])).toBe('none');
    expect(await payment(of.paymentId)).toMatchObject({ refundStatus: 'charged_back' });
    expect((await loadOrder(db, of.orderId))!.status).toBe('refunded');
    expect(await owed(of.paymentId)).toBe(0);
  });

  test('that an earlier version counted as charged back is found by the sweep, and its rest is refunded', async () => {
    const of = await late();
    await disputed(db, of, 'lost', undefined, [moved(-5_000)]);
    const asLeft = { refundStatus: 'charged_back', updatedAt: new Date(Date.now() - 3 * 3_600_000) };
    await db.prisma.payment.update({ where: { id: of.paymentId }, data: asLeft });
    const stuck = await ordersWithStuckRefund(db, new Date(), 100);
    expect(stuck.map(({ id }) => id)).toContain(of.orderId);
    expect(await told(of.paymentId)).toBe('refund');
    expect(await payment(of.paymentId)).toMatchObject({ refundStatus: null, refundAttempt: 1 });
  });

  test('is won after all: what it had taken is refunded by an attempt of its own', async () => {
    const of = await late();
    const taken = moved(-5_000);
    await disputed(db, of, 'lost', undefined, [taken]);
    await told(of.paymentId, [ours(of.paymentId, 14_900)]);
    await disputed(db, of, 'won', undefined, [taken, moved(5_000)]);
    expect(await told(of.paymentId, [ours(of.paymentId, 14_900)])).toBe('refund');
    expect(await payment(of.paymentId)).toMatchObject({ refundStatus: null, refundAttempt: 2 });
    expect((await loadOrder(db, of.orderId))!.status).toBe('refund_pending');
    expect(await told(of.paymentId, [ours(of.paymentId, 5_000, 2), ours(of.paymentId, 14_900)])).toBe('none');
    expect(await payment(of.paymentId)).toMatchObject({ refundStatus: 'succeeded' });
  });

  test('and others over the rest, all lost, leave nothing to refund', async () => {
    const of = await late();
    await disputed(db, of, 'lost', undefined, [moved(-5_000)]);
    const rest = { ...of, disputeId: `du_rest_of_${of.paymentId}`, amount: 14_900 };
    await disputed(db, rest, 'lost', undefined, [moved(-14_900)]);
    expect(await told(of.paymentId)).toBe('none');
    expect(await payment(of.paymentId)).toMatchObject({ refundStatus: 'charged_back' });
  });

  test('is won in part: what came back of it is owed as well', async () => {
    const of = await late();
    await disputed(db, of, 'lost', undefined, [moved(-5_000), moved(2_000)]);
    expect(await owed(of.paymentId)).toBe(16_900);
  });

  test('is lost without a movement that we can see: a person decides, and is told', async () => {
    const of = await late();
    await disputed(db, of, 'lost');
    expect(await told(of.paymentId)).toBe('none');
    expect(await payment(of.paymentId)).toMatchObject({ refundStatus: 'failed' });
    expect(await db.prisma.alert.count({ where: { alert: 'refund-failed', subject: of.paymentId } })).toBe(1);
    await expect(refundOrder(db, of.orderId)).rejects.toMatchObject({ code: 'not_found' });
    await settleRefunds(db, of.orderId, 'returned');
    expect(await owed(of.paymentId)).toBe(0);
  });

  test.each([
    ['euros, taken from a balance in dollars', 'eur', [moved(-5_435)], 5_435],
    ['dollars, taken from a balance in euros', 'usd', [moved(-4_600, 'eur')], 5_000],
    ['dollars, won in part at another rate', 'usd', [moved(-4_600, 'eur'), moved(2_300, 'eur')], 2_500],
    ['pounds, taken from a balance in euros: nobody can say what part that is', 'gbp', [moved(-5_900, 'eur')], 19_900],
  ])('in %s is in the books in the currency of the payment', async (_name, currency, movements, lost) => {
    const of = await late();
    await disputed(db, { ...of, currency }, 'lost', undefined, movements);
    expect(await owed(of.paymentId)).toBe(19_900 - lost);
    const entered = await db.prisma.ledgerTransaction.findMany({ where: { paymentId: of.paymentId } });
    expect([...new Set(entered.map((each) => each.currency))]).toEqual(['usd']);
  });

  test('is lost of a granted payment: an operator can return the rest, which the ledger then owes', async () => {
    const of = await bought();
    await disputed(db, { ...of, amount: 1_000 }, 'lost', undefined, [moved(-1_000)]);
    expect(await credit()).toBe('revoked');
    await refundOrder(db, of.orderId);
    expect(await owed(of.paymentId)).toBe(3_900);
    expect(await told(of.paymentId)).toBe('refund');
    expect(await told(of.paymentId, [ours(of.paymentId, 3_900)])).toBe('none');
  });

  test('leaves nothing for an operator to return where another is lost over all that it left', async () => {
    const of = await bought();
    await disputed(db, { ...of, amount: 1_000 }, 'lost', undefined, [moved(-1_000)]);
    const rest = { ...of, disputeId: `du_rest_of_${of.paymentId}`, amount: 3_900 };
    await disputed(db, rest, 'lost', undefined, [moved(-3_900)]);
    await expect(refundOrder(db, of.orderId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('states of a dispute that arrive at once leave it in the last one', async () => {
  const of = await bought();
  const at = (offset: number) => new Date(Date.now() + offset);
  await Promise.all([
    disputed(db, of, 'open', at(0)),
    disputed(db, of, 'lost', at(2)),
    disputed(db, of, 'open', at(1)),
    disputed(db, of, 'won', at(3)),
  ]);
  expect((await loadOrder(db, of.orderId))!.disputes).toMatchObject([{ status: 'won' }]);
  expect(await credit()).toBe('unused');
});
