import { Failure } from '../../contracts/failures';
import type { ApiDeps } from '../deps';
import type { AnyRoute } from '../endpoint';
import type { Middleware } from '../state';

/** Fails closed where what a route works on is not configured, before the body is looked at. */
export function requireService(needs: NonNullable<AnyRoute['needs']>, deps: ApiDeps): Middleware {
  return async (ctx, next) => {
    if (!needs(deps, ctx.state.caller)) throw new Failure('service_not_configured');
    await next();
  };
}
