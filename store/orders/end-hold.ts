import type { OrderState } from '../../contracts/orders';
import { transaction, type Database } from '../../prisma/client';
import { release } from '../opportunities/release-hold';
import { moveOrder } from './move-order';
import type { Order } from './row';

/**
 * Ends an order that is unpaid at the end of its hold and releases the hold; returns its state. Call it only after its
 * checkout session is closed. Does nothing before the end, by the database's clock.
 */
export async function endHold(db: Database, orderId: string): Promise<OrderState> {
  return transaction(db, async (tx) => {
    // The order matters: the second finds an order that became payable in between.
    const order =
      (await moveOrder(tx, orderId, 'failed', {}, { from: 'creating', holdEnded: true })) ??
      (await moveOrder(tx, orderId, 'expired', {}, { holdEnded: true }));
    if (order) {
      await release(tx, order);
      return order.status;
    }
    const { rows: current } = await tx.query<Pick<Order, 'status'>>({
      text: 'SELECT status FROM orders WHERE id = $1',
      values: [orderId],
    });
    return current[0]?.status ?? 'failed';
  });
}
