import { Failure } from '../../contracts/failures';
import { statusOf, type AnyRoute } from '../endpoint';
import type { Middleware } from '../state';
import type { UsageRecorder } from '../usage-recorder';

/** Counts every request of a key by endpoint and status, refused ones too. */
export function countUsage(usage: UsageRecorder, route: AnyRoute): Middleware {
  const name = `${route.method} ${route.path}`;
  return async (ctx, next) => {
    try {
      await next();
      usage.count(ctx.state.caller!.apiKeyId, name, ctx.status);
    } catch (error) {
      usage.count(ctx.state.caller!.apiKeyId, name, error instanceof Failure ? statusOf(route, error.code) : 500);
      throw error;
    }
  };
}
