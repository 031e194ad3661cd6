import { readApiKey } from '../../contracts/api-key';
import { Failure } from '../../contracts/failures';
import type { KeyAuth } from '../endpoint';
import type { Keyring } from '../keyring';
import type { Limiters } from '../limits/limiters';
import type { Middleware } from '../state';
import { checkAddress, countAddress } from './limit-requests';

/**
 * Finds the caller behind `X-Api-Key`. Failures count against the address; a key that this process knows is not held
 * up by what others do behind the same address.
 *
 * Comparing in constant time: the key is looked up by its SHA-512, so timing tells nothing of the key itself.
 */
export function authenticate(keyring: Keyring, limiters: Limiters): Middleware {
  return async (ctx, next) => {
    const apiKey = ctx.get('x-api-key');
    let caller = apiKey ? keyring.remembered(apiKey) : null;
    if (!caller) {
      await checkAddress(ctx, limiters);
      caller = readApiKey(apiKey) ? await keyring.lookUp(apiKey) : null;
    }
    if (!caller) {
      await countAddress(ctx, limiters);
      throw new Failure(apiKey ? 'invalid_api_key' : 'missing_api_key');
    }
    ctx.state.caller = caller;
    await next();
  };
}

/** Refuses a key that lacks the endpoint's scope, then one of the wrong mode. */
export function authorize({ scope, live }: KeyAuth): Middleware {
  return async (ctx, next) => {
    const caller = ctx.state.caller!;
    if (!caller.scopes.includes(scope)) {
      throw new Failure('insufficient_scope', { detail: `This key lacks the scope ${scope}.` });
    }
    if (live && caller.mode !== 'live') throw new Failure('live_key_required');
    await next();
  };
}
