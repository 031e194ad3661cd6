import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashToken, newToken } from '../../base/tokens';
import { findSession, type OpenSession, type NewSession } from '../../modules/accounts/store/sessions';
import type { ApiDeps } from '../deps';
import type { ApiSettings } from '../settings';
import { endBuyerCookie, hostCookie, setCookie } from './cookies';
import { newDevice } from './device';

export interface Session extends OpenSession {
  hash: Buffer;
  /** CSRF token in every form of this session. */
  csrf: string;
}

interface Sent {
  deps: ApiDeps;
  cookie(name: string): string | null;
}

/** Session of the requesting browser, or null. */
export async function readSession({ deps, cookie }: Sent): Promise<Session | null> {
  const token = cookie(cookieName(deps.settings));
  if (!token) return null;
  const open = await findSession(deps.db, hashToken(token), deps.settings.sessionIdleMs);
  return open && { ...open, ...secretsOf(token) };
}

function secretsOf(token: string): Pick<Session, 'hash' | 'csrf'> {
  return { hash: hashToken(token), csrf: createHmac('sha256', token).update('csrf').digest('base64url') };
}

/**
 * Creates a session to store, and the headers that set its cookie and a device cookie and delete the buyer cookie. To
 * prevent session fixation, the browser's previous session ends and is never reused.
 */
export function newSession(request: Sent & { header(name: string): string }): {
  session: NewSession;
  headers: { 'Set-Cookie': string[] };
} {
  const { settings } = request.deps;
  const { hash, header } = newCookie(settings);
  const before = request.cookie(cookieName(settings));
  const { device, header: deviceHeader } = newDevice(request);
  const session = { hash, lifetimeMs: settings.sessionLifetimeMs, replaces: before ? hashToken(before) : null, device };
  return { session, headers: { 'Set-Cookie': [header, deviceHeader, endBuyerCookie(settings)] } };
}

/** New session cookie: the hash to store, the CSRF token for forms, and the header that sets the cookie. */
export function newCookie(settings: ApiSettings): Pick<Session, 'hash' | 'csrf'> & { header: string } {
  const token = newToken();
  const maxAgeS = Math.floor(settings.sessionLifetimeMs / 1_000);
  return { ...secretsOf(token), header: setCookie(settings, cookieName(settings), token, maxAgeS)['Set-Cookie'] };
}

/** Headers for signing out, which delete the session cookie and the buyer cookie. */
export function signOutCookies(settings: ApiSettings): { 'Set-Cookie': string[] } {
  return { 'Set-Cookie': [setCookie(settings, cookieName(settings), '', 0)['Set-Cookie'], endBuyerCookie(settings)] };
}

/** True if a form contains the session's CSRF token. Compares in constant time. */
export function hasValidCsrf({ csrf }: Session, given: string): boolean {
  const [a, b] = [Buffer.from(csrf), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function cookieName(settings: ApiSettings): string {
  return hostCookie(settings, 'session');
}
