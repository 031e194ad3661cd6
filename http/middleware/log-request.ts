import type { Logger } from 'pino';
import { loggedNetwork } from '../limits/client-address';
import type { ApiSettings } from '../settings';
import type { Middleware } from '../state';

/** Statuses whose lines say by a keyed hash which network was refused. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Logs one line per request with the ids of what it was about, without query, headers or bodies, which may contain
 * secrets.
 */
export function logRequest(log: Logger, settings: Pick<ApiSettings, 'logSecret'>): Middleware {
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
        ...(REFUSED.has(ctx.status) && { network: loggedNetwork(settings, ctx.state.address) }),
        ...(caller && { accountId: caller.accountId, apiKeyId: caller.apiKeyId }),
        ...subject,
      });
    }
  };
}
