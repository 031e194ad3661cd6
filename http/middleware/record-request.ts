import { randomUUID } from 'node:crypto';
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { newId } from '../../base/ids';
import type { Metrics } from '../../base/observation/metrics';
import { subjectAttributes } from '../../base/origin';
import { plainText } from '../../base/plain-text';
import { SERVICE_VERSION } from '../../base/versions';
import { BRAND } from '../../modules/accounts/contract';
import type { AnyRoute } from '../endpoint';
import { clientAddress, loggedNetwork } from '../limits/client-address';
import { statusOf } from '../problem';
import type { ApiSettings } from '../settings';
import type { Middleware, Ctx } from '../state';
import type { UsageRecorder } from '../usage-recorder';
import { asFailure } from './answer-failures';

const noop = () => undefined;
const USABLE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * Assigns a request id (the client's own id if it is well-formed) and returns it in `X-Request-Id`, along with our
 * version. Determines the client address behind `trustedHops` proxies.
 */
export function identifyRequest(trustedHops: number): Middleware {
  return (ctx, next) => {
    const clientId = ctx.get('x-request-id');
    const requestId = USABLE_ID.test(clientId) ? clientId : randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.address = clientAddress(ctx.req, trustedHops);
    ctx.state.startedAt = performance.now();
    ctx.state.route = null;
    ctx.state.caller = null;
    ctx.state.subject = {};
    ctx.state.allowances = [];
    ctx.state.failureCode = null;
    ctx.state.limitedBy = null;
    ctx.state.trusted = false;
    ctx.state.releaseSlot = noop;
    ctx.res.setHeader('X-Request-Id', requestId);
    ctx.res.setHeader('Noi-Version', SERVICE_VERSION);
    return next() as Promise<void>;
  };
}

/** Health checks are not counted, logged or traced. */
const isProbe = ({ path }: Ctx) => path === '/health' || path.startsWith('/health/');

/** Statuses whose log lines include a keyed hash of the client's network. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 429]);

/** Logs one line per request with the ids it concerns. Omits query, headers and bodies, which may contain secrets. */
export function logRequest(log: Logger, settings: Pick<ApiSettings, 'logSecret'>): Middleware {
  return async (ctx, next) => {
    if (isProbe(ctx)) return next() as Promise<void>;
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

/** Route label for unmatched requests. If the label were the raw path, callers could create unlimited time series. */
const UNMATCHED = { method: 'other', path: 'unmatched' };

/** Counts requests, durations and limit refusals. Skips health checks, which can outnumber all other requests. */
export function measureRequests(metrics: Metrics): Middleware {
  return async (ctx, next) => {
    if (isProbe(ctx)) return next() as Promise<void>;
    metrics.add('noi_http_requests_in_flight', {}, 1);
    try {
      await next();
    } finally {
      const { route, startedAt, limitedBy } = ctx.state;
      const { method, path } = route ?? UNMATCHED;
      metrics.add('noi_http_requests_in_flight', {}, -1);
      metrics.add('noi_http_requests_total', { method, route: path, status: String(ctx.status) });
      // Not measured, because a client that waits for a change chooses the duration itself.
      if (!ctx.response.get('Preference-Applied') && !route?.relays) {
        const seconds = (performance.now() - startedAt) / 1_000;
        const status = `${Math.floor(ctx.status / 100)}xx`;
        metrics.observe('noi_http_request_duration_seconds', { method, route: path, status }, seconds);
      }
      if (limitedBy) metrics.add('noi_http_limited_total', { limit: limitedBy });
    }
  };
}

/**
 * Makes each request the root of a trace, named after its declared path. Ignores the caller's trace context: strangers
 * must not control sampling or write into our traces. Health checks are not traced.
 */
export function traceRequest(): Middleware {
  const tracer = trace.getTracer('noi-http');
  return async (ctx, next) => {
    if (isProbe(ctx)) return next() as Promise<void>;
    const span = tracer.startSpan(ctx.method, { kind: SpanKind.SERVER }, ROOT_CONTEXT);
    try {
      await context.with(trace.setSpan(ROOT_CONTEXT, span), next);
    } finally {
      describe(span, ctx);
      span.end();
    }
  };
}

function describe(span: Span, ctx: Ctx): void {
  const { route, caller, requestId, subject } = ctx.state;
  if (route) span.updateName(`${ctx.method} ${route.path}`);
  span.setAttributes({
    'http.request.method': ctx.method,
    ...(route && { 'http.route': route.path }),
    'http.response.status_code': ctx.status,
    'noi.request_id': requestId,
    ...(caller && { 'noi.account_id': caller.accountId }),
    ...subjectAttributes(subject),
  });
  if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Maximum length of a logged path or User-Agent. */
const MOST_CHARACTERS = 200;
/** Masks keys that callers put into a path by mistake. */
const KEYS = new RegExp(`(${BRAND}_(?:live|test)_)[0-9A-Za-z]+`, 'g');

/**
 * Adds each request with a valid key, and its outcome, to the account's request log. Omits the query, bodies and all
 * headers except User-Agent, and masks keys.
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

// False for pages. Unknown paths below /v1 are logged, because callers look for such mistakes in the log.
function isOfApi({ state: { route }, path }: Ctx): boolean {
  return route ? route.responses !== null : path.startsWith('/v1/');
}

function shown(text: string): string {
  return plainText(text).replaceAll(KEYS, '$1…').slice(0, MOST_CHARACTERS).toWellFormed();
}

/** Counts every request with a valid key by endpoint and status, even if it was rejected. */
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
