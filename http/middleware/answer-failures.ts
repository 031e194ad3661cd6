import type { Logger } from 'pino';
import { Failure, FAILURES } from '../../base/failures';
import type { Outage } from '../../base/log';
import { isDatabaseUnavailable } from '../../prisma/connection';
import type { ApiDeps } from '../deps';
import type { AnyRoute, Reply } from '../endpoint';
import { setRateLimitHeaders } from '../limits/limiters';
import { problemJson, toProblem } from '../problem';
import { prefersPage } from '../request-headers';
import type { Ctx, Middleware } from '../state';
import { isLate } from './answer-in-time';
import { showPlatform } from './limit-requests';

/** WWW-Authenticate challenge that asks for `X-Api-Key`. */
const API_KEY = 'ApiKey realm="noi"';

/** Page for a failure. `again` is the link to retry. */
export type FailurePage = (failure: Failure, requestId: string, again: RetryLink) => Reply;

/** Link to retry: the URL that failed, or the page of the form that failed. */
export interface RetryLink {
  href: string;
  isForm: boolean;
}

/**
 * Turns thrown errors into Problem Details or a page. Errors other than {@link Failure} become a 500 that reveals only
 * the request id; the log has the details. A database outage is logged once, not for every request. Sets rate limit
 * headers for the limits counted so far, or for the platform limit if none was counted.
 */
export function answerFailures(
  { settings, log, limiters }: Pick<ApiDeps, 'settings' | 'log' | 'limiters'>,
  database: Outage,
  routes: readonly AnyRoute[],
  failurePage: FailurePage,
): Middleware {
  const programSegments = programPaths(routes);
  const againAt = retryLinks(routes);
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const failure = asFailure(error);
      Object.assign(ctx.state.subject, failure.public.subject);
      if (isDatabaseUnavailable(error)) database.failed(error);
      else if (isLate(failure)) log.warn({ requestId: ctx.state.requestId }, 'answered 503 instead of waiting longer');
      else logFailure(log, ctx, failure, error);
      answer(ctx, failure, settings.publicUrl);
      if (isForPerson(ctx, programSegments))
        await showFailure(ctx, { failure, log }, () => failurePage(failure, ctx.state.requestId, againAt(ctx)));
    }
    // No limit has counted the request yet: it was shed, or its key lookup timed out.
    if (ctx.state.allowances.length === 0) await showPlatform(ctx, limiters);
    setRateLimitHeaders(ctx.res, ctx.state.allowances);
  };
}

/** Logs failures that the caller did not cause: provider errors with their message, our own errors with their stack. */
function logFailure(log: Logger, { state }: Ctx, failure: Failure, error: unknown): void {
  const facts = { requestId: state.requestId, ...state.subject };
  const { cause } = failure.public;
  if (failure.code === 'internal_error') log.error({ ...facts, err: error }, failure.code);
  else if (cause instanceof Error && FAILURES[failure.code].status >= 500) {
    log.error({ ...facts, cause: cause.message, causeType: cause.name }, failure.code);
  }
}

function answer(ctx: Ctx, failure: Failure, publicUrl: string): void {
  const { requestId, route } = ctx.state;
  ctx.state.failureCode = failure.code;
  ctx.state.limitedBy = failure.public.limitName ?? null;
  const problem = toProblem(failure, { publicUrl, path: ctx.path, requestId, route });
  if (problem.status === 401 && route?.bareUnauthorized) {
    ctx.body = null;
  } else {
    ctx.body = problemJson(problem);
    ctx.type = 'application/problem+json';
  }
  ctx.status = problem.status;
  ctx.set('Cache-Control', 'no-store');
  ctx.set({ ...failure.public.headers });
  if (problem.status === 401) ctx.set('WWW-Authenticate', route?.mcp ? `Bearer realm="noi", ${API_KEY}` : API_KEY);
  if (problem.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(problem.retryAfterSeconds));
}

/** True if a person will read the response: always on pages, and depending on Accept on negotiated routes. */
function isForPerson(ctx: Ctx, programSegments: ReadonlySet<string>): boolean {
  const { route } = ctx.state;
  if (route?.failsAs === 'page') return true;
  const byAccept = route ? route.failsAs === 'negotiated' : !programSegments.has(firstSegment(ctx.path));
  return byAccept && prefersPage(ctx.get('accept'));
}

/** First path segments that only programs use. Unknown paths below them get Problem Details instead of a page. */
function programPaths(routes: readonly AnyRoute[]): ReadonlySet<string> {
  const pages = new Set(routes.filter(({ failsAs }) => failsAs === 'page').map(({ path }) => firstSegment(path)));
  const programs = routes
    .filter(({ failsAs = 'problem' }) => failsAs === 'problem')
    .map(({ path }) => firstSegment(path));
  return new Set(programs.filter((segment) => !pages.has(segment)));
}

function firstSegment(path: string): string {
  return path.split('/', 2)[1]!;
}

/** Path on this site. Browsers treat a leading double slash or backslash as the start of another host. */
const OWN_ADDRESS = /^\/(?![/\\])/;

/** Finds the retry link: the same URL or, for a form, its page, the page of its section or the home page. */
function retryLinks(routes: readonly AnyRoute[]): (ctx: Ctx) => RetryLink {
  const pages = new Set(
    routes.filter((route) => route.failsAs === 'page' && route.method === 'GET').map(({ path }) => path),
  );
  return ({ method, path, url }) => {
    if (method === 'GET' || method === 'HEAD') return { href: OWN_ADDRESS.test(url) ? url : '/', isForm: false };
    const href = [path, `/${firstSegment(path)}`].find((each) => pages.has(each)) ?? '/';
    return { href, isForm: true };
  };
}

async function showFailure(
  ctx: Ctx,
  { failure, log }: { failure: Failure; log: Logger },
  failurePage: () => Reply,
): Promise<void> {
  const again = await redisplayForm(ctx, failure, log);
  const { headers, body, type, status } = again ?? failurePage();
  ctx.body = body ?? null;
  ctx.status = status;
  ctx.set({ ...(headers as Record<string, string>), ...failure.public.headers });
  if (type) ctx.type = type;
}

/** Shows the form again if its body was read. Null if that is not possible, for example while the database is down. */
async function redisplayForm(
  { state: { route, form, requestId } }: Ctx,
  failure: Failure,
  log: Logger,
): Promise<Reply | null> {
  try {
    return (form && (await route?.redisplayForm?.(form, failure))) ?? null;
  } catch (error) {
    if (asFailure(error).code === 'internal_error')
      log.error({ requestId, err: error }, 'the form could not be shown again');
    return null;
  }
}

/** Converts any error to a failure: 503 while the database is unavailable, 500 if unexpected. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isDatabaseUnavailable(error)) {
    return new Failure('service_unavailable', { retryAfterSeconds: 2, cause: error });
  }
  return new Failure('internal_error', { cause: error });
}
