import type { AnyRoute } from '../endpoint';
import { statusOf } from '../problem';
import type { Middleware } from '../state';
import type { UsageRecorder } from '../usage-recorder';
import { asFailure } from './answer-failures';

/** Counts every request with a valid key by endpoint and status, including refused ones. */
export function countUsage(usage: UsageRecorder, route: AnyRoute): Middleware {
  const name = `${route.method} ${route.path}`;
  return async (ctx, next) => {
    let status = 500;
    try {
      await next();
      ({ status } = ctx);
    } catch (error) {
      status = statusOf(route, asFailure(error).code);
      throw error;
    } finally {
      if (ctx.state.caller) usage.count(ctx.state.caller.apiKeyId, name, status);
    }
  };
}
