import type { Scope } from '../contracts/access';
import { Failure } from '../contracts/failures';
import type { Caller } from '../store/keys/find-caller';
import type { Auth, KeyAuth } from './endpoint';

/** @throws Failure `insufficient_scope` naming the missing scopes */
export function requireScopes({ scopes }: Pick<Caller, 'scopes'>, needed: readonly Scope[]): void {
  const lacking = needed.filter((scope) => !scopes.includes(scope));
  if (lacking.length === 0) return;
  const noun = lacking.length > 1 ? 'scopes' : 'scope';
  throw new Failure('insufficient_scope', { detail: `This key lacks the ${noun} ${lacking.join(' and ')}.` });
}

/** @throws Failure `insufficient_scope` if the key cannot satisfy the rule of the endpoint */
export function requireAuthority(caller: Pick<Caller, 'scopes'>, { scopes, match }: KeyAuth): void {
  if (match === 'every') return requireScopes(caller, scopes);
  if (scopes.some((scope) => caller.scopes.includes(scope))) return;
  throw new Failure('insufficient_scope', { detail: `This key lacks the scope ${scopes.join(' or ')}.` });
}

/**
 * Scopes of an endpoint as text, null if it is open: required scopes joined by a space (as in OAuth, RFC 6749, 3.3),
 * alternatives by `|`.
 */
export function scopeText(auth: Auth): string | null {
  return auth.type === 'key' ? auth.scopes.join(auth.match === 'every' ? ' ' : '|') : null;
}
