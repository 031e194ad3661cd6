import { orphanRefundMessage } from '../../domain/messages/reconciliation';
import { findBreak } from '../../store/reconciliation/read-breaks';
import { eventually } from '../../tools/support/eventually';
import { breaksOf, payLostOrder } from '../../tools/support/reconciliation';
import { SWEEPING } from '../../tools/support/sweeping';
import { startLostWork } from '../../worker/start-lost-work';
import { useShop } from '../support/use';

const shop = useShop();

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
