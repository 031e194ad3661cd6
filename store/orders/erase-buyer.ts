import type { Queryable } from '../../prisma/client';

/** Blanks the browser data in the orders of an account; the orders stay. */
export async function eraseBuyer(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: `UPDATE orders SET buyer_token_hash = NULL, buyer_address_hash = NULL, checkout_url = NULL
           WHERE account_id = $1`,
    values: [accountId],
  });
}
