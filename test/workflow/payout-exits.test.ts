/** Every withdrawal has an end, whatever happens to its account or transfer; none pays twice. */
import { requestEnd } from '../../store/withdrawals/request-end';
import { retryWithdrawal } from '../../store/withdrawals/retry-withdrawal';
import { eventually } from '../support/eventually';
import { EARNED, usePayouts } from '../support/payouts';

const {
  shop,
  balance,
  earn,
  requested,
  sent,
  row,
  account,
  arrived,
  inState,
  bring,
  paidOut,
  transfersOf,
  payOutByHand,
} = usePayouts({ standIn: { openingBalance: 800_000 }, settings: { payoutReviewThreshold: 20_000 } });

const end = (id: string, how: 'take_back' | 'write_off' = 'take_back') =>
  requestEnd(shop.db, id, { how, reason: 'test' });
const alerts = (id: string) => shop.db.prisma.alert.count({ where: { alert: 'withdrawal-stuck', subject: id } });
/** Pays money out of the contributor's account past the product. */
async function takeMoneyAway(amount: number): Promise<void> {
  await account({ availableAfterMs: 0 });
  expect(await payOutByHand(amount)).toMatch(/^po_/);
}

// First, while few sales are in the platform's balance.
test('an operator ends a withdrawal that the provider refuses to transfer', async () => {
  await earn(900_000);
  const id = await requested(900_000);
  await inState(id, 'under_review');
  await expect(end(id)).rejects.toThrow('withdrawals reject');
  await shop.db.prisma.withdrawal.update({ where: { id }, data: { review: false, status: 'processing' } });
  await retryWithdrawal(shop.db, id);
  await eventually('it waits for money', async () => (await alerts(id)) === 1);
  await end(id);
  expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'ended_by_operator' });
  expect(await balance()).toMatchObject({ available: EARNED + 900_000, held: 0 });
});

describe('a transfer that somebody reversed at the provider', () => {
  test('before the payout ends the withdrawal and gives the money back', async () => {
    const id = await arrived();
    await shop.provider.control(`transfers/${(await row(id)).transferId}/reverse`, {});
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'transfer_reversed' });
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
    const again = await requested();
    await account({ availableAfterMs: 0 });
    await paidOut(again);
  });

  test('in part has the rest taken back too', async () => {
    const id = await arrived();
    await shop.provider.control(`transfers/${(await row(id)).transferId}/reverse`, { amount: 4_000 });
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'transfer_reversed' });
    expect(await transfersOf(id)).toMatchObject([{ status: 'reversed' }]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });
});

describe('a payout that was made while its answer was lost', () => {
  /** Such a withdrawal, with the money of another one at the same account. */
  const paidOutUnheard = async () => {
    const other = await arrived();
    await account({ availableAfterMs: 0 });
    await shop.provider.fault('POST /v1/payouts', 'timeout_after');
    const id = await requested();
    await eventually('the payout is made', async () =>
      (await shop.provider.ledger()).payouts.some(({ withdrawalId }) => withdrawalId === id),
    );
    return { id, other };
  };
  // Its money is available by now, so its payout may have been made as well.
  const finish = async (other: string) => {
    await end(other);
    await eventually('the other one has ended', async () => ['failed', 'canceled'].includes((await row(other)).status));
  };

  test('decides, though somebody reverses the transfer then: nothing is given back while the bank may have it', async () => {
    const { id, other } = await paidOutUnheard();
    await shop.provider.control(`transfers/${(await row(id)).transferId}/reverse`, {});
    await inState(id, 'in_transit');
    expect(await balance()).toMatchObject({ available: EARNED - 20_000, held: 20_000 });
    await bring(id, 'failed');
    await inState(id, 'failed');
    expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 10_000 });
    await finish(other);
  });

  test('is canceled for the operator who ends the withdrawal then', async () => {
    const { id, other } = await paidOutUnheard();
    await end(id);
    expect(await inState(id, 'canceled')).toMatchObject({ failureReason: 'payout_canceled' });
    expect(await transfersOf(other)).toMatchObject([{ status: 'paid' }]);
    expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 10_000 });
    await finish(other);
  });

  test('is waited for where the account is gone then, and followed once it is connected again', async () => {
    const { id, other } = await paidOutUnheard();
    await account({ deauthorized: true });
    await eventually('the operator is alerted, or the event arrived', async () => {
      const { status } = await row(id);
      return status === 'in_transit' || (await alerts(id)) === 1;
    });
    expect(await transfersOf(id)).toMatchObject([{ status: 'paid' }]);
    await account({ deauthorized: false });
    await retryWithdrawal(shop.db, id);
    await inState(id, 'in_transit');
    expect(await transfersOf(other)).toMatchObject([{ status: 'paid' }]);
    await paidOut(id);
    await finish(other);
  });
});

describe('an operator ends a withdrawal', () => {
  test('that waits for its money: the transfer is reversed first', async () => {
    const id = await arrived();
    await end(id);
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'ended_by_operator' });
    expect(await transfersOf(id)).toMatchObject([{ status: 'reversed' }]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
    await expect(end(id)).rejects.toThrow('is failed');
    await expect(retryWithdrawal(shop.db, id)).rejects.toThrow('is failed');
  });

  test('whose payout the bank has not begun: it is canceled', async () => {
    const id = await sent();
    await end(id);
    expect(await inState(id, 'canceled')).toMatchObject({ failureReason: 'payout_canceled' });
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('whose payout the bank has begun: the payout decides', async () => {
    const id = await sent();
    await bring(id, 'in_transit');
    await end(id);
    await paidOut(id);
    expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 0 });
  });

  test('whose money cannot come back: nothing is given back, and only a write-off ends it', async () => {
    const id = await arrived();
    await shop.temporal.workflow.getHandle(`payout/${id}`).terminate('by the test');
    await takeMoneyAway(10_000);
    await end(id);
    await eventually('the operator is alerted', async () => (await alerts(id)) === 1);
    expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 10_000 });
    await end(id, 'write_off');
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'written_off' });
    expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 0 });
  });

  test('that the bank sent back, whose money cannot come back from the account: only a write-off ends it', async () => {
    const id = await sent();
    await paidOut(id);
    await expect(end(id, 'write_off')).rejects.toThrow('is paid');
    await shop.provider.fault('payout.failed', 'drop_event');
    await bring(id, 'failed');
    await takeMoneyAway(10_000);
    await retryWithdrawal(shop.db, id);
    await eventually('the operator is alerted', async () => (await alerts(id)) === 1);
    expect(await row(id)).toMatchObject({ status: 'paid' });
    await expect(end(id)).rejects.toThrow('--write-off');
    await end(id, 'write_off');
    expect(await inState(id, 'returned')).toMatchObject({ failureReason: 'written_off' });
    expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 0 });
  });
});
