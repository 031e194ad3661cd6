/** A database is restored to an earlier moment, but the provider and Temporal keep later events. */
import { contributorBalance } from '../../modules/ledger/store/balances';
import { retryWithdrawal } from '../../modules/payouts/store/operate';
import { openContributor, withdraw, withdrawalIn } from '../support/contributors';
import { snapshotOf } from '../support/database';
import { eventually } from '../support/eventually';
import { reconcile } from '../support/reconciliation';
import { useSales } from '../support/sales';

jest.setTimeout(120_000);

const NO_REVIEW = { payoutReviewThreshold: 10_000_000, payoutReviewMonthly: 10_000_000 };

const { shop } = useSales({
  standIn: { openingBalance: 1_000_000 },
  settings: NO_REVIEW,
});

const transfersTo = async (withdrawals: string[]) =>
  (await shop.provider.ledger()).transfers.filter(({ withdrawalId }) => withdrawals.includes(withdrawalId));

test('records a lost withdrawal again before its money can be withdrawn twice', async () => {
  const contributor = await openContributor(shop, 100_000);
  const restore = await snapshotOf(shop.db);
  const first = await withdraw(shop.api, contributor, { amount: 40_000, currency: 'usd' });
  await withdrawalIn(shop, contributor, first.body.withdrawalId, 'paid');
  await restore();

  const balance = () => contributorBalance(shop.db.pool, contributor.accountId, 'live');
  expect(await balance()).toMatchObject({ available: 100_000 });
  // Before reconciliation, request more than the real balance.
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
  // Only 60,000 is left, so at most one withdrawal was paid.
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

test('books a withdrawal completely after a restore to before its transfer', async () => {
  const contributor = await openContributor(shop, 100_000);
  const { connectedAccountId } = contributor;
  await shop.provider.control(`accounts/${connectedAccountId}`, { availableAfterMs: 8_000 });
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

test('states what was paid out if a standby knows only the payout', async () => {
  const contributor = await openContributor(shop, 100_000);
  const { withdrawalId } = (await withdraw(shop.api, contributor, { amount: 10_000, currency: 'usd' })).body;
  await withdrawalIn(shop, contributor, withdrawalId, 'paid');
  const unheard = { payoutAmount: null, payoutCurrency: null, availableAt: null };
  const where = { id: withdrawalId };
  await shop.db.prisma.withdrawal.update({ where, data: unheard });
  // In production, the sweep for withdrawals without news does this.
  await retryWithdrawal(shop.db, withdrawalId);
  const rowOf = () => shop.db.prisma.withdrawal.findUniqueOrThrow({ where });
  await eventually('it is known again', async () => (await rowOf()).payoutAmount !== null);
  expect(await rowOf()).toMatchObject({ status: 'paid', payoutAmount: 10_000, payoutCurrency: 'usd' });
});
