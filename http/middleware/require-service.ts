import { Failure } from '../../contracts/failures';
import type { ApiDeps } from '../deps';
import { SERVICES, type Service } from '../services';
import type { Middleware } from '../state';

/** Refuses requests to a route whose service is not configured, before the body is read. */
export function requireService(needs: Service, deps: ApiDeps): Middleware {
  return async (ctx, next) => {
    if (!SERVICES[needs](deps, ctx.state.caller)) throw new Failure('service_not_configured');
    await next();
  };
}
