import type { Database } from '../../prisma/client';
import type { Ledger } from './shop';

/** Difference of a payment's moments that no provider makes within a story, whose leaps in time are an hour at least. */
const CARRIED_FROM_MS = 30 * 60_000;

/**
 * Checks that what was paid in time was granted, however late we looked: returns the payments that went back as late
 * though the provider took them before the end of their hold (docs/interface.md, Payments), one per line.
 */
export async function paidInTimeFlaws(db: Database, { charges }: Ledger): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string; orderId: string; holdEndsAt: Date; arrivedAt: Date | null }>({
    text: `SELECT payments.id, orders.id AS "orderId", hold_ends_at AS "holdEndsAt", arrived_at AS "arrivedAt"
           FROM payments JOIN orders ON orders.id = order_id WHERE outcome = 'refund' AND reason = 'late'`,
  });
  // The provider's clock has whole seconds.
  const paidAt = new Map(charges.map(({ paymentIntent, created }) => [paymentIntent, (created + 1) * 1_000]));
  return rows
    .filter(({ id, holdEndsAt, arrivedAt }) => {
      const paid = paidAt.get(id) ?? Infinity;
      // A worker that had read the moment carried it over hours that a story let pass at once: no clock does that.
      const carried = arrivedAt !== null && arrivedAt.getTime() - paid > CARRIED_FROM_MS;
      return paid < holdEndsAt.getTime() && !carried;
    })
    .map(({ id, orderId }) => `payment ${id} of ${orderId} was made in time and went back as late`);
}
