import type { Order, Queryable } from '../../prisma/client';

/** Columns of an order under the names of the model, for statements that are written out in SQL. */
export const ORDER_COLUMNS = `
  id, account_id AS "accountId", mode, product, product_name AS "productName", opportunity_id AS "opportunityId", status,
  price_amount AS "priceAmount", price_currency AS "priceCurrency",
  checkout_session_id AS "checkoutSessionId", checkout_url AS "checkoutUrl", attempt,
  creating_until AS "creatingUntil", expires_at AS "expiresAt", hold_ends_at AS "holdEndsAt",
  buyer_token_hash AS "buyerTokenHash", buyer_address_hash AS "buyerAddressHash",
  consent_text_version AS "consentTextVersion", consent_recorded_at AS "consentRecordedAt",
  entitlement_id AS "entitlementId", dispute_id AS "disputeId", dispute_status AS "disputeStatus",
  dispute_opened_at AS "disputeOpenedAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Locks the row of an order until the end of the transaction, so that whoever decides on it comes one after the other. */
export async function lockOrder(tx: Queryable, orderId: string): Promise<Order | null> {
  const { rows } = await tx.query<Order>({
    name: 'order-lock',
    text: `SELECT ${ORDER_COLUMNS} FROM orders WHERE id = $1 FOR UPDATE`,
    values: [orderId],
  });
  return rows[0] ?? null;
}
