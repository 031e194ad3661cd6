import { transaction, type Database } from '../../prisma/client';
import { debitSale } from '../contributors';

/** A dispute as the provider has it now. */
export interface OrderDispute {
  orderId: string;
  disputeId: string;
  status: 'open' | 'won' | 'lost';
  openedAt: Date;
}

/**
 * Flags an order with its dispute (contract.md, States): while it is open its unused credit cannot be taken, won it can again,
 * lost it is revoked, and a contributor's share of the sale goes back. A dispute that is closed stays so, whichever event comes late. Says whether anything changed.
 */
export function recordDispute(db: Database, dispute: OrderDispute): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ entitlementId: string | null }>({
      name: 'dispute-record',
      text: `UPDATE orders SET dispute_id = $2, dispute_status = $3, dispute_opened_at = $4, updated_at = now()
             WHERE id = $1 AND (dispute_id IS DISTINCT FROM $2 OR (dispute_status = 'open' AND $3 <> 'open'))
             RETURNING entitlement_id AS "entitlementId"`,
      values: [dispute.orderId, dispute.disputeId, dispute.status, dispute.openedAt],
    });
    if (!rows[0]) return false;
    await tx.query({
      name: 'dispute-entitlement',
      text: `UPDATE entitlements SET status = CASE $2 WHEN 'lost' THEN 'revoked' ELSE status END,
                    frozen_at = CASE $2 WHEN 'open' THEN now() END
             WHERE id = $1 AND status = 'unused'`,
      values: [rows[0].entitlementId, dispute.status],
    });
    if (dispute.status === 'lost') await debitSale(tx, dispute.orderId);
    return true;
  });
}
