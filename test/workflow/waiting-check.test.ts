/** The check that no row waits for a workflow that is gone (test/support/waiting-invariants.ts). */
import { recordChecks } from '../../store/sweeps/record-checks';
import { createCustomer } from '../support/api';
import { waitingFlaws } from '../support/waiting-invariants';
import { openTestOrder } from '../support/books';
import { useStack } from '../support/use';

const stack = useStack({ worker: false });
const flaws = async () => (await waitingFlaws(stack.db, stack.temporal, 0)).map(({ what }) => what);

test('an order whose workflow was started again within the hour, and is gone once more, has its turn at the end of it', async () => {
  const { accountId } = await createCustomer(stack.db, { credits: 0 });
  const orderId = await openTestOrder(stack.db, { accountId });
  const longAgo = new Date(Date.now() - 24 * 3_600_000);
  await stack.db.prisma.order.update({ where: { id: orderId }, data: { expiresAt: longAgo, holdEndsAt: longAgo } });
  const gone = `order ${orderId} waits for reservation/${orderId}, which is gone`;
  expect(await flaws()).toEqual([gone]);
  await recordChecks(stack.db, 'lost_reservations', [{ item: orderId, error: null }]);
  expect(await flaws()).toEqual([]);
  await stack.db.pool.query(`UPDATE sweep_looks SET looked_at = looked_at - interval '1 hour' WHERE item = $1`, [
    orderId,
  ]);
  expect(await flaws()).toEqual([gone]);
  await recordChecks(stack.db, 'lost_reservations', [{ item: orderId, error: 'Error' }]);
  expect(await flaws()).toEqual([gone]);
});
