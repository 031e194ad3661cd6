import type { Mode } from '../../contracts/access';
import type { Database } from '../../prisma/client';

/** Findings of a bought opportunity, and what its documents say of the sale. */
export interface BoughtOpportunity {
  findings: Buffer;
  title: string;
  owner: string;
  orderId: string;
  soldAt: Date;
}

/**
 * What an account bought; null if it did not buy the opportunity, or the payment was refunded or lost in a dispute.
 */
export async function readBought(
  db: Database,
  owner: { accountId: string; mode: Mode },
  id: string,
): Promise<BoughtOpportunity | null> {
  const { rows } = await db.pool.query<BoughtOpportunity>({
    name: 'opportunity-bought',
    text: `SELECT opportunities.findings, opportunities.title, accounts.email AS owner, orders.id AS "orderId",
             coalesce((SELECT min(created_at) FROM payments WHERE order_id = orders.id AND outcome = 'granted'),
                      orders.updated_at) AS "soldAt"
           FROM opportunities JOIN orders ON orders.id = opportunities.sold_to
             JOIN accounts ON accounts.id = orders.account_id
           WHERE opportunities.id = $1 AND opportunities.status = 'sold' AND orders.account_id = $2 AND orders.mode = $3
             AND orders.status = 'fulfilled'
             AND NOT EXISTS (SELECT 1 FROM payments JOIN disputes ON disputes.payment_id = payments.id
                             WHERE payments.order_id = orders.id AND payments.outcome = 'granted'
                               AND disputes.status = 'lost')`,
    values: [id, owner.accountId, owner.mode],
  });
  return rows[0] ?? null;
}
