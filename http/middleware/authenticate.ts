import type { Mode, Scope } from '../../base/access';
import { Failure } from '../../base/failures';
import { within } from '../../base/time-limits';
import { readApiKey } from '../../modules/accounts/contract';
import type { Caller } from '../../modules/accounts/store/callers';
import type { AnyRoute, KeyAuth, Auth } from '../endpoint';
import type { Keyring } from '../keyring';
import { ENDPOINT_LIMITS } from '../limits/limit-classes';
import type { Limiters } from '../limits/limiters';
import type { Ctx, Middleware } from '../state';
import { isRepeated } from './guard-request';
import { countAddress, countPlatform, countTenant, showPlatform } from './limit-requests';

interface Gate {
  keyring: Keyring;
  limiters: Limiters;
}

/**
 * Authenticates a request by its key (`apiKeyOf`). Counts failures against the network and successes against the
 * account, so that other callers with the same IP address cannot block a valid key. Keys are looked up by SHA-512, so
 * timing reveals nothing about them.
 */
export function authenticate({ keyring, limiters }: Gate, { limit }: Pick<AnyRoute, 'limit'>): Middleware {
  const ownBucket = hasOwnBucket(limit);
  return async (ctx, next) => {
    const caller = await findCaller(ctx, keyring);
    if (!caller) {
      await countAddress(ctx, limiters);
      await countPlatform(ctx, limiters);
      throw new Failure(sentKey(ctx) ? 'invalid_api_key' : 'missing_api_key');
    }
    ctx.state.caller = caller;
    await countPlatform(ctx, limiters);
    if (!ownBucket || caller.suspended) await countTenant(ctx, limiters, caller);
    if (caller.suspended) throw new Failure('account_suspended');
    await next();
  };
}

/** Maximum time for a key lookup on an open route, which leaves time for the handler. */
const FOUND_WITHIN_MS = 1_000;

/** Admits a request to an open route. Counts it against the account if the key is valid, else against the network. */
export function admitAnyone({ keyring, limiters }: Gate): Middleware {
  return async (ctx, next) => {
    // Open routes work even if the key lookup fails.
    const found = await within(FOUND_WITHIN_MS, 'the key', findCaller(ctx, keyring)).catch(() => null);
    const caller = found?.suspended ? null : found;
    if (caller) ctx.state.caller = caller;
    else await countAddress(ctx, limiters);
    await countPlatform(ctx, limiters);
    if (caller) await countTenant(ctx, limiters, caller);
    await next();
  };
}

/** Admits a request without counting it. Health checks therefore succeed even if all other requests are refused. */
export function admitUncounted({ limiters }: Gate): Middleware {
  return async (ctx, next) => {
    await showPlatform(ctx, limiters);
    await next();
  };
}

/**
 * Admits signed requests from providers without counting, because they all come from a few IP addresses. Requests that
 * the handler did not verify (`trust`) count against their network.
 */
export function admitSigned(gate: Gate, headers: readonly string[]): Middleware {
  const anyone = admitAnyone(gate);
  return async (ctx, next) => {
    if (headers.some((name) => !ctx.get(name))) return anyone(ctx, next);
    await showPlatform(ctx, gate.limiters);
    try {
      await next();
    } finally {
      if (!ctx.state.trusted) await countAddress(ctx, gate.limiters);
    }
  };
}

/**
 * Rejects keys without the endpoint's scopes, then keys of the wrong mode. On endpoints that replace the tenant limit,
 * these rejections count against the tenant limit.
 */
export function authorize(
  { limiters }: Gate,
  auth: KeyAuth,
  { limit, path }: Pick<AnyRoute, 'limit' | 'path'>,
): Middleware {
  const ownBucket = hasOwnBucket(limit);
  return async (ctx, next) => {
    const caller = ctx.state.caller!;
    try {
      requireAuthority(caller, auth);
      if (auth.mode && caller.mode !== auth.mode) throw otherMode(auth.mode, path, caller);
    } catch (refusal) {
      if (ownBucket) await countTenant(ctx, limiters, caller);
      throw refusal;
    }
    await next();
  };
}

/** Failure for a key of the wrong mode. If a test key was sent, it names the sandbox endpoint and any missing scope. */
function otherMode(needed: Mode, path: string, { scopes }: Pick<Caller, 'scopes'>): Failure {
  if (needed === 'test') return new Failure('test_key_required');
  const twin = path.replace('/v1/', '/v1/sandbox/');
  const lacking = scopes.includes('sandbox')
    ? ''
    : ' It needs the scope sandbox, which this key lacks: create a test key with that scope.';
  return new Failure('live_key_required', {
    detail: `With a test key, use POST ${twin}, which simulates the run for free.${lacking}`,
  });
}

/** Returns the key from `X-Api-Key` or else from `Authorization: Bearer` (RFC 6750), or an empty string. */
export function apiKeyOf(header: (name: string) => string): string {
  return header('x-api-key') || (/^Bearer +(\S+) *$/i.exec(header('authorization'))?.[1] ?? '');
}

/** Like {@link apiKeyOf}, but rejects repeated `Authorization` headers. Node joins repeated `X-Api-Key` headers. */
function sentKey(ctx: Ctx): string {
  const key = apiKeyOf((name) => ctx.get(name));
  return key && !ctx.get('x-api-key') && isRepeated(ctx.req, 'authorization') ? REPEATED : key;
}

const REPEATED = 'several keys';

async function findCaller(ctx: Ctx, keyring: Keyring): Promise<Caller | null> {
  const apiKey = sentKey(ctx);
  if (!apiKey) return null;
  return keyring.remembered(apiKey) ?? (readApiKey(apiKey) ? await keyring.lookUp(apiKey) : null);
}

function hasOwnBucket(limit: AnyRoute['limit']): boolean {
  return limit !== undefined && 'insteadOfTenant' in ENDPOINT_LIMITS[limit];
}

/** @throws Failure `insufficient_scope` naming the missing scopes */
export function requireScopes({ scopes }: Pick<Caller, 'scopes'>, needed: readonly Scope[]): void {
  const lacking = needed.filter((scope) => !scopes.includes(scope));
  if (lacking.length === 0) return;
  const noun = lacking.length > 1 ? 'scopes' : 'scope';
  throw new Failure('insufficient_scope', { detail: `This key lacks the ${noun} ${lacking.join(' and ')}.` });
}

/** @throws Failure `insufficient_scope` if the key's scopes do not satisfy the endpoint's rule */
export function requireAuthority(caller: Pick<Caller, 'scopes'>, { scopes, match }: KeyAuth): void {
  if (match === 'every') return requireScopes(caller, scopes);
  if (scopes.some((scope) => caller.scopes.includes(scope))) return;
  throw new Failure('insufficient_scope', { detail: `This key lacks the scope ${scopes.join(' or ')}.` });
}

/** Formats scopes as text; null for open routes. Spaces separate required scopes (RFC 6749, 3.3), `|` alternatives. */
export function scopeText(auth: Auth): string | null {
  return auth.type === 'key' ? auth.scopes.join(auth.match === 'every' ? ' ' : '|') : null;
}
