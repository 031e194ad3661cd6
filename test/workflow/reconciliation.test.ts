import { approveReturn } from '../../store/reconciliation/approve-return';
import { findBreak } from '../../store/reconciliation/read-breaks';
import { settleBreak } from '../../store/reconciliation/settle-break';
import { startLostWork } from '../../worker/start-lost-work';
import { orphanRefundMessage } from '../../domain/messages/reconciliation';
import { PaymentsError, type BooksQuery, type Payments, type PaymentsErrorKind } from '../../contracts/payments';
import { call } from '../../tools/support/api';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { createContributor, openConnectedAccount } from '../../tools/support/contributors';
import { eventually } from '../../tools/support/eventually';
import { checkMoney } from '../../tools/support/money-invariants';
import { breaksOf, payLostOrder, reconcile } from '../../tools/support/reconciliation';
import { clientOf } from '../../tools/support/shop';
import { SWEEPING } from '../../tools/support/sweeping';
import { useShop } from '../support/use';

/** Pages of the provider's books that were asked for. */
let asked: BooksQuery[] = [];
let failing: (query: BooksQuery) => PaymentsErrorKind | null = () => null;
const shop = useShop({ observe: observed });
beforeEach(() => {
  asked = [];
  failing = () => null;
});
afterEach(() => checkMoney(shop.db, shop.provider));

/** The real client, whose reading of the books is noted and can fail. */
function observed(payments: Payments): Payments {
  const { books } = payments;
  const list: typeof books.list = (query) => {
    asked.push(query);
    const kind = failing(query);
    if (kind) return Promise.reject(new PaymentsError(kind, 'Fault of the test'));
    return books.list(query);
  };
  return { ...payments, books: { ...books, list } };
}

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
  const until = async (id: string) =>
    (await shop.db.prisma.reconciliationRun.findUniqueOrThrow({ where: { id } })).untilAt;
  const second = await reconcile(shop);
  const { fromAt } = await shop.db.prisma.reconciliationRun.findUniqueOrThrow({ where: { id: second.runId } });
  // A day of overlap covers what a failover lost.
  expect((await until(first.runId)).getTime() - fromAt.getTime()).toBe(86_400_000);
});

test('a run from a later date leaves the bookmark where it was', async () => {
  const before = await reconcile(shop);
  const later = await reconcile(shop, new Date(Date.now() + 60_000).toISOString());
  const next = await reconcile(shop);
  const run = (id: string) => shop.db.prisma.reconciliationRun.findUniqueOrThrow({ where: { id } });
  expect((await run(later.runId)).movesBookmark).toBe(false);
  expect((await run(next.runId)).fromAt.getTime()).toBe((await run(before.runId)).untilAt.getTime() - 86_400_000);
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

test('a payment of an order that we do not have becomes an orphan with an alert as its event arrives, and goes back once approved', async () => {
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

  await approveReturn(shop.db, orphan.id, 'the order was lost');
  await expect(approveReturn(shop.db, orphan.id, 'twice')).rejects.toThrow('No orphaned payment');
  await eventually('it is returned', async () => (await breaksOf(shop, 'unknown_order'))[0]!.status === 'returned');
  expect(await refunds()).toMatchObject([{ amount: 4_900, status: 'succeeded' }]);
  await reconcile(shop);
  expect(await refunds()).toHaveLength(1);
});

test('an approved return whose workflow is gone is taken up by the sweep, and made once', async () => {
  const { orderId } = await payLostOrder(shop.provider);
  const orphan = await eventually('the orphan', async () =>
    (await breaksOf(shop, 'unknown_order')).find((each) => each.orderId === orderId),
  );
  // One workflow of this id has ended already.
  const { id } = orphan;
  await shop.start(orphanRefundMessage({ id, mode: 'live', orderId }));
  expect(await shop.temporal.workflow.getHandle(`orphan-refund/${id}`).result()).toMatchObject({
    outcome: 'not_approved',
  });
  const since = new Date(Date.now() - 3_600_000);
  await shop.db.prisma.reconciliationBreak.update({ where: { id }, data: { status: 'returning', since } });
  const { log, scans } = SWEEPING;
  const sweep = () => startLostWork(shop.db, scans, { log, onProgress: () => undefined });
  await Promise.all([sweep(), sweep()]);
  await eventually('it is returned', async () => (await findBreak(shop.db, id))?.status === 'returned');
  await sweep();
  const refunds = (await shop.provider.ledger()).refunds.filter((refund) => refund.orderId === orderId);
  expect(refunds).toMatchObject([{ amount: 4_900, status: 'succeeded' }]);
});

test('an orphan that somebody gave back in the dashboard closes by itself', async () => {
  const { orderId } = await payLostOrder(shop.provider, { mode: 'test' });
  const orphan = () =>
    breaksOf(shop, 'unknown_order').then((breaks) => breaks.find((each) => each.orderId === orderId));
  await eventually('the orphan', async () => (await orphan())?.status === 'open');
  const { paymentId } = (await orphan())!;
  await clientOf(shop.provider).refund({ mode: 'test', orderId, paymentId: paymentId!, attempt: 1 });
  await reconcile(shop);
  expect(await orphan()).toMatchObject({ status: 'matched' });
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
  const run = (id: string) => shop.db.prisma.reconciliationRun.findUniqueOrThrow({ where: { id } });
  expect((await run(next.runId)).fromAt.getTime()).toBe((await run(before.runId)).untilAt.getTime() - 86_400_000);
});
