import type { OrderState } from '../../contracts/orders';
import { reservationMessage } from '../../domain/messages/orders';
import { transaction, type Database, type Prisma } from '../../prisma/client';
import { moveHoldEnd } from '../opportunities/hold-opportunity';
import { enqueue } from '../outbox/enqueue';
import { ORDER_COLUMNS, toOrder } from './row';

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
