import { isOneOf } from '../../domain/machine';
import { OPEN_ORDER } from '../../domain/orders';
import type { Database } from '../../prisma/client';
import type { Order } from './row';

/**
 * Returns the ids of those open orders of whose checkout the payment provider told us while it could be paid: the payment
 * is being confirmed, for a second, or for as long as our outage lasts. A hint for people: the provider has not been asked
 * yet.
 */
export async function heardOfPayment(db: Database, orders: readonly Order[]): Promise<ReadonlySet<string>> {
  const checkouts = orders.flatMap(({ id, status, checkoutSessionId: objectId, createdAt, expiresAt }) =>
    // By their time as well, which has an index: events since an open order are few.
    isOneOf(OPEN_ORDER, status) && objectId !== null
      ? [{ id, objectId, receivedAt: { gte: createdAt, lt: expiresAt } }]
      : [],
  );
  if (checkouts.length === 0) return new Set();
  const events = await db.prisma.paymentEvent.findMany({
    where: { about: 'session', OR: checkouts.map(({ objectId, receivedAt }) => ({ objectId, receivedAt })) },
    select: { objectId: true },
  });
  const told = new Set(events.map(({ objectId }) => objectId));
  return new Set(checkouts.filter(({ objectId }) => told.has(objectId)).map(({ id }) => id));
}
