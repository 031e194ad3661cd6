import type { ApiSettings } from './deps';

/** Cookie that knows a browser again which holds an opportunity; it says nothing of its owner. */
export const BUYER_COOKIE = 'noi_buyer';

/** Whether browsers reach us over https, so that cookies may be kept to it. */
export function isSecure({ publicUrl }: Pick<ApiSettings, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:');
}

/** The header that gives a cookie to a browser for so many seconds (0 takes it away): no script reads it, no other site sends it. */
export function setCookie(
  settings: Pick<ApiSettings, 'publicUrl'>,
  name: string,
  value: string,
  maxAgeS: number,
): Record<string, string> {
  const secure = isSecure(settings) ? '; Secure' : '';
  return { 'Set-Cookie': `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}` };
}
