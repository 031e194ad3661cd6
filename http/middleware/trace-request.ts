import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import { subjectAttributes } from '../../platform/origin';
import type { Ctx, Middleware } from '../state';

/**
 * Makes each request the root of a trace, named by its declared path. The caller's own trace context is ignored: a
 * stranger must not decide what is sampled, nor write into our traces. Health checks are not traced.
 */
export function traceRequest(): Middleware {
  const tracer = trace.getTracer('noi-http');
  return async (ctx, next) => {
    if (ctx.path.startsWith('/health')) {
      await next();
      return;
    }
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
