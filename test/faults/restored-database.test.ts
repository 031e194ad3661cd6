/** A database that is brought back to an earlier moment, while the provider and Temporal keep what happened since. */
import { contributorBalance } from '../../store/ledger/read-balances';
import { approveReturn } from '../../store/reconciliation/approve-return';
import { retryWithdrawal } from '../../store/withdrawals/retry-withdrawal';
import { createContributor, openConnectedAccount, withdraw, withdrawalIn } from '../support/contributors';
import { eventually } from '../support/eventually';
import { breaksOf, reconcile } from '../support/reconciliation';
import { snapshotOf } from '../support/restore';
import { clientOf } from '../support/shop';
import { useSales } from '../support/sales';
import { untilQuiet } from '../support/until-quiet';

jest.setTimeout(120_000);

const NO_REVIEW = { payoutReviewThreshold: 10_000_000, payoutReviewMonthly: 10_000_000 };

const { shop, buyer, ordered, bought, paymentOf, dispute } = useSales({
  standIn: { openingBalance: 1_000_000 },
  settings: NO_REVIEW,
});

const transfersTo = async (withdrawals: string[]) =>
  (await shop.provider.ledger()).transfers.filter(({ withdrawalId }) => withdrawals.includes(withdrawalId));

test('payments, refunds and disputes made after the moment of a restore are found, and none is paid or returned twice', async () => {
  const unpaid = await ordered();
  const refunded = await bought();
  const disputed = await bought();
  const restore = await snapshotOf(shop.db);

  await shop.provider.pay(unpaid.sessionId);
  await shop.orderIn(unpaid.orderId, ['fulfilled'], buyer);
  const lost = await bought();
  await clientOf(shop.provider).refund({
    mode: 'live',
    orderId: refunded,
    paymentId: await paymentOf(refunded),
    attempt: 1,
  });
  await shop.orderIn(refunded, ['refunded'], buyer);
  await dispute(disputed);
  await eventually('the dispute is known', async () => (await shop.order(disputed, buyer)).dispute);
  await restore();

  expect((await shop.order(unpaid.orderId, buyer)).status).toBe('pending_payment');
  expect((await shop.order(refunded, buyer)).status).toBe('fulfilled');
  const run = await reconcile(shop);
  const causes = await shop.db.prisma.reconciliationBreak.findMany({ where: { runId: run.runId } });
  expect(causes.map(({ cause, orderId }) => [cause, orderId])).toEqual(
    expect.arrayContaining([
      ['unknown_order', lost],
      ['missing_payment', unpaid.orderId],
      ['missing_refund', refunded],
      ['missing_dispute', disputed],
    ]),
  );
  await shop.orderIn(unpaid.orderId, ['fulfilled'], buyer);
  await shop.orderIn(refunded, ['refunded'], buyer);
  await eventually('the dispute is known again', async () => (await shop.order(disputed, buyer)).dispute);

  expect(await reconcile(shop)).toMatchObject({ openBreaks: 1 });
  const [orphan] = await breaksOf(shop, 'unknown_order');
  expect(orphan).toMatchObject({ orderId: lost, status: 'open' });
  await approveReturn(shop.db, orphan!.id, 'its order was lost in the restore');
  await eventually('it went back', async () => (await breaksOf(shop, 'unknown_order'))[0]!.status === 'returned');
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
  const { refunds } = await shop.provider.ledger();
  expect(refunds.map(({ orderId }) => orderId).toSorted()).toEqual([refunded, lost].toSorted());
});

test('a refund that failed after the moment of a restore is found, although it is older than what is compared', async () => {
  const orderId = await bought();
  const paymentId = await paymentOf(orderId);
  const { id, createdAt } = await clientOf(shop.provider).refund({
    mode: 'live',
    orderId,
    paymentId,
    attempt: 1,
  });
  await shop.orderIn(orderId, ['refunded'], buyer);
  // The provider's books have whole seconds.
  const after = createdAt.getTime() + 2_000;
  await eventually('the refund is older than what is compared', () => Date.now() > after);
  const restore = await snapshotOf(shop.db);
  const since = new Date(after).toISOString();
  await shop.provider.control(`refunds/${id}`, { status: 'failed' });
  await shop.orderIn(orderId, ['refund_failed'], buyer);
  // What still reads the refund would find after the restore what the comparison is to find.
  await untilQuiet(shop, `payment/${orderId}`);
  await restore();

  expect((await shop.order(orderId, buyer)).status).toBe('refunded');
  await reconcile(shop, since);
  const found = (await breaksOf(shop, 'missing_entry')).filter((each) => each.orderId === orderId);
  expect(found).toMatchObject([{ kind: 'balance_movement', paymentId, amount: 4_900 }]);
  await shop.orderIn(orderId, ['refund_failed'], buyer);
  expect(await shop.db.prisma.alert.findMany({ where: { alert: 'refund-failed' } })).toHaveLength(1);
  expect(await reconcile(shop, since)).toMatchObject({ openBreaks: 0 });
});

test('a withdrawal whose row a restore lost is entered again before its contributor can withdraw that money twice', async () => {
  const connectedAccountId = await openConnectedAccount(shop.provider);
  const contributor = await createContributor(shop.db, { connectedAccountId, balance: 100_000 });
  const restore = await snapshotOf(shop.db);
  const first = await withdraw(shop.api, contributor, { amount: 40_000, currency: 'usd' });
  await withdrawalIn(shop, contributor, first.body.withdrawalId, 'paid');
  await restore();

  const balance = () => contributorBalance(shop.db.pool, contributor.accountId, 'live');
  expect(await balance()).toMatchObject({ available: 100_000 });
  // Sooner than any reconciliation: more than what is really left.
  const greedy = await withdraw(shop.api, contributor, { amount: 50_000, currency: 'usd' });
  const again = await withdraw(shop.api, contributor, { amount: 30_000, currency: 'usd' });
  await withdrawalIn(shop, contributor, first.body.withdrawalId, 'paid');
  const ended = await eventually('both have ended', async () => {
    const rows = await shop.db.prisma.withdrawal.findMany({
      where: { id: { in: [greedy.body.withdrawalId, again.body.withdrawalId] } },
      orderBy: { amount: 'desc' },
    });
    return rows.every(({ status }) => status === 'paid' || status === 'failed') && rows;
  });
  // 60,000 is left: at most one of them was paid.
  expect(ended.filter(({ status }) => status === 'paid').reduce((sum, { amount }) => sum + amount, 0)).toBeLessThan(
    60_000,
  );
  const reasons = ended.filter(({ status }) => status === 'failed').map(({ failureReason }) => failureReason);
  expect(new Set(reasons)).toEqual(new Set(['insufficient_balance']));
  const paid = (await transfersTo([first, greedy, again].map(({ body }) => body.withdrawalId))).reduce(
    (sum, { amount }) => sum + amount,
    0,
  );
  expect((await balance())!.available).toBe(100_000 - paid);
  expect(await transfersTo([first.body.withdrawalId])).toHaveLength(1);
  expect(await shop.db.prisma.alert.findMany({ where: { subject: first.body.withdrawalId } })).toMatchObject([
    { alert: 'withdrawal-restored' },
  ]);
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
});

test('a withdrawal that a restore lost is found by the reconciliation, and one that it set back is not transferred again', async () => {
  const connectedAccountId = await openConnectedAccount(shop.provider);
  const contributor = await createContributor(shop.db, { connectedAccountId, balance: 100_000 });
  await shop.provider.fault('POST /v1/payouts', 'error_500', 3);
  const known = await withdraw(shop.api, contributor, { amount: 10_000, currency: 'usd' });
  const restore = await snapshotOf(shop.db);
  const lost = await withdraw(shop.api, contributor, { amount: 20_000, currency: 'usd' });
  for (const { body } of [known, lost]) await withdrawalIn(shop, contributor, body.withdrawalId, 'paid');
  await restore();

  await reconcile(shop);
  for (const { body } of [known, lost]) await withdrawalIn(shop, contributor, body.withdrawalId, 'paid');
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
  expect(await transfersTo([known.body.withdrawalId, lost.body.withdrawalId])).toHaveLength(2);
  expect(await contributorBalance(shop.db.pool, contributor.accountId, 'live')).toMatchObject({
    available: 70_000,
    held: 0,
  });
});

test('a withdrawal that a restore set back to before its transfer, while its workflow waits for the money, is booked whole', async () => {
  const connectedAccountId = await openConnectedAccount(shop.provider);
  await shop.provider.control(`accounts/${connectedAccountId}`, { availableAfterMs: 8_000 });
  const contributor = await createContributor(shop.db, { connectedAccountId, balance: 100_000 });
  await shop.provider.fault('POST /v1/transfers', 'error_500', 2);
  const { body } = await withdraw(shop.api, contributor, { amount: 10_000, currency: 'usd' });
  const rowOf = () => shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id: body.withdrawalId } });
  await eventually('it is being moved', async () => (await rowOf()).status === 'processing');
  const restore = await snapshotOf(shop.db);
  await eventually('its money is awaited', async () => (await rowOf()).availableAt);
  await restore();

  expect(await rowOf()).toMatchObject({ status: 'processing', transferId: null });
  await withdrawalIn(shop, contributor, body.withdrawalId, 'paid');
  const transfers = await transfersTo([body.withdrawalId]);
  expect(transfers).toHaveLength(1);
  expect(await rowOf()).toMatchObject({ transferId: transfers[0]!.id, connectedAccountId });
});

test('a withdrawal of which a promoted standby knows the payout and not what arrived before it says what was paid out', async () => {
  const connectedAccountId = await openConnectedAccount(shop.provider);
  const contributor = await createContributor(shop.db, { connectedAccountId, balance: 100_000 });
  const { withdrawalId } = (await withdraw(shop.api, contributor, { amount: 10_000, currency: 'usd' })).body;
  await withdrawalIn(shop, contributor, withdrawalId, 'paid');
  const unheard = { payoutAmount: null, payoutCurrency: null, availableAt: null };
  const where = { id: withdrawalId };
  await shop.db.prisma.withdrawal.update({ where, data: unheard });
  // As the sweep of quiet withdrawals does.
  await retryWithdrawal(shop.db, withdrawalId);
  const rowOf = () => shop.db.prisma.withdrawal.findUniqueOrThrow({ where });
  await eventually('it is known again', async () => (await rowOf()).payoutAmount !== null);
  expect(await rowOf()).toMatchObject({ status: 'paid', payoutAmount: 10_000, payoutCurrency: 'usd' });
});
