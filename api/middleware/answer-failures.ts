import type { Logger } from 'pino';
import { Failure } from '../../contracts/failures';
import { isDatabaseUnavailable } from '../../prisma/client';
import { rateLimitHeaders } from '../limits/limiters';
import { toProblem } from '../problem';
import type { Ctx, Middleware } from '../state';

/**
 * Turns whatever is thrown into Problem Details, in one place. What is not a {@link Failure} is a 500 that tells its
 * request id and nothing else; the log has the rest.
 */
export function answerFailures(publicUrl: string, log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code === 'internal_error' || failure.code === 'service_unavailable') {
        log.error({ err: error, requestId: ctx.state.requestId }, failure.code);
      }
      answer(ctx, failure, publicUrl);
    }
    if (ctx.state.allowances.length > 0) ctx.set(rateLimitHeaders(ctx.state.allowances));
  };
}

function answer(ctx: Ctx, failure: Failure, publicUrl: string): void {
  const problem = toProblem(failure, { publicUrl, path: ctx.path, requestId: ctx.state.requestId });
  if (problem.status === 401 && ctx.state.endpoint?.bareUnauthorized) {
    ctx.body = null;
  } else {
    ctx.body = JSON.stringify(problem);
    ctx.type = 'application/problem+json';
  }
  ctx.status = problem.status;
  ctx.set('Cache-Control', 'no-store');
  ctx.set({ ...failure.public.headers });
  if (problem.status === 401) ctx.set('WWW-Authenticate', 'ApiKey realm="noi"');
  if (problem.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(problem.retryAfterSeconds));
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isDatabaseUnavailable(error)) {
    return new Failure('service_unavailable', { retryAfterSeconds: 2, cause: error });
  }
  return new Failure('internal_error', { cause: error });
}
