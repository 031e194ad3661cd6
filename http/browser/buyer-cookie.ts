import { isBuyerToken, newBuyerToken } from '../../base/tokens';
import type { ApiDeps } from '../deps';
import type { ApiSettings } from '../settings';
import { hostCookie, setCookie } from './cookies';

const COOKIE_AGE_S = 30 * 24 * 3_600;

/**
 * Buyer token of a browser that nobody is signed in to, and the headers that set its cookie; forged values are
 * replaced. It recognises the browser of a reservation and identifies no person. Set with every order form, so that a
 * double submit comes from one buyer. Null if nothing can be sold.
 */
export function buyerCookie({ deps, cookie }: { deps: ApiDeps; cookie(name: string): string | null }) {
  const secrets = deps.settings.buyerSecrets;
  if (!secrets) return null;
  const name = cookieName(deps.settings);
  const sentToken = cookie(name);
  const token = sentToken && isBuyerToken(secrets, sentToken) ? sentToken : newBuyerToken(secrets[0]);
  return { token, headers: setCookie(deps.settings, name, token, COOKIE_AGE_S) };
}

/** Header that deletes the buyer cookie, for each sign-in and sign-out: the next person may be somebody else. */
export function endBuyerCookie(settings: ApiSettings): string {
  return setCookie(settings, cookieName(settings), '', 0)['Set-Cookie'];
}

function cookieName(settings: ApiSettings): string {
  return hostCookie(settings, 'noi_buyer');
}
