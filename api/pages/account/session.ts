import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashToken, newToken } from '../../../contracts/tokens';
import { findSessionAccount, type NewSession, type SessionAccount } from '../../../store/account-sessions';
import { isSecure, setCookie } from '../../cookies';
import type { ApiDeps, ApiSettings } from '../../deps';

/** A browser that is signed in. */
export interface Session {
  account: SessionAccount;
  hash: Buffer;
  /** What every form of this browser carries, so that no other site can send one for it. */
  csrf: string;
}

interface Cookies {
  deps: ApiDeps;
  cookie(name: string): string | null;
}

/** The session of whoever sent a request, or null. */
export async function readSession({ deps, cookie }: Cookies): Promise<Session | null> {
  const token = cookie(cookieName(deps.settings));
  if (!token) return null;
  const hash = hashToken(token);
  const account = await findSessionAccount(deps.db, hash);
  return account && { account, hash, csrf: createHmac('sha256', token).update('csrf').digest('base64url') };
}

/** A new session to be stored, and the header that gives it to the browser. A session from before is never taken over. */
export function newSession(settings: ApiSettings): { session: NewSession; headers: Record<string, string> } {
  const token = newToken();
  return {
    session: { hash: hashToken(token), lifetimeMs: settings.sessionLifetimeMs },
    headers: setCookie(settings, cookieName(settings), token, Math.floor(settings.sessionLifetimeMs / 1_000)),
  };
}

/** The header that takes the session away from the browser. */
export function forgetSession(settings: ApiSettings): Record<string, string> {
  return setCookie(settings, cookieName(settings), '', 0);
}

/** Whether a form carries the session's own token. */
export function isOwnForm({ csrf }: Session, given: string): boolean {
  const [a, b] = [Buffer.from(csrf), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// The prefix binds a cookie to this host and to https; browsers refuse it over http.
function cookieName(settings: ApiSettings): string {
  return isSecure(settings) ? '__Host-session' : 'session';
}
