/** A withdrawal is paid by one transfer, whatever an attempt finds, and one that ended by none. */
import { createPayoutActivities } from '../../activities/payout-activities';
import { orderOf } from '../../activities/payout-money';
import { settleBreak } from '../../store/reconciliation/settle-break';
import { moveWithdrawal } from '../../store/withdrawals/move-withdrawal';
import { recordTransfer } from '../../store/withdrawals/record-transfer';
import { requestEnd } from '../../store/withdrawals/request-end';
import { retryWithdrawal } from '../../store/withdrawals/retry-withdrawal';
import { loadWithdrawal } from '../../store/withdrawals/read-withdrawals';
import { eventually } from '../support/eventually';
import { reconcile } from '../support/reconciliation';
import { clientOf } from '../support/shop';
import { EARNED, usePayouts } from '../support/payouts';
import { untilQuiet } from '../support/until-quiet';

const {
  shop,
  contributor,
  balance,
  requested,
  row,
  account,
  arrived,
  bring,
  inState,
  paidOut,
  payoutsOf,
  payOutByHand,
  sent,
  transfersOf,
} = usePayouts();

describe('an attempt to transfer that comes after the withdrawal has ended', () => {
  const refused = async () => {
    await account({ payoutsEnabled: false });
    const id = await requested();
    await inState(id, 'failed');
    await account({ payoutsEnabled: true });
    return id;
  };

  test('is none: the answer of the attempt that ended it was lost', async () => {
    const id = await refused();
    const deps = { db: shop.db, payments: clientOf(shop.provider) };
    expect(await createPayoutActivities(deps).transferWithdrawal(id)).toBe('failed');
    expect(await transfersOf(id)).toEqual([]);
  });

  test('has its transfer taken back, which is none of the books', async () => {
    const id = await refused();
    const made = await clientOf(shop.provider).connected.transfer(orderOf((await loadWithdrawal(shop.db, id))!));
    expect(
      await recordTransfer(shop.db, id, { transferId: made.id, connectedAccountId: contributor.connectedAccountId }),
    ).toBe('failed');
    await eventually('it is taken back', async () => (await transfersOf(id))[0]?.status === 'reversed');
    expect(await row(id)).toMatchObject({ status: 'failed', transferId: null });
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });
});

test('a step that is repeated after a write-off moves nothing: its answer was lost', async () => {
  const id = await arrived();
  await shop.temporal.workflow.getHandle(`payout/${id}`).terminate('by the test');
  await moveWithdrawal(shop.db, id, 'failed', { failureReason: 'written_off', writtenOff: true });
  await account({ availableAfterMs: 0 });
  const steps = createPayoutActivities({ db: shop.db, payments: clientOf(shop.provider) });
  expect(await steps.payOutWithdrawal(id)).toBe('failed');
  expect(await steps.followWithdrawal(id)).toMatchObject({ status: 'failed' });
  expect(await transfersOf(id)).toMatchObject([{ status: 'paid' }]);
  expect((await shop.provider.ledger()).payouts.filter(({ withdrawalId }) => withdrawalId === id)).toEqual([]);
});

describe('a transfer that the provider completes after another attempt was made', () => {
  const completeAnother = async (id: string) => {
    const { transferId } = await row(id);
    await shop.provider.control(`transfers/${transferId}/repeat`, {});
  };

  /** Number of the attempt at an activity that is under way, or waits for the next one; 0 if none does. */
  const attemptsAt = async (id: string, activity: string): Promise<number> => {
    const { pendingActivities } = (await shop.temporal.workflow.getHandle(`payout/${id}`).describe()).raw;
    const [trying] = pendingActivities ?? [];
    return trying?.activityType?.name === activity ? (trying.attempt ?? 0) : 0;
  };

  test('is taken back, and the withdrawal is paid once', async () => {
    const id = await arrived();
    await completeAnother(id);
    await eventually(
      'one is taken back',
      async () =>
        (await transfersOf(id))
          .map(({ status }) => status)
          .toSorted()
          .join() === 'paid,reversed',
    );
    await account({ availableAfterMs: 0 });
    await retryWithdrawal(shop.db, id);
    await paidOut(id);
    expect((await transfersOf(id)).filter(({ status }) => status === 'paid')).toHaveLength(1);
  });

  test('is the one that pays where a person reversed the first', async () => {
    const id = await arrived();
    await untilQuiet(shop, `payout/${id}`);
    await shop.provider.fault('transfer.*', 'drop_event', 1_000);
    const { transferId: first } = await row(id);
    await completeAnother(id);
    await shop.provider.control(`transfers/${first}/reverse`, {});
    const another = (await transfersOf(id)).find(({ status }) => status === 'paid')!.id;
    await account({ availableAfterMs: 0 });
    await retryWithdrawal(shop.db, id);
    await paidOut(id);
    expect(await row(id)).toMatchObject({ transferId: another });
    expect((await transfersOf(id)).filter(({ status }) => status === 'paid')).toMatchObject([{ id: another }]);
    await reconcile(shop);
    const about = { where: { withdrawalId: id, status: 'open' } };
    expect(await shop.db.prisma.reconciliationBreak.findMany(about)).toEqual([]);
  });

  test('and that the account has no money for holds up no payout, alerts, and is a break', async () => {
    await account({ availableAfterMs: 0 });
    const id = await sent();
    await shop.provider.fault('transfer.*', 'drop_event', 1_000);
    const { transferId: first, payoutId } = await row(id);
    await completeAnother(id);
    // By hand, after its money was paid out: the account keeps less than the other transfer.
    await shop.provider.control(`transfers/${first}/reverse`, { amount: 100 });
    await retryWithdrawal(shop.db, id);
    await eventually('it is refused', async () => (await row(id)).refusals > 0);

    // The bank took it, a restore took back that it was sent, and an operator gave it up: the payout decides.
    await shop.provider.fault('payout.*', 'drop_event', 1_000);
    await bring(id, 'paid');
    const before = { status: 'processing', payoutId: null, endRequested: 'write_off' };
    await shop.db.prisma.withdrawal.update({ where: { id }, data: before });
    await retryWithdrawal(shop.db, id);
    await inState(id, 'paid');
    expect(await row(id)).toMatchObject({ transferId: first, payoutId, writtenOff: false });
    await reconcile(shop);
    const another = (await transfersOf(id)).find((each) => each.id !== first)!.id;
    const about = { where: { withdrawalId: id, objectId: another, status: 'open' } };
    const breaks = await shop.db.prisma.reconciliationBreak.findMany(about);
    expect(breaks).toMatchObject([{ cause: 'status' }]);
    await settleBreak(shop.db, breaks[0]!.id, 'the contributor pays it back');
  });

  test('and that the account has no money for holds a payout back that was not made: each refusal is followed by other keys', async () => {
    const id = await arrived();
    // Nothing makes the workflow look before everything is as it is to find it.
    await untilQuiet(shop, `payout/${id}`);
    for (const events of ['account.*', 'transfer.*']) await shop.provider.fault(events, 'drop_event', 1_000);
    await account({ availableAfterMs: 0 });
    await completeAnother(id);
    await completeAnother(id);
    await payOutByHand(20_000);
    await retryWithdrawal(shop.db, id);
    await eventually('it is tried again', async () => (await attemptsAt(id, 'awaitArrival')) > 1);
    expect(await row(id)).toMatchObject({ status: 'processing', payoutId: null });
    expect(await payoutsOf(id)).toEqual([]);

    await requestEnd(shop.db, id, { how: 'write_off', reason: 'test' });
    await inState(id, 'failed');
    await reconcile(shop);
    const open = await shop.db.prisma.reconciliationBreak.findMany({ where: { withdrawalId: id, status: 'open' } });
    expect(open.length).toBeGreaterThan(0);
    for (const each of open) await settleBreak(shop.db, each.id, 'lost to the contributor');
  });

  test('and whose reversal is refused for good leaves the payout its key, and is told after it', async () => {
    const id = await arrived();
    await untilQuiet(shop, `payout/${id}`);
    for (const events of ['account.*', 'transfer.*']) await shop.provider.fault(events, 'drop_event', 1_000);
    await shop.provider.fault('POST /v1/transfers/*/reversals', 'error_400', 1_000);
    await shop.provider.fault('POST /v1/payouts', 'error_500', 1_000);
    await account({ availableAfterMs: 0 });
    await completeAnother(id);
    await retryWithdrawal(shop.db, id);
    await eventually('the payout was asked for twice', async () => (await attemptsAt(id, 'payOutWithdrawal')) > 2);
    expect(await row(id)).toMatchObject({ status: 'processing', refusals: 0 });
    await shop.provider.control('faults', undefined, 'DELETE');
    await shop.provider.fault('POST /v1/transfers/*/reversals', 'error_400', 1);
    await paidOut(id);
    expect(await payoutsOf(id)).toHaveLength(1);
    await retryWithdrawal(shop.db, id);
    await eventually('the other is taken back', async () =>
      (await transfersOf(id)).some(({ status }) => status === 'reversed'),
    );
  });

  test('is taken back also after the withdrawal has ended', async () => {
    const id = await arrived();
    await requestEnd(shop.db, id, { how: 'take_back', reason: 'test' });
    await inState(id, 'failed');
    await completeAnother(id);
    await eventually(
      'both are taken back',
      async () =>
        (await transfersOf(id)).every(({ status }) => status === 'reversed') && (await transfersOf(id)).length === 2,
    );
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });
});
