import type { OrderState } from '../../contracts/orders';
import { reservationMessage } from '../../domain/messages/orders';
import { transaction, type Database, type Prisma } from '../../prisma/client';
import { moveHoldEnd, release } from '../opportunities/hold-opportunity';
import { enqueue } from '../outbox/outbox';
import { moveOrder } from './move-order';
import { notifyRefused } from './payment-notices';
import { ORDER_COLUMNS, toOrder, type Order } from './row';

/** Ends an order whose session could not be created, and releases its hold. */
export async function failOrder(db: Database, orderId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const order = await moveOrder(tx, orderId, 'failed', {}, { from: 'creating' });
    if (order) await release(tx, order);
  });
}

/**
 * Ends an order whose payment failed at the bank, and releases its hold at once: its checkout is complete, so nobody
 * can pay it any more. Its buyer, who left the checkout days ago, is told by mail. Does nothing if the order was paid or has ended.
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
    const { rows: standing } = await tx.query<Pick<Order, 'status'>>({
      text: 'SELECT status FROM orders WHERE id = $1',
      values: [orderId],
    });
    return standing[0]?.status ?? 'failed';
  });
}

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

/**
 * Moves the end of an order to now if the provider ended its checkout early: its hold is released after the usual grace
 * period, and its reservation gets a signal.
 */
export async function endCheckoutEarly(db: Database, orderId: string, checkoutSessionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<Prisma.OrderModel>({
      name: 'order-end-checkout-early',
      text: `UPDATE orders SET hold_ends_at = now() + (hold_ends_at - expires_at), expires_at = now(), updated_at = now()
             WHERE id = $1 AND checkout_session_id = $2 AND status = $3 AND expires_at > now()
             RETURNING ${ORDER_COLUMNS}`,
      values: [orderId, checkoutSessionId, 'pending_payment' satisfies OrderState],
    });
    const order = rows[0] && toOrder(rows[0]);
    if (!order) return;
    if (order.opportunityId) await moveHoldEnd(tx, order);
    await enqueue(tx, `order:${orderId}:ended:${checkoutSessionId}`, reservationMessage(order, 'orderChanged'));
  });
}
