import type { Logger } from 'pino';
import type { Middleware } from '../state';

/**
 * Logs one line per request with the ids of what it was about, without query, headers or bodies, which may contain
 * secrets.
 */
export function logRequest(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      const { route, caller, subject, requestId, startedAt } = ctx.state;
      log.info({
        requestId,
        method: ctx.method,
        endpoint: route ? route.path : null,
        status: ctx.status,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(caller && { accountId: caller.accountId, apiKeyId: caller.apiKeyId }),
        ...subject,
      });
    }
  };
}
