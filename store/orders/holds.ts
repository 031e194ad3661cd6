import { Failure } from '../../contracts/failures';
import type { Order, Queryable } from '../../prisma/client';
import { isSame, type Buyer } from './buyer';
import { ORDER_COLUMNS } from './order-rows';

/** Holds that one buyer may have at a time, so that nobody freezes the catalogue (contract.md, Payments). */
const MAX_HOLDS = 2;

/** The open orders with which a buyer holds opportunities: those of the account, or of the address of a browser. */
export async function holdsOf(tx: Queryable, buyer: Buyer): Promise<Order[]> {
  const { rows } = await tx.query<Order>({
    name: 'hold-of-buyer',
    text: `SELECT ${ORDER_COLUMNS} FROM orders
           WHERE (account_id = $1 OR buyer_address_hash = $2 OR buyer_token_hash = $3)
             AND opportunity_id IS NOT NULL AND status IN ('creating', 'pending_payment') AND hold_ends_at > now()
           FOR UPDATE`,
    values: [buyer.accountId, buyer.addressHash, buyer.tokenHash],
  });
  return rows;
}

/** @throws Failure `too_many_holds` where an account, or an address, holds as much as it may */
export function refuseTooManyHolds(holds: readonly Order[], buyer: Buyer): void {
  const counted = holds.filter((hold) => buyer.accountId !== null || isSame(hold.buyerAddressHash, buyer.addressHash));
  if (counted.length >= MAX_HOLDS) {
    throw new Failure('too_many_holds', { detail: `${MAX_HOLDS} opportunities are reserved for you already.` });
  }
}

/**
 * The statement that reserves an opportunity for an order until the end of the hold, of these parameters; a row where it could. Of
 * concurrent buyers one wins: the update is conditional, and a reservation that is past its end counts as none, whatever its
 * workflow does.
 */
export function reserving(of: Record<'id' | 'mode' | 'orderId' | 'lifetimeMs' | 'graceMs', string>): string {
  return `UPDATE opportunities SET status = 'reserved', reserved_by = ${of.orderId}, updated_at = now(),
                 reserved_until = date_trunc('second', now() + ${of.lifetimeMs} * interval '1 millisecond')
                                  + ${of.graceMs} * interval '1 millisecond'
          WHERE id = ${of.id} AND mode = ${of.mode}
            AND (status = 'available' OR (status = 'reserved' AND reserved_until <= now()))
          RETURNING id`;
}

/**
 * Moves the end of a hold to that of its order.
 *
 * @throws Failure `opportunity_unavailable` where the hold has ended and somebody else has the opportunity
 */
export async function moveHoldEnd(tx: Queryable, order: Order): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'hold-extend',
    text: `UPDATE opportunities SET reserved_until = $3, updated_at = now()
           WHERE id = $1 AND status = 'reserved' AND reserved_by = $2`,
    values: [order.opportunityId, order.id, order.holdEndsAt],
  });
  if (rowCount === 0) throw new Failure('opportunity_unavailable');
}

/** Puts the opportunity of an order back on offer, where the order holds it. */
export async function release(tx: Queryable, order: Pick<Order, 'id' | 'opportunityId'>): Promise<void> {
  if (order.opportunityId === null) return;
  await tx.query({
    name: 'hold-release',
    text: `UPDATE opportunities SET status = 'available', reserved_by = NULL, reserved_until = NULL, updated_at = now()
           WHERE id = $1 AND status = 'reserved' AND reserved_by = $2`,
    values: [order.opportunityId, order.id],
  });
}

/** Makes the opportunity of an order its own for good; false where the order no longer holds it. */
export async function finaliseSale(tx: Queryable, order: Pick<Order, 'id' | 'opportunityId'>): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'hold-finalise',
    text: `UPDATE opportunities SET status = 'sold', sold_to = $2, reserved_by = NULL, reserved_until = NULL, updated_at = now()
           WHERE id = $1 AND status = 'reserved' AND reserved_by = $2`,
    values: [order.opportunityId, order.id],
  });
  return rowCount === 1;
}
