import { reservationMessage } from '../../domain/messages/orders';
import { transaction, type Database } from '../../prisma/client';
import { release } from '../opportunities/release-hold';
import { enqueue } from '../outbox/enqueue';
import { moveOrder } from './move-order';

/**
 * Ends an order that its buyer gave up and releases its hold; does nothing if it was paid or has ended. Call it only
 * after its checkout session is closed.
 */
export async function cancelOrder(db: Database, orderId: string, checkoutSessionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const order = await moveOrder(tx, orderId, 'canceled', {}, { checkoutSessionId });
    if (!order) return;
    await release(tx, order);
    await enqueue(tx, `order:${orderId}:canceled`, reservationMessage(order, 'orderChanged'));
  });
}
