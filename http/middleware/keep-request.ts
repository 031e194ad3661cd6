import { BRAND } from '../../contracts/api-key';
import { newId } from '../../contracts/ids';
import { SERVICE_VERSION } from '../../contracts/versions';
import { plainText } from '../../platform/plain-text';
import type { Ctx, Middleware } from '../state';
import type { UsageRecorder } from '../usage-recorder';

/** Most characters of a path, and of what a program calls itself. */
const MOST_CHARACTERS = 200;
/** What looks like a key, by a mistake of the caller. */
const KEYS = new RegExp(`(${BRAND}_(?:live|test)_)[0-9A-Za-z]+`, 'g');

/**
 * Puts each request with a valid key into the log of its account, with the answer that the caller got: without query,
 * headers (but for the program's name) and bodies, and without what looks like a key.
 */
export function keepRequest(usage: UsageRecorder): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      const { caller, route, requestId, failureCode, startedAt } = ctx.state;
      if (caller && isOfApi(ctx)) {
        usage.log({
          id: newId('req'),
          accountId: caller.accountId,
          mode: caller.mode,
          apiKeyId: caller.apiKeyId,
          requestId,
          method: ctx.method,
          endpoint: route?.path ?? null,
          path: shown(ctx.path),
          status: ctx.status,
          code: failureCode,
          durationMs: Math.round(performance.now() - startedAt),
          serviceVersion: SERVICE_VERSION,
          userAgent: shown(ctx.get('user-agent')) || null,
          at: new Date(),
        });
      }
    }
  };
}

// Pages are no calls; a path below /v1 that is none is a mistake that its caller looks for.
function isOfApi({ state: { route }, path }: Ctx): boolean {
  return route ? route.responses !== null : path.startsWith('/v1/');
}

function shown(text: string): string {
  return plainText(text).replaceAll(KEYS, '$1…').slice(0, MOST_CHARACTERS).toWellFormed();
}
