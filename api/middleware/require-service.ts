import { Failure } from '../../contracts/failures';
import type { ApiDeps } from '../deps';
import type { Middleware } from '../state';

/** Services that an operator may leave off, by whether they are on. */
const ON = {
  webhooks: (deps: ApiDeps) => deps.webhooks !== null,
};

/** A service that a route may need. */
export type Service = keyof typeof ON;

/** Refuses every request while a service is off, whatever the body says (contract.md, Order of checks). */
export function requireService(service: Service, deps: ApiDeps): Middleware {
  return async (_ctx, next) => {
    if (!ON[service](deps)) throw new Failure('service_not_configured');
    await next();
  };
}
