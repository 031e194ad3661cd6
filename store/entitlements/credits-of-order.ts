import { ENTITLEMENT } from '../../domain/entitlements';
import type { Queryable } from '../../prisma/client';

/**
 * Keeps the unused credits of an order, also those that runs gave back, from being taken until {@link reinstate}; in the
 * caller's transaction.
 */
export async function freeze(tx: Queryable, orderId: string): Promise<void> {
  await tx.query({
    name: 'entitlement-freeze',
    text: 'UPDATE entitlements SET frozen_at = now() WHERE order_id = $1 AND status = $2 AND frozen_at IS NULL',
    values: [orderId, 'unused'],
  });
}

/**
 * Makes the frozen and revoked credits of an order usable again. Leaves out those that are: a run that is accepted at the
 * same moment skips every row that another transaction updates, and would find no credit.
 */
export async function reinstate(tx: Queryable, orderId: string): Promise<void> {
  await tx.query({
    name: 'entitlement-unfreeze',
    text: 'UPDATE entitlements SET frozen_at = NULL WHERE order_id = $1 AND status = $2 AND frozen_at IS NOT NULL',
    values: [orderId, 'unused'],
  });
  await tx.query({
    name: 'entitlement-reinstate',
    text: 'UPDATE entitlements SET status = $2, frozen_at = NULL WHERE order_id = $1 AND status = ANY($3)',
    values: [orderId, 'unused', ENTITLEMENT.before('unused')],
  });
}

/** Revokes the unused credits of an order; one taken by a run stays. */
export async function revoke(tx: Queryable, orderId: string): Promise<void> {
  await tx.query({
    name: 'entitlement-revoke',
    text: 'UPDATE entitlements SET status = $2, frozen_at = NULL WHERE order_id = $1 AND status = ANY($3)',
    values: [orderId, 'revoked', ENTITLEMENT.before('revoked')],
  });
}
