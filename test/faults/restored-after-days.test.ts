/**
 * Guarantee: after a restore that lost three days, docs/runbook/restore.md makes our ledger match the provider's
 * records again, however old the changes are.
 */
import { ageDatabase, snapshotOf } from '../support/database';
import { openContributor, payoutsOf } from '../support/contributors';
import { eventually } from '../support/eventually';
import { ledgerFlaws, moneyFlaws } from '../support/money-invariants';
import { salesOf } from '../support/sales';
import { clientOf, startShop } from '../support/shop';
import { adminJson, runAdmin } from '../support/operator';
import { use } from '../support/use';

jest.setTimeout(600_000);

const DAY_S = 86_400;
const REASON = ['--reason', 'restored'];

const shop = use(() =>
  startShop({
    standIn: { openingBalance: 10_000_000 },
    settings: { payoutReviewThreshold: 100_000_000, payoutReviewMonthly: 100_000_000 },
  }),
);
const buyer = use(() => shop.buyer());
const { ordered, bought, paymentOf, disputed, decide } = salesOf(shop, buyer);
const withdrawals = payoutsOf(
  shop,
  use(() => openContributor(shop, 1_000_000)),
);

const inState = (orderId: string, state: string) => shop.orderIn(orderId, [state], buyer);
async function refunded(orderId: string): Promise<string> {
  const paymentId = await paymentOf(orderId);
  const { id } = await clientOf(shop.provider).refund({ mode: 'live', orderId, paymentId, attempt: 1 });
  await inState(orderId, 'refunded');
  return id;
}

async function paidOut(amount: number): Promise<string> {
  const id = await withdrawals.requested(amount);
  await withdrawals.inState(id, 'paid');
  return id;
}

/** Moves the database and the provider forward by a number of days. */
async function daysPass(days: number): Promise<void> {
  await databaseAges(days);
  shop.ageProvider(days * DAY_S);
}
const databaseAges = (days: number) =>
  ageDatabase(process.env.TEST_DATABASE_URL!, new URL(shop.db.url).pathname.slice(1), days * DAY_S);

interface Found {
  id: string;
  cause: string;
  status: string;
  orderId: string | null;
}

/** Runs the commands from the Reconcile section of docs/runbook/restore.md in order until no difference is open. */
async function reconcileByPage(since: Date): Promise<Found[]> {
  const env = { DATABASE_URL: shop.db.url, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS };
  expect(await runAdmin(['runs', 'resume', ...REASON], env)).toMatchObject({ status: 0 });
  const seen = new Map<string, Found>();
  await eventually(
    'nothing is open',
    async () => {
      const found = await adminJson<Found[]>(['reconcile', '--since', since.toISOString()], env);
      for (const each of found) seen.set(each.id, each);
      for (const { id, status } of await adminJson<Found[]>(['orphans', 'list'], env))
        if (status === 'open') await runAdmin(['orphans', 'return', id, ...REASON], env);
      return found.every(({ status }) => status !== 'open' && status !== 'returning');
    },
    240_000,
  );
  return [...seen.values()];
}

/** Provider objects missing from our database, one per line. */
async function unknownHere(): Promise<string[]> {
  const { prisma } = shop.db;
  const { refunds, disputes, payouts } = await shop.provider.ledger();
  const payments = new Set((await prisma.payment.findMany()).map(({ id }) => id));
  const ourRefunds = new Map((await prisma.refund.findMany()).map(({ id, status }) => [id, status]));
  const ourDisputes = new Map((await prisma.dispute.findMany()).map(({ id, status }) => [id, status]));
  const ours = new Map((await prisma.withdrawal.findMany()).map(({ id, status }) => [id, status]));
  return [
    ...refunds
      .filter(({ id, paymentIntent, status }) => payments.has(paymentIntent) && ourRefunds.get(id) !== status)
      .map(({ id, status }) => `refund ${id} is ${status} there and ${ourRefunds.get(id)} here`),
    ...disputes
      .filter(({ id, status }) => ourDisputes.get(id) !== status)
      .map(({ id, status }) => `dispute ${id} is ${status} there and ${ourDisputes.get(id)} here`),
    ...payouts
      .filter(({ withdrawalId, status }) => (ours.get(withdrawalId) === 'paid') !== (status === 'paid'))
      .map(({ id, withdrawalId, status }) => `payout ${id} is ${status}, ${ours.get(withdrawalId)} here`),
  ];
}

test('matches the provider’s books after a restore that lost three days', async () => {
  const { provider, db } = shop;
  // These events are too old for the later comparison and for the sweeps.
  const failing = await bought();
  const failingRefund = await refunded(failing);
  const [warned, warnedAndFailing, lostLate, wonLate] = [
    await bought(),
    await bought(),
    await bought(),
    await bought(),
  ];
  const [newlyDisputed, byHand, gesture] = [await bought(), await bought(), await bought()];
  // Each payment is partly disputed, before or during the lost days.
  const [partBefore, partLost, restReturned] = [await bought(), await bought(), await bought()];
  const partBeforeId = await disputed(partBefore, { amount: 700 });
  const lostLateId = await disputed(lostLate);
  const wonLateId = await disputed(wonLate);
  await decide(wonLate, wonLateId, 'lost');
  const [sentBack, sentBackUnseen] = [await paidOut(20_000), await paidOut(30_000)];
  await daysPass(12);
  const unpaid = await ordered();
  const restore = await snapshotOf(db);
  const began = Date.now();

  // Day one.
  await provider.pay(unpaid.sessionId);
  await inState(unpaid.orderId, 'fulfilled');
  const paymentIntent = await paymentOf(unpaid.orderId);
  await provider.control(`refunds/${failingRefund}`, { status: 'failed' });
  await inState(failing, 'refund_failed');
  for (const sale of [warned, warnedAndFailing]) {
    await provider.control('fraud-warnings', { paymentIntent: await paymentOf(sale) });
    await inState(sale, 'refunded');
  }
  await decide(lostLate, lostLateId, 'lost');
  const newDispute = await disputed(newlyDisputed);
  const partLostId = await disputed(partLost, { amount: 500 });
  const orphan = await bought();
  await daysPass(1);

  // Day two.
  await decide(newlyDisputed, newDispute, 'lost');
  await decide(wonLate, wonLateId, 'won');
  await decide(partBefore, partBeforeId, 'lost');
  await decide(partLost, partLostId, 'lost');
  const restId = await disputed(restReturned, { amount: 900 });
  await decide(restReturned, restId, 'lost');
  await refunded(restReturned);
  await provider.refundByHand(await paymentOf(byHand));
  await inState(byHand, 'refunded');
  await provider.refundByHand(await paymentOf(gesture), 1_000);
  await withdrawals.bring(sentBack, 'failed');
  await withdrawals.inState(sentBack, 'returned');
  const lostAndPaid = await paidOut(40_000);
  await provider.fault('payout.created', 'fail_later', 1);
  const lostAndReturned = await withdrawals.requested(50_000);
  await withdrawals.inState(lostAndReturned, 'returned');
  await daysPass(1);

  // Day three: we do not learn of the last two changes before the data is lost.
  const { refunds } = await provider.ledger();
  const secondFailure = refunds.find((refund) => refund.orderId === warnedAndFailing)!;
  await provider.control(`refunds/${secondFailure.id}`, { status: 'failed' });
  await inState(warnedAndFailing, 'refund_failed');
  await daysPass(1);
  await provider.fault('payout.failed', 'drop_event', 1);
  await withdrawals.bring(sentBackUnseen, 'failed');
  const lastWarned = gesture;
  await provider.fault('radar.early_fraud_warning.created', 'drop_event', 1);
  await provider.control('fraud-warnings', { paymentIntent: await paymentOf(lastWarned) });

  await restore();
  await databaseAges(3);
  expect((await shop.order(failing, buyer)).status).toBe('refunded');
  expect((await shop.order(orphan, buyer)).status).not.toBe('fulfilled');
  expect(await unknownHere()).not.toEqual([]);

  const found = await reconcileByPage(new Date(began - 4 * DAY_S * 1_000));
  let flaws: string[] = [];
  const agree = async () => {
    flaws = [...(await unknownHere()), ...(await moneyFlaws(db, provider)), ...(await ledgerFlaws(db, provider))];
    return flaws.length === 0;
  };
  await eventually('workflows have done what they were told', agree).catch(() => undefined);
  // This check lists the problems; a failed wait would only report a timeout.
  expect(flaws).toEqual([]);
  const warnings = await db.prisma.fraudWarning.findMany({ select: { paymentId: true } });
  expect(warnings.map(({ paymentId }) => paymentId).toSorted()).toEqual(
    (await Promise.all([warned, warnedAndFailing, lastWarned].map(paymentOf))).toSorted(),
  );
  for (const sale of [failing, warnedAndFailing]) await inState(sale, 'refund_failed');
  for (const sale of [warned, lastWarned, byHand, restReturned]) await inState(sale, 'refunded');
  await shop.orderIn(unpaid.orderId, ['fulfilled'], buyer);
  expect(await db.prisma.payment.findUnique({ where: { id: paymentIntent } })).toMatchObject({ outcome: 'granted' });
  expect(found).toContainEqual(expect.objectContaining({ cause: 'unknown_order', orderId: orphan }));
  for (const id of [sentBack, sentBackUnseen]) await withdrawals.inState(id, 'returned');
  // The withdrawal's money left and came back during the lost days, so there is nothing to book.
  expect(await db.prisma.withdrawal.findUnique({ where: { id: lostAndReturned } })).toBeNull();
  await withdrawals.inState(lostAndPaid, 'paid');
  expect(
    (await db.prisma.alert.findMany({ where: { alert: 'refund-failed' } })).map(({ subject }) => subject),
  ).toHaveLength(2);
});
