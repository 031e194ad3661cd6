/** An account that is closed or disconnected: nobody is paid twice, and no money of one withdrawal is taken for another. */
import { recordRefusal } from '../../store/withdrawals/record-refusal';
import { requestEnd } from '../../store/withdrawals/request-end';
import { retryWithdrawal } from '../../store/withdrawals/retry-withdrawal';
import { eventually } from '../support/eventually';
import { EARNED, usePayouts } from '../support/payouts';

const {
  shop,
  account,
  arrived,
  balance,
  bring,
  inState,
  paidOut,
  payOutByHand,
  requested,
  row,
  sent,
  transferByHand,
  transfersOf,
} = usePayouts();

const alerts = (id: string) => shop.db.prisma.alert.count({ where: { alert: 'withdrawal-stuck', subject: id } });

describe('an account that is closed or disconnected', () => {
  test('before the transfer fails the withdrawal and moves nothing', async () => {
    await account({ deauthorized: true });
    const id = await requested();
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'account_gone' });
    expect(await transfersOf(id)).toEqual([]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('after the transfer has its money taken back, then given back', async () => {
    const id = await arrived();
    await account({ deauthorized: true });
    await retryWithdrawal(shop.db, id);
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'account_gone' });
    expect(await transfersOf(id)).toMatchObject([{ status: 'reversed' }]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('while the bank has the money is not given back twice: it ends when the money is seen to be back', async () => {
    const id = await sent();
    await account({ deauthorized: true });
    await retryWithdrawal(shop.db, id);
    await eventually('the operator is alerted', async () => (await alerts(id)) === 1);
    expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 10_000 });
    await bring(id, 'failed');
    await inState(id, 'failed');
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('while the bank has the money does not take another withdrawal’s money at that account for it', async () => {
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

  test('after the money was paid leaves the withdrawal paid, and its return is seen once it is connected again', async () => {
    const id = await sent();
    await paidOut(id);
    await account({ deauthorized: true });
    const handle = shop.temporal.workflow.getHandle(`payout/${id}`);
    const looks = async () => {
      const { events = [] } = await handle.fetchHistory();
      return events!.filter((each) => each.activityTaskCompletedEventAttributes).length;
    };
    const before = await looks();
    await retryWithdrawal(shop.db, id);
    await eventually('it is looked at', async () => (await looks()) > before);
    expect((await handle.describe()).status.name).toBe('RUNNING');
    expect(await row(id)).toMatchObject({ status: 'paid' });

    await account({ deauthorized: false });
    await bring(id, 'failed');
    await inState(id, 'returned');
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });
});

describe('an account that is gone while the payout to its bank cannot be read', () => {
  /** Makes a withdrawal's payment one that the bank can no longer send back. */
  const final = (id: string) =>
    shop.db.prisma.withdrawal.update({ where: { id }, data: { paidAt: new Date(Date.now() - 9 * 24 * 3_600_000) } });

  /** A withdrawal that was paid once and for all. */
  async function paidForGood(): Promise<string> {
    await account({ availableAfterMs: 0 });
    const id = await sent();
    await paidOut(id);
    await final(id);
    return id;
  }

  /** Loses sight of a withdrawal at the bank, for which nothing may be taken back. */
  async function losesSightOf(atBank: string): Promise<string> {
    await account({ deauthorized: true });
    await retryWithdrawal(shop.db, atBank);
    await eventually('the operator is alerted', async () => (await alerts(atBank)) === 1);
    expect(await transfersOf(atBank)).toMatchObject([{ status: 'paid' }]);
    return atBank;
  }

  /** Loses sight of a withdrawal at the bank; what the bank does decides. */
  async function staysAtItsBank(atBank: string): Promise<void> {
    await losesSightOf(atBank);
    await bring(atBank, 'paid');
    await account({ deauthorized: false });
    await inState(atBank, 'paid');
  }

  test('has nothing taken back where a second transfer is there that nobody has seen', async () => {
    const twice = await paidForGood();
    await shop.provider.fault('transfer.*', 'drop_event', 1_000);
    await shop.provider.control(`transfers/${(await row(twice)).transferId}/repeat`, {});
    await staysAtItsBank(await sent(4_000));
    expect(await balance()).toMatchObject({ available: EARNED - 14_000, held: 0 });
    await retryWithdrawal(shop.db, twice);
    await eventually('the second one is taken back', async () =>
      (await transfersOf(twice)).some(({ status }) => status === 'reversed'),
    );
  });

  test('has nothing taken back where money is there that came back after it was written off', async () => {
    const lost = await arrived();
    // Else the change of the account has it paid out as usual.
    await shop.temporal.workflow.getHandle(`payout/${lost}`).terminate('by the test');
    await account({ availableAfterMs: 0 });
    const byHand = await payOutByHand(10_000);
    await requestEnd(shop.db, lost, { how: 'take_back', reason: 'test' });
    await eventually('the operator is alerted', async () => (await alerts(lost)) === 1);
    await requestEnd(shop.db, lost, { how: 'write_off', reason: 'test' });
    await inState(lost, 'failed');
    const atBank = await sent(4_000);
    await shop.provider.control(`payouts/${byHand}`, { status: 'failed' });
    await staysAtItsBank(atBank);
    expect(await balance()).toMatchObject({ available: EARNED - 14_000, held: 0 });
  });

  test('has nothing taken back where somebody transferred money there by hand', async () => {
    await account({ availableAfterMs: 0 });
    expect(await transferByHand(10_000)).toMatch(/^tr_/);
    await staysAtItsBank(await sent(4_000));
    expect(await balance()).toMatchObject({ available: EARNED - 4_000, held: 0 });
  });

  test('has nothing taken back where the money that is there is behind a page of transfers that were taken back', async () => {
    await account({ availableAfterMs: 0 });
    await shop.provider.fault('transfer.*', 'drop_event', 1_000);
    await transferByHand(10_000);
    for (let made = 0; made < 100; made++)
      await shop.provider.control(`transfers/${await transferByHand(1)}/reverse`, {});
    await staysAtItsBank(await sent(4_000));
    expect(await balance()).toMatchObject({ available: EARNED - 4_000, held: 0 });
  });

  test('and where other money is there ends the withdrawal once a person takes its transfer back', async () => {
    await account({ availableAfterMs: 0 });
    await transferByHand(10_000);
    const atBank = await losesSightOf(await sent(4_000));
    await shop.provider.control(`transfers/${(await row(atBank)).transferId}/reverse`, {});
    expect(await inState(atBank, 'failed')).toMatchObject({ failureReason: 'account_gone' });
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('has nothing taken back where the bank sent another payout back unseen', async () => {
    await account({ availableAfterMs: 0 });
    const sentBack = await sent();
    await paidOut(sentBack);
    const atBank = await sent(4_000);
    await account({ deauthorized: true });
    await bring(sentBack, 'failed');
    await staysAtItsBank(atBank);
    // Seen as soon as it is checked, which an event may cause too.
    await retryWithdrawal(shop.db, sentBack).catch(() => undefined);
    await inState(sentBack, 'returned');
    expect(await balance()).toMatchObject({ available: EARNED - 4_000, held: 0 });
  });

  test('has its money taken back where all else there was paid for good, or taken back', async () => {
    const paid = await paidForGood();
    await recordRefusal(shop.db, paid);
    await shop.provider.control(`transfers/${await transferByHand(1_000)}/reverse`, {});
    const failed = await sent(4_000);
    await account({ deauthorized: true });
    await bring(failed, 'failed');
    await retryWithdrawal(shop.db, failed).catch(() => undefined);
    expect(await inState(failed, 'failed')).toMatchObject({ failureReason: 'account_gone' });
    expect(await transfersOf(failed)).toMatchObject([{ status: 'reversed' }]);
    expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 0 });
  });
});
