import type { Logger } from 'pino';
import type { Middleware } from '../state';

/** Logs one line a request, without query, headers or bodies: nothing secret is ever among what is logged. */
export function logRequest(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      const { route, caller, requestId, startedAt } = ctx.state;
      log.info({
        requestId,
        method: ctx.method,
        endpoint: route ? route.path : null,
        status: ctx.status,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(caller && { accountId: caller.accountId, apiKeyId: caller.apiKeyId }),
      });
    }
  };
}
