import { hashToken, newToken } from '../../base/tokens';
import { DEVICE_DAYS, type Device } from '../../modules/accounts/store/devices';
import type { ApiDeps } from '../deps';
import type { ApiSettings } from '../settings';
import { hostCookie, setCookie } from './cookies';

interface Sent {
  deps: ApiDeps;
  cookie(name: string): string | null;
  header(name: string): string;
}

/** Hash of the device cookie, or null. Recognizes a browser that signed in before, but does not authenticate it. */
export function deviceHash({ deps, cookie }: Omit<Sent, 'header'>): Buffer | null {
  const token = cookie(cookieName(deps.settings));
  return token ? hashToken(token) : null;
}

/** Creates the device record for a sign-in, and the header that sets the new device cookie. */
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

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Names the browser and system of a User-Agent for display. Chooses from fixed words and never repeats the header. */
export function browserWords(userAgent: string): string {
  const find = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return `${find(BROWSERS) ?? 'A browser'} on ${find(SYSTEMS) ?? 'an unknown system'}`;
}
