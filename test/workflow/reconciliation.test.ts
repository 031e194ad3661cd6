import { approveReturn } from '../../store/reconciliation/approve-return';
import { settleBreak } from '../../store/reconciliation/settle-break';
import type { Mode } from '../../contracts/access';
import { readBookmarks } from '../../store/reconciliation/bookmarks';
import { PaymentsError, type BooksQuery, type Payments, type PaymentsErrorKind } from '../../contracts/payments';
import { call } from '../support/api';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { createContributor, openConnectedAccount } from '../support/contributors';
import { eventually } from '../support/eventually';
import { breaksOf, payLostOrder, reconcile } from '../support/reconciliation';
import { clientOf } from '../support/shop';
import { useCheckedShop } from '../support/use';

/** Pages of the provider's books that were asked for. */
let asked: BooksQuery[] = [];
let failing: (query: BooksQuery) => PaymentsErrorKind | null = () => null;
/** Modes whose key the worker has. */
let modes: Mode[] = ['live', 'test'];
const shop = useCheckedShop({ observe: observed });
beforeEach(() => {
  asked = [];
  failing = () => null;
  modes = ['live', 'test'];
});

/** The real client, whose reading of the books is noted and can fail. */
function observed(payments: Payments): Payments {
  const { books } = payments;
  const list: typeof books.list = (query) => {
    asked.push(query);
    const kind = failing(query);
    if (kind) return Promise.reject(new PaymentsError(kind, 'Fault of the test'));
    return books.list(query);
  };
  return Object.defineProperty({ ...payments, books: { ...books, list } }, 'modes', { get: () => modes });
}
const runOf = (id: string) => shop.db.prisma.reconciliationRun.findUniqueOrThrow({ where: { id } });
const DAY_MS = 86_400_000;

async function bought(): Promise<{ orderId: string; paymentId: string }> {
  const { body } = await shop.checkout({ product: 'idea_check' });
  await shop.provider.pay(body.checkoutSessionId!);
  await shop.orderIn(body.orderId, ['fulfilled']);
  const [payment] = await shop.db.prisma.payment.findMany({ where: { orderId: body.orderId } });
  return { orderId: body.orderId, paymentId: payment!.id };
}
const alertsAbout = (subject: string) => shop.db.prisma.alert.findMany({ where: { subject } });
const openBreaks = async () =>
  (await call<{ reconciliation: { openBreaks: number } }>(shop.api, 'GET', '/health')).body.reconciliation.openBreaks;

test('books that agree leave no break, and the next run begins where this one ended', async () => {
  await bought();
  const first = await reconcile(shop);
  expect(first).toMatchObject({ complete: true, openBreaks: 0, objects: expect.any(Number) });
  expect(first.objects).toBeGreaterThan(0);
  const second = await reconcile(shop);
  const { fromAt } = await runOf(second.runId);
  // A day of overlap covers what a failover lost.
  expect((await runOf(first.runId)).untilAt.getTime() - fromAt.getTime()).toBe(DAY_MS);
});

test('a run from a later date leaves the bookmark where it was', async () => {
  const before = await reconcile(shop);
  const later = await reconcile(shop, new Date(Date.now() + 60_000).toISOString());
  const next = await reconcile(shop);
  expect((await runOf(later.runId)).movesBookmark).toBe(false);
  expect((await runOf(next.runId)).fromAt.getTime()).toBe((await runOf(before.runId)).untilAt.getTime() - DAY_MS);
});

test('an amount that differs is a break with an alert, counted by /health, and closes by itself once it matches', async () => {
  const { paymentId } = await bought();
  await shop.db.prisma.payment.update({ where: { id: paymentId }, data: { amount: 4_800 } });
  await reconcile(shop);
  const [found] = await breaksOf(shop, 'amount');
  expect(found).toMatchObject({ status: 'open', paymentId, amount: 4_900, currency: 'usd' });
  expect(await alertsAbout(found!.id)).toMatchObject([{ alert: 'reconciliation-break' }]);
  expect(await openBreaks()).toBe(1);

  await shop.db.prisma.payment.update({ where: { id: paymentId }, data: { amount: 4_900 } });
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
  expect(await breaksOf(shop, 'amount')).toMatchObject([{ id: found!.id, status: 'matched' }]);
  expect(await openBreaks()).toBe(0);
});

test('a break that an operator settled stays closed, whatever later runs see, and moves no money', async () => {
  const { paymentId } = await bought();
  await shop.db.prisma.payment.update({ where: { id: paymentId }, data: { currency: 'eur' } });
  await reconcile(shop);
  const [found] = await breaksOf(shop, 'currency');
  await settleBreak(shop.db, found!.id, 'looked into');
  await expect(settleBreak(shop.db, found!.id, 'again')).rejects.toThrow('No break');
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
  expect(await breaksOf(shop, 'currency')).toMatchObject([{ status: 'settled', reason: 'looked into' }]);
  expect((await shop.provider.ledger()).refunds.filter(({ paymentIntent }) => paymentIntent === paymentId)).toEqual([]);
  await shop.db.prisma.payment.update({ where: { id: paymentId }, data: { currency: 'usd' } });
});

test('a paid order whose events were lost is settled by the run that finds it', async () => {
  await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
  const { body } = await shop.checkout({ product: 'idea_check' });
  await shop.provider.pay(body.checkoutSessionId!);
  await reconcile(shop);
  await shop.orderIn(body.orderId, ['fulfilled']);
  await reconcile(shop);
  const found = (await breaksOf(shop, 'missing_payment')).find(({ orderId }) => orderId === body.orderId);
  expect(found).toMatchObject({ status: 'matched' });
});

test('a payment of another deployment is known as such and left alone', async () => {
  const { orderId } = await payLostOrder(shop.provider, { deploymentId: 'staging' });
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
  const [foreign] = await breaksOf(shop, 'foreign_deployment');
  expect(foreign).toMatchObject({ orderId, deploymentId: 'staging', status: 'ignored' });
  expect(await alertsAbout(foreign!.id)).toEqual([]);
  await expect(approveReturn(shop.db, foreign!.id, 'not ours')).rejects.toThrow('No orphaned payment');
  expect((await shop.provider.ledger()).refunds.filter((refund) => refund.orderId === orderId)).toEqual([]);
});

test('an object of another deployment that names a row of ours is a break: two work on one database', async () => {
  const { orderId, paymentId } = await bought();
  const copy = clientOf(shop.provider, 2_000, 'a copy of production');
  await copy.refund({ mode: 'live', orderId, paymentId, attempt: 1 });
  await reconcile(shop);
  const found = (await breaksOf(shop, 'foreign_deployment')).find((each) => each.orderId === orderId);
  expect(found).toMatchObject({ status: 'open', kind: 'refund' });
  expect(await alertsAbout(found!.id)).toMatchObject([{ alert: 'reconciliation-break' }]);
  // The money is gone, whoever sent it back: what it paid for is taken back.
  await shop.orderIn(orderId, ['refunded']);
  await settleBreak(shop.db, found!.id, 'the copy is gone');
});

test('a transfer and a payout that were made by hand are breaks for a person', async () => {
  const connectedAccountId = await openConnectedAccount(shop.provider);
  await createContributor(shop.db, { connectedAccountId });
  const byHand = (path: string, body: Record<string, string>, account?: string) =>
    fetch(`${shop.provider.url}/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.live}`,
        ...(account && { 'stripe-account': account }),
      },
      body: new URLSearchParams({ amount: '700', currency: 'usd', ...body }),
    });
  expect(await byHand('transfers', { destination: connectedAccountId })).toMatchObject({ status: 200 });
  expect(await byHand('payouts', {}, connectedAccountId)).toMatchObject({ status: 200 });
  await reconcile(shop);
  for (const cause of ['unknown_withdrawal', 'unknown_payout'] as const) {
    const [found] = await breaksOf(shop, cause);
    expect(found).toMatchObject({ status: 'open', connectedAccountId, amount: 700 });
    expect(await alertsAbout(found!.id)).toMatchObject([{ alert: 'reconciliation-break' }]);
    await settleBreak(shop.db, found!.id, 'made by the contributor’s wish');
  }
});

test('a payment that we settled and the provider does not have is a break', async () => {
  const { orderId, paymentId } = await bought();
  const payment = await shop.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
  await shop.db.prisma.payment.create({ data: { ...payment, id: 'pi_invented', outcome: 'refund', reason: 'late' } });
  await reconcile(shop);
  const [found] = await breaksOf(shop, 'missing_at_provider');
  expect(found).toMatchObject({ status: 'open', orderId, paymentId: 'pi_invented', amount: payment.amount });
  expect(await alertsAbout(found!.id)).toMatchObject([{ alert: 'reconciliation-break' }]);
  await shop.db.prisma.payment.delete({ where: { id: 'pi_invented' } });
  await settleBreak(shop.db, found!.id, 'a row of a test');
});

test('a run that is interrupted continues after the page that it had compared, and its bookmark moves once all is compared', async () => {
  for (let i = 0; i < 120; i++) await payLostOrder(shop.provider, { deploymentId: 'another-business' });
  asked = [];
  let failures = 0;
  failing = ({ kind, mode, after }) =>
    kind === 'charge' && mode === 'live' && after !== null && failures++ === 0 ? 'unavailable' : null;
  const result = await reconcile(shop);
  const pages = asked.filter(({ kind, mode }) => kind === 'charge' && mode === 'live').map(({ after }) => after);
  expect(pages).toEqual([null, expect.any(String), pages[1]]);
  expect(result.complete).toBe(true);
});

test('a part that cannot be read keeps the bookmark and alerts; the others are compared', async () => {
  const before = await reconcile(shop);
  failing = ({ kind }) => (kind === 'refund' ? 'rejected' : null);
  const refused = await reconcile(shop);
  expect(refused.complete).toBe(false);
  expect(await alertsAbout(refused.runId)).toMatchObject([{ alert: 'reconciliation-failed' }]);
  expect(asked.some(({ kind }) => kind === 'transfer')).toBe(true);
  failing = () => null;
  const next = await reconcile(shop);
  expect((await runOf(next.runId)).fromAt.getTime()).toBe((await runOf(before.runId)).untilAt.getTime() - DAY_MS);
});

test('a run without a key compares nothing: it is incomplete, says so, and moves no bookmark', async () => {
  await reconcile(shop);
  const before = await readBookmarks(shop.db);
  modes = [];
  const run = await reconcile(shop);
  expect(run).toMatchObject({ complete: false, compared: [], objects: 0, failureCode: 'nothing_compared' });
  expect(await alertsAbout(run.runId)).toMatchObject([
    { alert: 'reconciliation-failed', facts: { why: expect.stringContaining('no mode has a key') } },
  ]);
  expect(await readBookmarks(shop.db)).toEqual(before);
});

test('each mode has a bookmark: a run without the key of one leaves that one where it was', async () => {
  await reconcile(shop);
  const before = await readBookmarks(shop.db);
  modes = ['live'];
  const live = await reconcile(shop);
  expect(live).toMatchObject({ complete: true, compared: ['live'] });
  const after = await readBookmarks(shop.db);
  expect(after.get('test')).toEqual(before.get('test'));
  expect(after.get('live')).toEqual((await runOf(live.runId)).untilAt);
  modes = ['live', 'test'];
  const both = await runOf((await reconcile(shop)).runId);
  expect(both.fromAt.getTime()).toBe(before.get('test')!.getTime() - DAY_MS);
});

test('a part of one mode that cannot be read keeps the bookmark of that mode only', async () => {
  await reconcile(shop);
  const before = await readBookmarks(shop.db);
  failing = ({ kind, mode }) => (kind === 'refund' && mode === 'test' ? 'rejected' : null);
  expect(await reconcile(shop)).toMatchObject({ complete: false, compared: ['live'] });
  const after = await readBookmarks(shop.db);
  expect(after.get('test')).toEqual(before.get('test'));
  expect(after.get('live')!.getTime()).toBeGreaterThan(before.get('live')!.getTime());
});

test('a fraud warning whose event was lost is found, and its payment goes back', async () => {
  const { orderId, paymentId } = await bought();
  await shop.provider.fault('radar.early_fraud_warning.created', 'drop_event', 1);
  const { id } = await shop.provider.control<{ id: string }>('fraud-warnings', { paymentIntent: paymentId });
  await reconcile(shop);
  await shop.orderIn(orderId, ['refunded']);
  expect(await reconcile(shop)).toMatchObject({ openBreaks: 0 });
  expect(await breaksOf(shop, 'missing_fraud_warning')).toMatchObject([
    { objectId: id, kind: 'fraud_warning', paymentId, amount: 4_900, status: 'matched' },
  ]);
  expect(await alertsAbout(id)).toMatchObject([{ alert: 'fraud-warning' }]);
});

test('an event that is gone from our database is recorded again, whatever the age of its object', async () => {
  const { orderId, paymentId } = await bought();
  const { id } = await shop.provider.control<{ id: string }>('disputes', { paymentIntent: paymentId });
  const dispute = () => shop.db.prisma.dispute.findUnique({ where: { id } });
  await eventually('the dispute is known', dispute);
  await shop.provider.fault('charge.dispute.closed', 'drop_event', 1);
  const since = new Date(Date.now() + 1_000);
  await eventually('the dispute is older than what is compared', () => Date.now() > since.getTime() + 1_000);
  await shop.provider.control(`disputes/${id}/close`, { outcome: 'lost' });
  await reconcile(shop, since.toISOString());
  await eventually('it is lost here too', async () => (await dispute())?.status === 'lost');
  expect((await shop.order(orderId)).status).toBe('fulfilled');
  expect(await breaksOf(shop, 'missing_dispute')).toEqual([]);
});

test('a contributor’s account that is gone has no books to read, and keeps no bookmark', async () => {
  const connectedAccountId = await openConnectedAccount(shop.provider);
  await createContributor(shop.db, { connectedAccountId, balance: 0 });
  await shop.provider.control(`accounts/${connectedAccountId}`, { deauthorized: true });
  expect(await reconcile(shop)).toMatchObject({ complete: true, compared: ['live', 'test'] });
});
