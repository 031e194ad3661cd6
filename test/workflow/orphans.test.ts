import { orphanRefundMessage } from '../../domain/messages/reconciliation';
import { approveReturn } from '../../store/reconciliation/approve-return';
import { findBreak } from '../../store/reconciliation/read-breaks';
import { eventually } from '../support/eventually';
import { breaksOf, payLostOrder, reconcile } from '../support/reconciliation';
import { clientOf } from '../support/shop';
import { SWEEPING } from '../support/sweeping';
import { startLostWork } from '../../worker/start-lost-work';
import { useCheckedShop } from '../support/use';

const shop = useCheckedShop();

const alertsAbout = (subject: string) => shop.db.prisma.alert.findMany({ where: { subject } });

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

  const foundAt = new Date(Date.now() - 7 * 86_400_000);
  await shop.db.prisma.reconciliationBreak.update({ where: { id: orphan.id }, data: { since: foundAt } });
  const approved = await approveReturn(shop.db, orphan.id, 'the order was lost');
  // It waits since then: the sweep and the doctor would take it for lost at once.
  expect(approved.since.getTime() - foundAt.getTime()).toBeGreaterThan(6 * 86_400_000);
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
