import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import type { Queryable } from '../../prisma/client';
import { isSame, type Buyer } from './buyer';
import { MAX_HOLDS } from './hold-limits';
import { refuseAnonymous } from './refuse-anonymous';
import { refuseUnpaid } from './refuse-unpaid';
import type { Order } from './row';

/**
 * @throws Failure `too_many_holds` if an account, a mailbox, an address, or all buyers without an account together are at
 * their limit
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
  else await refuseUnpaid(tx, buyer.accountId, mode);
}
