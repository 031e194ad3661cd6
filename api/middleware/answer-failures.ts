import type { Logger } from 'pino';
import { Failure } from '../../contracts/failures';
import { isDatabaseUnavailable } from '../../prisma/client';
import { rateLimitHeaders } from '../limits/limiters';
import { statusOf, type Reply } from '../endpoint';
import { failurePage, wrongForm } from '../pages/failure-page';
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
      if (forReader(ctx)) showFailure(ctx, failure);
    }
    if (ctx.state.allowances.length > 0) ctx.set(rateLimitHeaders(ctx.state.allowances));
  };
}

function answer(ctx: Ctx, failure: Failure, publicUrl: string): void {
  const { requestId, route } = ctx.state;
  const problem = toProblem(failure, { publicUrl, path: ctx.path, requestId, route });
  if (problem.status === 401 && route?.bareUnauthorized) {
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

/** Whether a person reads this answer: pages always, what may be called by both by its Accept header. */
function forReader(ctx: Ctx): boolean {
  const { route } = ctx.state;
  if (route?.failsAs === 'page') return true;
  const byAccept = route ? route.failsAs === 'negotiated' : !/^\/(v1|openapi|health|webhooks)\//.test(ctx.path);
  return byAccept && ctx.get('accept').includes('text/html');
}

function showFailure(ctx: Ctx, failure: Failure): void {
  const { status, headers, body, type } = formAgain(ctx, failure) ?? failurePage(failure, ctx.state.requestId);
  ctx.status = status;
  ctx.set(headers as Record<string, string>);
  ctx.type = type!;
  ctx.body = body;
}

// A form that was read is shown again with what stood in it; what was refused before that gets a page of its own.
function formAgain(ctx: Ctx, failure: Failure): Reply | null {
  const { route } = ctx.state;
  const body: unknown = ctx.request.body;
  if (!route?.formAgain || typeof body !== 'object' || body === null) return null;
  const texts = Object.entries(body).filter((field): field is [string, string] => typeof field[1] === 'string');
  return route.formAgain(Object.fromEntries(texts), wrongForm(failure), statusOf(route, failure.code));
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isDatabaseUnavailable(error)) {
    return new Failure('service_unavailable', { retryAfterSeconds: 2, cause: error });
  }
  return new Failure('internal_error', { cause: error });
}
