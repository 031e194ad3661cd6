import { networkOf } from '../../../base/networks';
import { isLoopbackAddress } from '../../../base/public-deployment';
import type { Secrets } from '../../../base/secrets';
import { hashBuyerNetwork } from '../../../base/tokens';
import type { Buyer } from '../store/orders';

/**
 * Buyer that is an account, in whatever browser or program, with a keyed hash of the network it comes from. This machine
 * is no network: its operator speaks for all accounts there.
 */
export function accountBuyer(
  { buyerSecrets }: { buyerSecrets: Secrets | null },
  { accountId, address }: { accountId: string; address: string },
): Buyer {
  const isCounted = buyerSecrets !== null && !isLoopbackAddress(address);
  const networkHash = isCounted ? hashBuyerNetwork(buyerSecrets[0], networkOf(address)) : null;
  return { accountId, tokenHash: null, addressHash: null, networkHash };
}
