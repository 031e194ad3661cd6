/** Withdrawals that go wrong. Each must end, and must not pay twice. */
import { orderOf } from '../../activities/payout-money';
import { recordTransfer } from '../../modules/payouts/store/move';
import { requestEnd, retryWithdrawal } from '../../modules/payouts/store/operate';
import { loadWithdrawal } from '../../modules/payouts/store/withdrawals';
import { EARNED, usePayouts, forgetWithdrawal, createContributor, openConnectedAccount } from '../support/contributors';
import { eventually } from '../support/eventually';
import { runAdmin } from '../support/operator';
import { mailTo } from '../support/mails';
import { clientOf } from '../support/shop';

const payouts = usePayouts({
  standIn: { openingBalance: 800_000 },
  settings: { payoutReviewThreshold: 1_000_000, payoutReviewMonthly: 1_000_000 },
});
const { shop, contributor, account, arrived, balance, earn, requested, row, sent } = payouts;
const { inState, bring, paidOut, payOutByHand, payoutsOf, transfersOf } = payouts;
const clearFaults = () => shop.provider.control('faults', undefined, 'DELETE');

const end = (id: string, how: 'take_back' | 'write_off' = 'take_back') =>
  requestEnd(shop.db, id, { how, reason: 'test' });
const alerts = (id: string) => shop.db.prisma.alert.count({ where: { alert: 'withdrawal-stuck', subject: id } });
/** Pays out money from the contributor's account, bypassing the product. */
async function takeMoneyAway(amount: number): Promise<void> {
  await account({ availableAfterMs: 0 });
  expect(await payOutByHand(amount)).toMatch(/^po_/);
}

/** Makes a payout whose response is lost, while the account also holds another withdrawal's money. */
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
// Ends the other withdrawal as an operator. Its money is now available, so its payout may also have been made.
const finish = async (other: string) => {
  await end(other);
  await eventually('the other one has ended', async () => ['failed', 'canceled'].includes((await row(other)).status));
};

test('follows a payout whose answer was lost, even when its transfer is reversed', async () => {
  const { id, other } = await paidOutUnheard();
  await shop.provider.control(`transfers/${(await row(id)).transferId}/reverse`, {});
  await inState(id, 'in_transit');
  expect(await balance()).toMatchObject({ available: EARNED - 20_000, held: 20_000 });
  await bring(id, 'failed');
  await inState(id, 'failed');
  expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 10_000 });
  await finish(other);
});

describe('ending a withdrawal as an operator', () => {
  test('reverses the transfer of a withdrawal that waits for its money', async () => {
    const id = await arrived();
    await end(id);
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'ended_by_operator' });
    expect(await transfersOf(id)).toMatchObject([{ status: 'reversed' }]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
    await expect(end(id)).rejects.toThrow('is failed');
    await expect(retryWithdrawal(shop.db, id)).rejects.toThrow('is failed');
  });

  test('cancels a payout that has not started', async () => {
    const id = await sent();
    await end(id);
    expect(await inState(id, 'canceled')).toMatchObject({ failureReason: 'payout_canceled' });
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('requires a write-off if the money cannot come back', async () => {
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
});

const OPERATOR = 'operator@example.com';

/** Makes a withdrawal look as if we last heard of it two hours ago, and runs the sweep. */
const checkQuiet = async (id: string) => {
  await forgetWithdrawal(shop.db, id);
  await shop.sweep();
};
const alertOf = (id: string) =>
  eventually('the operator is alerted', () =>
    shop.mails.find(({ to, idempotencyKey }) => to === OPERATOR && idempotencyKey === `withdrawal-stuck/${id}`),
  );

const address = async () =>
  (await shop.db.prisma.account.findUniqueOrThrow({ where: { id: contributor.accountId } })).email;

test('mails a contributor once about a payout and once about its return', async () => {
  const id = await sent();
  await bring(id, 'paid');
  const paid = await mailTo(shop.mails, await address(), 'withdrawal-paid');
  expect(paid.subject).toBe('Paid out: $100');
  await bring(id, 'failed');
  const returned = await mailTo(shop.mails, await address(), 'withdrawal-not-paid');
  expect(returned.text).toContain('account_closed');
  expect(returned.text).toContain('$100 is back in your balance');
  const keys = shop.mails.map(({ idempotencyKey }) => idempotencyKey).filter((key) => key.endsWith(id));
  const kinds = ['withdrawal-not-paid', 'withdrawal-paid', 'withdrawal-requested'];
  expect(keys.toSorted()).toEqual(kinds.map((kind) => `${kind}/${id}`));
});

test('alerts about a withdrawal above the platform balance, and pays it once covered', async () => {
  await earn(900_000);
  const id = await requested(900_000);
  expect((await alertOf(id)).text).toContain("provider's balance");
  expect(await inState(id, 'processing')).toMatchObject({ failureReason: null });
  const { stdout } = await runAdmin(['withdrawals', 'show', id], { DATABASE_URL: shop.db.url });
  expect(stdout).toMatch(/refusalWords +Payment provider: 400 balance_insufficient/);
  const opportunityId = await shop.offer();
  await shop.db.prisma.opportunity.update({ where: { id: opportunityId }, data: { priceAmount: 2_000_000 } });
  await shop.provider.pay((await shop.purchase(opportunityId, await shop.buyer())).body.checkoutSessionId!);
  await paidOut(id);
});

test('alerts about a transfer that cannot be reversed, and credits it only after reversal', async () => {
  const id = await sent();
  await shop.provider.fault('POST /v1/transfers/*/reversals', 'error_500', 1_000);
  await bring(id, 'failed');
  const payoutId = await payOutByHand(10_000);
  await clearFaults();
  await alertOf(id);
  expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 10_000 });
  await shop.provider.control(`payouts/${payoutId}`, { status: 'failed' });
  // A new workflow notices the operator's fix at once; the old one would retry only minutes later.
  await shop.temporal.workflow.getHandle(`payout/${id}`).terminate('put right');
  await checkQuiet(id);
  await inState(id, 'failed');
  expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
});

/** Gives the contributor a connected account in the given country. */
async function living(country: string): Promise<void> {
  contributor.connectedAccountId = await openConnectedAccount(shop.provider, true, country);
  await createContributor(shop.db, {
    balance: 0,
    connectedAccountId: contributor.connectedAccountId,
    of: contributor,
  });
}

test('pays an account abroad in its currency, and credits a return to the cent', async () => {
  await living('GB');
  const id = await sent(12_345);
  expect(await payoutsOf(id)).toMatchObject([{ amount: 9_753, currency: 'gbp' }]);
  await bring(id, 'paid');
  const payout = { amount: 9_753, currency: 'gbp' };
  expect(await inState(id, 'paid')).toMatchObject({ amount: 12_345, currency: 'usd', payout });
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: contributor.accountId } });
  const mail = await mailTo(shop.mails, email, 'withdrawal-paid');
  expect(mail.text).toContain('£97.53 ($123.45 of your balance)');
  await bring(id, 'failed');
  await inState(id, 'returned');
  expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
});

test('waits without an alert for money that is not available yet, then pays it out', async () => {
  await living('DE');
  const id = await arrived();
  expect((await row(id)).availableAt!.getTime()).toBeGreaterThan(Date.now());
  await forgetWithdrawal(shop.db, id);
  await shop.sweep();
  expect(await inState(id, 'processing')).toMatchObject({ payout: { amount: 9_200, currency: 'eur' } });
  expect(await payoutsOf(id)).toEqual([]);
  expect(await shop.db.prisma.alert.count({ where: { subject: id } })).toBe(0);

  await account({ availableAfterMs: 0 });
  await forgetWithdrawal(shop.db, id);
  await shop.sweep();
  // The sweep signals a withdrawal at most once an hour, but an event does so at once.
  const { transferId } = await row(id);
  await shop.provider.control('events', { type: 'transfer.created', object: transferId! });
  await paidOut(id);
  expect(await payoutsOf(id)).toHaveLength(1);
});

test('reverses a transfer made after its withdrawal ended, and never posts it', async () => {
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

test('reverses a second transfer, and pays the withdrawal once', async () => {
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

describe('a disconnected account', () => {
  test('fails a withdrawal before its transfer', async () => {
    await account({ deauthorized: true });
    const id = await requested();
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'account_gone' });
    expect(await transfersOf(id)).toEqual([]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('has its transferred money reversed and credited', async () => {
    const id = await arrived();
    await account({ deauthorized: true });
    await retryWithdrawal(shop.db, id);
    expect(await inState(id, 'failed')).toMatchObject({ failureReason: 'account_gone' });
    expect(await transfersOf(id)).toMatchObject([{ status: 'reversed' }]);
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('is credited only after the bank has returned the money', async () => {
    const id = await sent();
    await account({ deauthorized: true });
    await retryWithdrawal(shop.db, id);
    await eventually('the operator is alerted', async () => (await alerts(id)) === 1);
    expect(await balance()).toMatchObject({ available: EARNED - 10_000, held: 10_000 });
    await bring(id, 'failed');
    await inState(id, 'failed');
    expect(await balance()).toMatchObject({ available: EARNED, held: 0 });
  });

  test('never uses one withdrawal’s money for another', async () => {
    const atBank = await sent();
    const waiting = await arrived();
    await account({ deauthorized: true });
    await retryWithdrawal(shop.db, atBank);
    await eventually('the operator is alerted', async () => (await alerts(atBank)) === 1);
    expect(await transfersOf(atBank)).toMatchObject([{ status: 'paid' }]);
    // The account still has the money of `waiting`, so that withdrawal ends at the next check. An event may already
    // have caused that check.
    await retryWithdrawal(shop.db, waiting).catch(() => undefined);
    await inState(waiting, 'failed');
    expect(await transfersOf(waiting)).toMatchObject([{ status: 'reversed' }]);
    expect(await transfersOf(atBank)).toMatchObject([{ status: 'paid' }]);
    await bring(atBank, 'paid');
    await account({ deauthorized: false });
    await inState(atBank, 'paid');
  });
});
