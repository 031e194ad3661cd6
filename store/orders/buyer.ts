/** Buyer: an account, or a browser known by its cookie and address until the payment names an account. */
export type Buyer =
  | { accountId: string; tokenHash: Buffer | null; addressHash: null }
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
 * Returns true if the order belongs to this buyer: to the account, or to the browser's cookie. An address alone is not
 * enough.
 */
export function isOfBuyer(
  order: { accountId: string | null; buyerTokenHash: Uint8Array | null },
  { accountId, tokenHash }: Buyer,
): boolean {
  return (accountId !== null && order.accountId === accountId) || isSame(order.buyerTokenHash, tokenHash);
}
