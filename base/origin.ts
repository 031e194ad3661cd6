import { AsyncLocalStorage } from 'node:async_hooks';
import { context, propagation, trace, TraceFlags } from '@opentelemetry/api';
import { SUBJECT_FIELDS, type Subject } from './subjects';

// Only workers set this. In the API, the database handle carries the request id (`actingAs`) at no extra cost.
const requests = new AsyncLocalStorage<string>();

/** Runs work that an earlier request caused, so that outbox messages and log lines name that request. */
export function onBehalfOf<T>(requestId: string, work: () => T): T {
  return requests.run(requestId, work);
}

/** Id of the request on whose behalf the current code runs; null outside {@link onBehalfOf}. */
export function currentRequestId(): string | null {
  return requests.getStore() ?? null;
}

/** W3C `traceparent` of a trace that continues later in another process. */
export type Traceparent = string;

/** Trace context of the current span for a message that is delivered later; null without a trace. */
export function currentTraceparent(): Traceparent | null {
  const span = trace.getSpanContext(context.active());
  if (!span || !trace.isSpanContextValid(span)) return null;
  return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & TraceFlags.SAMPLED}`;
}

/** Runs work inside the trace that a message carries. Without a `traceparent`, runs it in the current context. */
export function continueTrace<T>(traceparent: Traceparent | null | undefined, work: () => T): T {
  return traceparent ? context.with(propagation.extract(context.active(), { traceparent }), work) : work();
}

/** Trace id of the current span, for log lines; undefined without a trace. */
export function currentTraceId(): string | undefined {
  return trace.getSpanContext(context.active())?.traceId;
}

/** Span attributes that may leave the process; all others are dropped (docs/decisions/tracing.md). */
export const SPAN_ATTRIBUTES: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'error.type',
  'noi.request_id',
  'noi.account_id',
  'noi.provider',
  'noi.operation',
  'noi.outcome',
  ...SUBJECT_FIELDS.map(attributeOf),
  // Ids of Temporal executions, set by the SDK's interceptors.
  'temporalWorkflowId',
  'temporalActivityId',
  'run_id',
]);

/** Span attributes for the ids of a subject: `runId` becomes `noi.run_id`. */
export function subjectAttributes(subject: Subject): Record<string, string> {
  const named = SUBJECT_FIELDS.flatMap((field) => {
    const id = subject[field];
    return id ? [[attributeOf(field), id] as const] : [];
  });
  return Object.fromEntries(named);
}

function attributeOf(field: string): string {
  return `noi.${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
