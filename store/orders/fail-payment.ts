import { reservationMessage } from '../../domain/messages/orders';
import { transaction, type Database } from '../../prisma/client';
import { release } from '../opportunities/release-hold';
import { enqueue } from '../outbox/enqueue';
import { moveOrder } from './move-order';
import { notifyRefused } from './notify-payer';

/**
 * Ends an order whose payment failed at the bank, and releases its hold at once: its checkout is complete, so nobody
 * can pay it any more. Its buyer, who left the checkout days ago, gets a mail. Does nothing if the order was paid or
 * has ended.
 */
export async function failPayment(db: Database, orderId: string, checkoutSessionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const order = await moveOrder(tx, orderId, 'failed', {}, { from: 'pending_payment', checkoutSessionId });
    if (!order) return;
    await release(tx, order);
    await enqueue(tx, `order:${orderId}:failed`, reservationMessage(order, 'orderChanged'));
    await notifyRefused(tx, orderId);
  });
}
