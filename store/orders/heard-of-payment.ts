import { isOneOf } from '../../domain/machine';
import { OPEN_ORDER } from '../../domain/orders';
import type { Database } from '../../prisma/client';
import type { Order } from './row';

/**
 * True while an order is open of whose checkout the payment provider told us while it could be paid: the payment is being
 * confirmed, for a second, or for as long as our outage lasts. A hint for people: the provider has not been asked yet.
 */
export async function heardOfPayment(db: Database, order: Order): Promise<boolean> {
  const { status, checkoutSessionId: objectId, createdAt, expiresAt } = order;
  if (!isOneOf(OPEN_ORDER, status) || objectId === null) return false;
  // By their time first, which has an index: events since an open order are few.
  const receivedAt = { gte: createdAt, lt: expiresAt };
  const event = await db.prisma.paymentEvent.findFirst({ where: { about: 'session', objectId, receivedAt } });
  return event !== null;
}
