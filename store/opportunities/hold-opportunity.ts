import { Failure, type FailureDetail } from '../../contracts/failures';
import { OPPORTUNITY } from '../../domain/opportunities';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';

/** Order that holds an opportunity. */
export interface Holder {
  id: string;
  opportunityId: string | null;
}

/** Failure of a request for an opportunity that its caller cannot have. */
export function unavailable(detail?: FailureDetail): Failure {
  return new Failure('opportunity_unavailable', detail);
}

/**
 * SQL that reserves an opportunity for an order until the end of its hold; returns a row on success. One of several
 * concurrent buyers wins: the update is conditional, and an expired reservation counts as none, whatever its workflow
 * does.
 */
export function reserving(of: Record<'id' | 'mode' | 'orderId' | 'lifetimeMs' | 'graceMs', string>): string {
  const [reserved, free] = [listOf(['reserved']), listOf(OPPORTUNITY.before('reserved'))];
  return `UPDATE opportunities SET status = ${reserved}, reserved_by = ${of.orderId}, updated_at = now(),
                 reserved_until = date_trunc('second', now() + ${of.lifetimeMs} * interval '1 millisecond')
                                  + ${of.graceMs} * interval '1 millisecond'
          WHERE id = ${of.id} AND mode = ${of.mode} AND (status IN (${free}) OR reserved_until <= now())
          RETURNING id`;
}

/**
 * Moves the end of a hold to that of its order.
 *
 * @throws Failure `opportunity_unavailable` if the hold has ended and another order has the opportunity
 */
export async function moveHoldEnd(tx: Queryable, order: Holder & { holdEndsAt: Date }): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'hold-extend',
    text: 'UPDATE opportunities SET reserved_until = $3, updated_at = now() WHERE id = $1 AND reserved_by = $2',
    values: [order.opportunityId, order.id, order.holdEndsAt],
  });
  if (rowCount === 0) throw unavailable();
}
