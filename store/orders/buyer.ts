/** Who buys: the account of a key, or somebody with a browser, known by a cookie and an address until the payment names them. */
export type Buyer =
  | { accountId: string; tokenHash: null; addressHash: null }
  | { accountId: null; tokenHash: Buffer; addressHash: Buffer };

/** Name of a lock under which the purchases of a buyer wait for each other, so that none is missed when holds are counted. */
export function ofBuyer({ accountId, addressHash }: Buyer): string {
  return `buyer:${accountId ?? addressHash.toString('hex')}`;
}

/** Whether a stored digest is this one. */
export function isSame(stored: Uint8Array | null, digest: Buffer): boolean {
  return stored !== null && digest.equals(stored);
}
