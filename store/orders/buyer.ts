import type { Order } from './row';

/**
 * Buyer: an account, or a browser that nobody is signed in to, known by its cookie and address until the payment names
 * an account. A buyer with an account has no cookie: it would outlive their session.
 */
export type Buyer =
  | { accountId: string; tokenHash: null; addressHash: null; networkHash: Buffer | null }
  | { accountId: null; tokenHash: Buffer; addressHash: Buffer };

/**
 * Name of the lock that serializes a buyer's purchases, so that holds are counted correctly. Buyers without an account
 * share one, because their holds are also counted together.
 */
export function ofBuyer({ accountId }: Buyer): string {
  return accountId === null ? 'buyers without an account' : `buyer:${accountId}`;
}

/** Compares a stored digest with this one. */
export function isSame(stored: Uint8Array | null, digest: Buffer | null): boolean {
  return stored !== null && digest !== null && digest.equals(stored);
}

/**
 * Returns true if the order belongs to this buyer. Where the buyer is signed in, or was when the order was opened,
 * accounts alone are compared: the next person at a shared computer has the same cookie. An address is never enough.
 * `holdsOf` has the same rule in SQL.
 */
export function isOfBuyer(
  order: Pick<Order, 'accountId' | 'buyerTokenHash' | 'buyerAddressHash'>,
  { accountId, tokenHash }: Buyer,
): boolean {
  if (accountId !== null) return order.accountId === accountId;
  // One opened without an account has an address, and gets its account by its payment.
  const wasSignedIn = order.accountId !== null && order.buyerAddressHash === null;
  return !wasSignedIn && isSame(order.buyerTokenHash, tokenHash);
}
