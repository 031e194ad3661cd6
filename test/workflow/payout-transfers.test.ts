import { orderOf } from '../../activities/payout-money';
import { recordTransfer } from '../../store/withdrawals/record-transfer';
import { retryWithdrawal } from '../../store/withdrawals/retry-withdrawal';
import { loadWithdrawal } from '../../store/withdrawals/read-withdrawals';
import { eventually } from '../support/eventually';
import { clientOf } from '../support/shop';
import { EARNED, usePayouts } from '../support/contributors';

const payouts = usePayouts();
const { shop, contributor, account, arrived, balance, requested, row, sent } = payouts;
const { bring, inState, paidOut, transfersOf } = payouts;

test('a transfer made after its withdrawal ended is taken back and never booked', async () => {
  await account({ payoutsEnabled: false });
  const id = await requested();
  await inState(id, 'failed');
  await account({ payoutsEnabled: true });
  const { connectedAccountId } = contributor;
  const made = await clientOf(shop.provider).connected.transfer(orderOf((await loadWithdrawal(shop.db, id))!));
  expect(await recordTransfer(shop.db, id, { transferId: made.id, connectedAccountId })).toBe('failed');
  await eventually('it is taken back', async () => (await transfersOf(id))[0]?.status === 'reversed');
  expect(await row(id)).toMatchObject({ status: 'failed', transferId: null });
  expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
});

test('a second transfer is taken back, and the withdrawal is paid once', async () => {
  const id = await arrived();
  await shop.provider.control(`transfers/${(await row(id)).transferId}/repeat`, {});
  await eventually('one is taken back', async () =>
    (await transfersOf(id)).some(({ status }) => status === 'reversed'),
  );
  await account({ availableAfterMs: 0 });
  await retryWithdrawal(shop.db, id);
  await paidOut(id);
  expect((await transfersOf(id)).filter(({ status }) => status === 'paid')).toHaveLength(1);
});

const alerts = (id: string) => shop.db.prisma.alert.count({ where: { alert: 'withdrawal-stuck', subject: id } });

describe('a disconnected account', () => {
  test('fails a withdrawal before its transfer', async () => {
    await account({ deauthorized: true });
    const id = await requested();
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'account_gone' });
    expect(await transfersOf(id)).toEqual([]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('has transferred money taken back and credited', async () => {
    const id = await arrived();
    await account({ deauthorized: true });
    await retryWithdrawal(shop.db, id);
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'account_gone' });
    expect(await transfersOf(id)).toMatchObject([{ status: 'reversed' }]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('is not credited while the bank has the money', async () => {
    const id = await sent();
    await account({ deauthorized: true });
    await retryWithdrawal(shop.db, id);
    await eventually('the operator is alerted', async () => (await alerts(id)) === 1);
    expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 10_000 });
    await bring(id, 'failed');
    await inState(id, 'failed');
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('never takes the money of one withdrawal for another', async () => {
    const atBank = await sent();
    const waiting = await arrived();
    await account({ deauthorized: true });
    await retryWithdrawal(shop.db, atBank);
    await eventually('the operator is alerted', async () => (await alerts(atBank)) === 1);
    expect(await transfersOf(atBank)).toMatchObject([{ status: 'paid' }]);
    // The money of the other one is at the account: it ends as soon as it is checked, which an event may cause too.
    await retryWithdrawal(shop.db, waiting).catch(() => undefined);
    await inState(waiting, 'failed');
    expect(await transfersOf(waiting)).toMatchObject([{ status: 'reversed' }]);
    expect(await transfersOf(atBank)).toMatchObject([{ status: 'paid' }]);
    await bring(atBank, 'paid');
    await account({ deauthorized: false });
    await inState(atBank, 'paid');
  });
});

test('a disconnected account keeps its money while another payout came back unseen', async () => {
  await account({ availableAfterMs: 0 });
  const sentBack = await sent();
  await paidOut(sentBack);
  const atBank = await sent(4_000);
  await account({ deauthorized: true });
  await bring(sentBack, 'failed');
  await retryWithdrawal(shop.db, atBank);
  await eventually('the operator is alerted', async () => (await alerts(atBank)) === 1);
  expect(await transfersOf(atBank)).toMatchObject([{ status: 'paid' }]);
  await bring(atBank, 'paid');
  await account({ deauthorized: false });
  await inState(atBank, 'paid');
  // Seen as soon as it is checked, which an event may cause too.
  await retryWithdrawal(shop.db, sentBack).catch(() => undefined);
  await inState(sentBack, 'returned');
  expect(await balance()).toMatchObject({ available: EARNED - 4_000, held: 0 });
});
