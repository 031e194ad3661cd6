import { hostCookie, setCookie } from '../../http/cookies';
import type { ApiDeps } from '../../http/deps';
import type { ApiSettings } from '../../http/settings';
import { hashToken, newToken } from '../../platform/tokens';
import { DEVICE_DAYS, type Device } from '../../store/accounts/devices';
import { browserWords } from './browser-words';

interface Sent {
  deps: ApiDeps;
  cookie(name: string): string | null;
  header(name: string): string;
}

/** Hash of the device cookie, which recognises a browser that signed in before, or null. It authenticates nobody. */
export function deviceHash({ deps, cookie }: Omit<Sent, 'header'>): Buffer | null {
  const token = cookie(cookieName(deps.settings));
  return token ? hashToken(token) : null;
}

/** Device record for a sign-in, and the header of its new device cookie. */
export function newDevice(request: Sent): { device: Device; header: string } {
  const { settings } = request.deps;
  const token = newToken();
  const sent = deviceHash(request);
  const device = { sent, given: hashToken(token), browser: browserWords(request.header('user-agent')) };
  return { device, header: setCookie(settings, cookieName(settings), token, DEVICE_DAYS * 86_400)['Set-Cookie'] };
}

function cookieName(settings: ApiSettings): string {
  return hostCookie(settings, 'device');
}
