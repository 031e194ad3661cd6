import type { Mode } from '../../base/access';
import {
  PaymentsError,
  type BooksQuery,
  type Payments,
  type PaymentsErrorKind,
} from '../../modules/orders/payment-provider';
import { approveReturn, settleBreak } from '../../modules/reconciliation/store/breaks';
import { readBookmarks } from '../../modules/reconciliation/store/reconciliation';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { breaksOf, payLostOrder, reconcile } from '../support/reconciliation';
import { clientOf } from '../support/shop';
import { useCheckedShop } from '../support/use';

/** Pages of the provider's records that were requested. */
let asked: BooksQuery[] = [];
let failing: (query: BooksQuery) => PaymentsErrorKind | null = () => null;
let modes: Mode[] = ['live', 'test'];
const shop = useCheckedShop({ observe: observed });
beforeEach(() => {
  asked = [];
  failing = () => null;
  modes = ['live', 'test'];
});

/** Wraps the real client, to record reads of the provider's records and to make them fail. */
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

test('reports no break for books that agree, and overlaps the next run by a day', async () => {
  await bought();
  const first = await reconcile(shop);
  expect(first).toMatchObject({ complete: true, openBreaks: 0, objects: expect.any(Number) });
  expect(first.objects).toBeGreaterThan(0);
  const second = await reconcile(shop);
  const { fromAt } = await runOf(second.runId);
  // Consecutive periods overlap by a day, to cover events lost in a failover.
  expect((await runOf(first.runId)).untilAt.getTime() - fromAt.getTime()).toBe(DAY_MS);
});

test('reports a different amount as a break with an alert, until it matches', async () => {
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

test('fulfills a paid order whose events were lost, in the run that finds it', async () => {
  await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
  const { body } = await shop.checkout({ product: 'idea_check' });
  await shop.provider.pay(body.checkoutSessionId!);
  await reconcile(shop);
  await shop.orderIn(body.orderId, ['fulfilled']);
  await reconcile(shop);
  const found = (await breaksOf(shop, 'missing_payment')).find(({ orderId }) => orderId === body.orderId);
  expect(found).toMatchObject({ status: 'matched' });
});

test('reports an object of another deployment on our order as a break', async () => {
  const { orderId, paymentId } = await bought();
  const copy = clientOf(shop.provider, 2_000, 'a copy of production');
  await copy.refund({ mode: 'live', orderId, paymentId, attempt: 1 });
  await reconcile(shop);
  const found = (await breaksOf(shop, 'foreign_deployment')).find((each) => each.orderId === orderId);
  expect(found).toMatchObject({ status: 'open', kind: 'refund' });
  expect(await alertsAbout(found!.id)).toMatchObject([{ alert: 'reconciliation-break' }]);
  // The money is gone, no matter who refunded it, so the purchase is revoked.
  await shop.orderIn(orderId, ['refunded']);
  await settleBreak(shop.db, found!.id, 'the copy is gone');
});

test('reports a payment that the provider does not have as a break', async () => {
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

test('resumes an interrupted run after the last compared page', async () => {
  const foreign = { deploymentId: 'another-business' };
  // Pay in batches, because a busy machine cannot process all payments within one request timeout.
  for (let part = 0; part < 12; part++)
    await Promise.all(Array.from({ length: 10 }, () => payLostOrder(shop.provider, foreign)));
  asked = [];
  let failures = 0;
  failing = ({ kind, mode, after }) =>
    kind === 'charge' && mode === 'live' && after !== null && failures++ === 0 ? 'unavailable' : null;
  const result = await reconcile(shop);
  const pages = asked.filter(({ kind, mode }) => kind === 'charge' && mode === 'live').map(({ after }) => after);
  expect(pages).toEqual([null, expect.any(String), pages[1]]);
  expect(result.complete).toBe(true);
});

test('keeps the bookmark and alerts when a part cannot be read', async () => {
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

test('keeps the bookmark of a mode while its key is missing', async () => {
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

test('records an event lost by a restore again, however old its object', async () => {
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

test('alerts about a payment of an unknown order, and returns it once when approved', async () => {
  const { orderId } = await payLostOrder(shop.provider);
  const orphan = await eventually('the orphan', async () =>
    (await breaksOf(shop, 'unknown_order')).find((each) => each.orderId === orderId),
  );
  expect(orphan).toMatchObject({ status: 'open', kind: 'charge', amount: 4_900, mode: 'live' });
  expect(await alertsAbout(orphan.id)).toMatchObject([{ alert: 'payment-unknown-order' }]);
  await reconcile(shop);
  expect(await breaksOf(shop, 'unknown_order')).toMatchObject([{ id: orphan.id, status: 'open' }]);
  const refunds = async () => (await shop.provider.ledger()).refunds.filter((refund) => refund.orderId === orderId);
  expect(await refunds()).toEqual([]);

  const foundAt = new Date(Date.now() - 7 * 86_400_000);
  await shop.db.prisma.reconciliationBreak.update({ where: { id: orphan.id }, data: { since: foundAt } });
  const approved = await approveReturn(shop.db, orphan.id, 'the order was lost');
  // The wait starts at the approval. If it started at `foundAt`, the sweep and the doctor would think that the refund
  // was lost.
  expect(approved.since.getTime() - foundAt.getTime()).toBeGreaterThan(6 * 86_400_000);
  await expect(approveReturn(shop.db, orphan.id, 'twice')).rejects.toThrow('No orphaned payment');
  await eventually('it is returned', async () => (await breaksOf(shop, 'unknown_order'))[0]!.status === 'returned');
  expect(await refunds()).toMatchObject([{ amount: 4_900, status: 'succeeded' }]);
  await reconcile(shop);
  expect(await refunds()).toHaveLength(1);
});
