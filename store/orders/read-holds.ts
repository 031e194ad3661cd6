import { OPEN_ORDER } from '../../domain/orders';
import type { Prisma, Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import type { Buyer } from './buyer';
import { ORDER_COLUMNS, toOrder, type Order } from './row';

/**
 * Open orders by which a buyer holds opportunities: their own, by the rule of `isOfBuyer`, and those of the address of a
 * buyer without an account.
 */
export async function holdsOf(tx: Queryable, buyer: Buyer): Promise<Order[]> {
  const { rows } = await tx.query<Prisma.OrderModel>({
    name: 'hold-of-buyer',
    text: `SELECT ${ORDER_COLUMNS} FROM orders
           WHERE (account_id = $1 OR buyer_address_hash = $2
                  OR buyer_token_hash = $3 AND (account_id IS NULL OR buyer_address_hash IS NOT NULL))
             AND opportunity_id IS NOT NULL AND status IN (${listOf(OPEN_ORDER)}) AND hold_ends_at > now()
           FOR UPDATE`,
    values: [buyer.accountId, buyer.addressHash, buyer.tokenHash],
  });
  return rows.map(toOrder);
}
