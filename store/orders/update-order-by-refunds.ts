import { isOneOf } from '../../domain/machine';
import { REFUND_STATES, stateOfRefunds } from '../../domain/orders';
import type { Queryable } from '../../prisma/client';
import { lockOrder } from './lock-order';
import { moveOrder } from './move-order';
import { readPayments } from './read-payments';

/**
 * Moves an order to the state that follows from all of its payments, so that order and repetition of events do not
 * matter. A fulfilled order stays fulfilled while its second payment is refunded.
 */
export async function updateOrderByRefunds(tx: Queryable, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order || !isOneOf(REFUND_STATES, order.status)) return;
  const returned = (await readPayments(tx, orderId)).filter(({ outcome }) => outcome === 'refund');
  await moveOrder(tx, orderId, stateOfRefunds(returned.map(({ refundStatus }) => refundStatus)));
}
