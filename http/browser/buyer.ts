import { networkOf } from '../../base/networks';
import { hashBuyerNetwork, hashToken } from '../../base/tokens';
import type { Buyer } from '../../modules/orders/store/orders';
import { accountBuyer } from '../../modules/orders/use-cases/checkout';
import type { ApiDeps } from '../deps';
import type { Reply } from '../endpoint';
import { buyerCookie } from './cookies';
import { readSession, type Session } from './session';

interface Sent {
  deps: ApiDeps;
  address: string;
  cookie(name: string): string | null;
}

/**
 * Returns the buyer behind a browser request: the signed-in account with its session, or an anonymous browser with the
 * `headers` that set its cookie. Null if nobody is signed in and sales are off.
 */
export async function browserBuyer(
  request: Sent,
): Promise<{ buyer: Buyer; session: Session | null; headers: Reply['headers'] } | null> {
  const { deps, address } = request;
  const session = await readSession(request);
  if (session) {
    const { id: accountId } = session.account;
    return { buyer: accountBuyer(deps.settings, { accountId, address }), session, headers: {} };
  }
  const sent = buyerCookie(request);
  if (!sent) return null;
  const addressHash = hashBuyerNetwork(deps.settings.buyerSecrets![0], networkOf(address));
  const buyer = { accountId: null, tokenHash: hashToken(sent.token), addressHash };
  return { buyer, session: null, headers: sent.headers };
}
