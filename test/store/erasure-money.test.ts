import { Failure } from '../../base/failures';
import { newId } from '../../base/ids';
import { alertErasedBalances } from '../../modules/erasure/store/open-money';
import { beginErasure } from '../../modules/erasure/store/begin-erasure';
import { openErasures, readErasure } from '../../modules/erasure/store/purge';
import { openBalances, settleBalance } from '../../modules/ledger/store/balances';
import { post } from '../../modules/ledger/store/post';
import { listAlerts } from '../../modules/operations/store/alert-states';
import type { OpportunityImport } from '../../modules/opportunities/contract';
import { importOpportunity } from '../../modules/opportunities/store/import';
import { moveWithdrawal } from '../../modules/payouts/store/move';
import { transaction } from '../../prisma/client';
import { createCustomer } from '../support/api';
import { createContributor } from '../support/contributors';
import { checkLedger } from '../support/money-invariants';
import { openTestOrder, payTestOrder } from '../support/sales';
import { offer } from '../support/shop';
import { useDatabase, useEach } from '../support/use';

const PRICE = 10_000;
const SHARE = 7_000;

const db = useDatabase();
const contributor = useEach(() => createContributor(db, { balance: 0 }));
const buyer = useEach(() => createCustomer(db, { credits: 0 }));
afterEach(() => checkLedger(db));

const erase = () => beginErasure(db, contributor.accountId);
const balances = () => openBalances(db.pool, contributor.accountId, 'live');
const ordered = () =>
  openTestOrder(db, { accountId: buyer.accountId, contributor: contributor.accountId, price: PRICE });
const paid = (orderId: string, shareMaturityMs = 0) => payTestOrder(db, orderId, {}, { shareMaturityMs });
const settle = (amount: number) =>
  settleBalance(db, { accountId: contributor.accountId, mode: 'live', amount, currency: 'usd', reason: 'by bank' });
const credit = (amount: number) =>
  transaction(db, (tx) =>
    post(
      tx,
      { cause: `by-hand:${newId('led')}`, accountId: contributor.accountId, mode: 'live', currency: 'usd' },
      { platform: -amount, available: amount },
    ),
  );
const stateOf = async (id: string) => (await db.prisma.opportunity.findUniqueOrThrow({ where: { id } })).status;

test('erasing a contributor withdraws their offers permanently', async () => {
  const offers = [await offer(db, 'live', contributor.accountId), await offer(db, 'test', contributor.accountId)];
  const others = await offer(db, 'live', buyer.accountId);
  await erase();
  expect(await Promise.all(offers.map(stateOf))).toEqual(['archived', 'archived']);
  expect(await stateOf(others)).toBe('available');
  const again = { opportunityId: newId('opp'), mode: 'live', contributorAccountId: contributor.accountId };
  await expect(importOpportunity(db, again as OpportunityImport)).rejects.toThrow('is erased');
});

test('refuses an erasure while a checkout is open, and says until when', async () => {
  const other = await offer(db, 'live', contributor.accountId);
  const { opportunityId, holdEndsAt } = await db.prisma.order.findUniqueOrThrow({ where: { id: await ordered() } });
  const until = holdEndsAt.toISOString().slice(0, 16).replace('T', ' ');
  await expect(erase()).rejects.toThrow(`somebody may buy opportunity ${opportunityId} until ${until} UTC`);
  expect(await stateOf(other)).toBe('available');

  await db.prisma.order.updateMany({ where: { opportunityId }, data: { status: 'expired' } });
  const free = { status: 'available', reservedBy: null, reservedUntil: null };
  await db.prisma.opportunity.update({ where: { id: opportunityId! }, data: free });
  await erase();
  expect(await stateOf(opportunityId!)).toBe('archived');
});

test('a payment during an erasure is credited to the contributor or not granted', async () => {
  const outcomes = new Set<string>();
  for (let i = 0; i < 12; i++) {
    Object.assign(contributor, await createContributor(db, { balance: 0 }));
    const orderId = await ordered();
    const [payment, erasure] = await Promise.allSettled([paid(orderId), erase()]);
    if (payment.status === 'rejected') throw payment.reason;
    const granted = payment.value.settlement?.outcome === 'granted';
    outcomes.add(`${granted} ${erasure.status}`);
    expect(erasure.status === 'fulfilled' && (await balances()).length > 0).toBe(false);
    if (erasure.status === 'rejected' && !(erasure.reason instanceof Failure)) throw erasure.reason;
  }
  expect([...outcomes]).toEqual(['true rejected']);
});

test('a sale that still completes for an erased account credits nobody', async () => {
  // The checkout had ended when the erasure began, but a restore can make it pending again.
  const orderId = await ordered();
  await db.prisma.order.update({ where: { id: orderId }, data: { status: 'expired' } });
  await erase();
  await db.prisma.order.update({ where: { id: orderId }, data: { status: 'pending_payment' } });
  expect((await paid(orderId)).settlement).toEqual({ outcome: 'granted' });
  expect(await balances()).toEqual([]);
  expect(await db.prisma.auditEvent.findMany({ where: { action: 'share.unowned' } })).toMatchObject([
    { subject: orderId, accountId: contributor.accountId },
  ]);
});

test('an operator settles the whole available balance once, in either direction', async () => {
  await paid(await ordered());
  await expect(settle(SHARE - 1)).rejects.toThrow('$70.00 is available');
  await settle(SHARE);
  await expect(settle(SHARE)).rejects.toThrow('$0.00 is available');
  await credit(-SHARE);
  await expect(erase()).rejects.toThrow('is owed to us');
  await settle(-SHARE);
  expect(await balances()).toEqual([]);
  await expect(settle(0)).rejects.toThrow(Failure);
  const events = await db.prisma.auditEvent.findMany({
    where: { action: 'ledger.settled', accountId: contributor.accountId },
  });
  expect(events).toMatchObject([{ reason: 'by bank' }, { reason: 'by bank' }]);
  await erase();
});

test('a payout returned after an erasure alerts until an operator settles it', async () => {
  const { accountId } = contributor;
  const withdrawn = async (amount: number) => {
    const id = newId('wdr');
    const asked = { id, accountId, mode: 'live', amount, currency: 'usd', status: 'paid', review: false };
    await db.prisma.withdrawal.create({ data: { ...asked, transferId: `tr_${id}`, paidAt: new Date() } });
    const posting = { accountId, mode: 'live', currency: 'usd' };
    await transaction(db, async (tx) => {
      await post(tx, { ...posting, cause: `by-hand:${id}` }, { platform: -amount, available: amount });
      await post(tx, { ...posting, cause: `withdrawal:${id}:held` }, { available: -amount, provider: amount });
    });
    return id;
  };
  const [first, second] = [await withdrawn(30_000), await withdrawn(5_000)];
  await erase();
  expect(await alertErasedBalances(db, 10)).toBe(0);

  await moveWithdrawal(db, first, 'returned', { failure: { bank: 'account_closed' } });
  expect(await alertErasedBalances(db, 10)).toBe(1);
  expect(await alertErasedBalances(db, 10)).toBe(0);
  const open = async () => (await listAlerts(db, 10, true)).filter(({ alert }) => alert === 'erased-balance');
  expect(await open()).toMatchObject([
    { alert: 'erased-balance', facts: { accountId, amount: '30000', money: '$300.00' }, state: 'open' },
  ]);
  expect((await openErasures(db)).filter((each) => each.accountId === accountId)).toMatchObject([
    { money: ['a balance of $300.00 has not been withdrawn'] },
  ]);
  await settle(30_000);
  expect(await open()).toEqual([]);
  expect((await readErasure(db, accountId)).money).toEqual([]);

  await moveWithdrawal(db, second, 'returned', { failure: { bank: 'account_closed' } });
  expect(await alertErasedBalances(db, 10)).toBe(1);
  expect(await open()).toMatchObject([{ facts: { amount: '5000' } }, { facts: { amount: '30000' } }]);
  await settle(5_000);
});
