import { isBuyerToken, newBuyerToken } from '../platform/tokens';
import type { ApiDeps } from './deps';
import { BUYER_COOKIE, setCookie } from './cookies';

const COOKIE_AGE_S = 30 * 24 * 3_600;

/**
 * Buyer token of the browser and the headers that set its cookie; forged values are replaced. Set with every order
 * form, so that a double submit comes from one buyer. Null if nothing can be sold.
 */
export function buyerCookie({ deps, cookie }: { deps: ApiDeps; cookie(name: string): string | null }) {
  const secrets = deps.settings.buyerSecrets;
  if (!secrets) return null;
  const sentToken = cookie(BUYER_COOKIE);
  const token = sentToken && isBuyerToken(secrets, sentToken) ? sentToken : newBuyerToken(secrets[0]);
  return { token, headers: setCookie(deps.settings, BUYER_COOKIE, token, COOKIE_AGE_S) };
}
