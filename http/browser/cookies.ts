import { isBuyerToken, newBuyerToken } from '../../base/tokens';
import type { ApiDeps } from '../deps';
import type { ApiSettings } from '../settings';

/** True if browsers use https, so that cookies can be `Secure`. */
export function isSecure({ publicUrl }: Pick<ApiSettings, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:');
}

/** Header that sets a cookie for `maxAgeS` seconds (0 deletes it). Scripts and other sites cannot use the cookie. */
export function setCookie(
  settings: Pick<ApiSettings, 'publicUrl'>,
  name: string,
  value: string,
  maxAgeS: number,
): { 'Set-Cookie': string } {
  const secure = isSecure(settings) ? '; Secure' : '';
  return { 'Set-Cookie': `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}` };
}

/** Cookie name. Over https, the `__Host-` prefix binds the cookie to this host. */
export function hostCookie(settings: Pick<ApiSettings, 'publicUrl'>, name: string): string {
  return isSecure(settings) ? `__Host-${name}` : name;
}

const BUYER_COOKIE_AGE_S = 30 * 24 * 3_600;

/**
 * Buyer token of a browser without a session, and the headers that set its cookie. Forged tokens are replaced. The
 * token recognizes the browser that made a reservation but does not identify a person. Every order form sets the
 * cookie, so that a double submit counts as one buyer. Null if sales are off.
 */
export function buyerCookie({ deps, cookie }: { deps: ApiDeps; cookie(name: string): string | null }) {
  const secrets = deps.settings.buyerSecrets;
  if (!secrets) return null;
  const name = buyerCookieName(deps.settings);
  const sentToken = cookie(name);
  const token = sentToken && isBuyerToken(secrets, sentToken) ? sentToken : newBuyerToken(secrets[0]);
  return { token, headers: setCookie(deps.settings, name, token, BUYER_COOKIE_AGE_S) };
}

/** Deletes the buyer cookie at each sign-in and sign-out, because another person may use the browser next. */
export function endBuyerCookie(settings: ApiSettings): string {
  return setCookie(settings, buyerCookieName(settings), '', 0)['Set-Cookie'];
}

const buyerCookieName = (settings: ApiSettings) => hostCookie(settings, 'noi_buyer');
