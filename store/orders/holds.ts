import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { OPEN_ORDER } from '../../domain/orders';
import type { Prisma, Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { refuseAnonymous } from './anonymous-holds';
import { isSame, type Buyer } from './buyer';
import { ORDER_COLUMNS, toOrder, type Order } from './row';

/** Limit of concurrent holds per buyer, so that nobody blocks the catalogue (docs/interface.md, Payments). */
const MAX_HOLDS = 2;

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

/**
 * @throws Failure `too_many_holds` if an account, an address, or all buyers without an account together are at their
 * limit
 */
export async function refuseTooManyHolds(
  tx: Queryable,
  holds: readonly Order[],
  { buyer, mode, anonymousHoldShare }: { buyer: Buyer; mode: Mode; anonymousHoldShare: number },
): Promise<void> {
  const counted = holds.filter(({ accountId, buyerAddressHash }) =>
    buyer.accountId === null ? isSame(buyerAddressHash, buyer.addressHash) : accountId === buyer.accountId,
  );
  if (counted.length >= MAX_HOLDS) {
    throw new Failure('too_many_holds', { detail: `${MAX_HOLDS} opportunities are reserved for you already.` });
  }
  if (buyer.accountId === null) await refuseAnonymous(tx, buyer.addressHash, mode, anonymousHoldShare);
}
