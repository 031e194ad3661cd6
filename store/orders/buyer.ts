/** Who buys: the account of a key, or somebody with a browser, known by a cookie and an address until the payment names them. */
export type Buyer =
  | { accountId: string; tokenHash: null; addressHash: null }
  | { accountId: null; tokenHash: Buffer; addressHash: Buffer };

/** Whether a stored digest is this one. */
export function isSame(stored: Uint8Array | null, digest: Buffer): boolean {
  return stored !== null && digest.equals(stored);
}
