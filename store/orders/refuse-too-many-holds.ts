import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import type { Queryable } from '../../prisma/client';
import { isSame, type Buyer } from './buyer';
import { MAX_HOLDS } from './hold-limits';
import { refuseAnonymous } from './refuse-anonymous';
import { refuseUnpaid } from './refuse-unpaid';
import type { Order } from './row';

/**
 * Returns the network by which the hold is counted: that of an account which never paid.
 *
 * @throws Failure `too_many_holds` if an account, a mailbox, a network, or all buyers without an account together are at
 * their limit
 */
export async function refuseTooManyHolds(
  tx: Queryable,
  holds: readonly Order[],
  { buyer, mode, anonymousHoldShare }: { buyer: Buyer; mode: Mode; anonymousHoldShare: number },
): Promise<Buffer | null> {
  const counted = holds.filter(({ accountId, buyerAddressHash }) =>
    buyer.accountId === null ? isSame(buyerAddressHash, buyer.addressHash) : accountId === buyer.accountId,
  );
  if (counted.length >= MAX_HOLDS) {
    throw new Failure('too_many_holds', { detail: `${MAX_HOLDS} opportunities are reserved for you already.` });
  }
  if (buyer.accountId !== null) return refuseUnpaid(tx, buyer, mode);
  await refuseAnonymous(tx, buyer.addressHash, mode, anonymousHoldShare);
  return null;
}
