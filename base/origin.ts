import { AsyncLocalStorage } from 'node:async_hooks';
import { context, propagation, trace, TraceFlags } from '@opentelemetry/api';
import { SUBJECT_FIELDS, type Subject } from './subjects';

// Entered by workers only. The API's database handle carries the request id (`actingAs`), which costs a request nothing.
const requests = new AsyncLocalStorage<string>();

/** Runs work on behalf of a request that was answered earlier: what it enqueues and logs names that request. */
export function onBehalfOf<T>(requestId: string, work: () => T): T {
  return requests.run(requestId, work);
}

/** Id of the request on whose behalf the current work runs; null outside of {@link onBehalfOf}. */
export function currentRequestId(): string | null {
  return requests.getStore() ?? null;
}

/** W3C `traceparent` of a trace that continues later, in another process. */
export type Traceparent = string;

/** Context of the current span for a message that is delivered later; null if nothing is traced. */
export function currentTraceparent(): Traceparent | null {
  const span = trace.getSpanContext(context.active());
  if (!span || !trace.isSpanContextValid(span)) return null;
  return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & TraceFlags.SAMPLED}`;
}

/** Runs work as a part of the trace that a message carries; as it is without one. */
export function continueTrace<T>(traceparent: Traceparent | null | undefined, work: () => T): T {
  return traceparent ? context.with(propagation.extract(context.active(), { traceparent }), work) : work();
}

/** Trace id of the current span, for log lines; undefined if nothing is traced. */
export function currentTraceId(): string | undefined {
  return trace.getSpanContext(context.active())?.traceId;
}

/** Attributes of spans that leave the process; others are dropped (docs/decisions/tracing.md). */
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
  // Set by the SDK's interceptors: ids of executions of Temporal.
  'temporalWorkflowId',
  'temporalActivityId',
  'run_id',
]);

/** Attributes that name a subject: `runId` becomes `noi.run_id`. */
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
