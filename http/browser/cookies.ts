import type { ApiSettings } from '../settings';

/** True if browsers reach the service over https, so that cookies can be `Secure`. */
export function isSecure({ publicUrl }: Pick<ApiSettings, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:');
}

/** Header that sets a cookie for `maxAgeS` seconds (0 deletes it): hidden from scripts, not sent from other sites. */
export function setCookie(
  settings: Pick<ApiSettings, 'publicUrl'>,
  name: string,
  value: string,
  maxAgeS: number,
): { 'Set-Cookie': string } {
  const secure = isSecure(settings) ? '; Secure' : '';
  return { 'Set-Cookie': `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}` };
}

/** Cookie name with the `__Host-` prefix over https, which binds the cookie to this host. */
export function hostCookie(settings: Pick<ApiSettings, 'publicUrl'>, name: string): string {
  return isSecure(settings) ? `__Host-${name}` : name;
}
