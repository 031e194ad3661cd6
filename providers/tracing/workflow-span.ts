import { SpanKind, SpanStatusCode, TraceFlags, type HrTime, type SpanContext } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { subjectOfWorkflow } from '../../contracts/subjects';
import type { WorkflowSpan } from '../../contracts/trace-sinks';
import { parseTraceparent } from '../../domain/traceparent';
import { subjectAttributes } from '../../platform/origin';

/** Ended span of a workflow, named as the SDK's own interceptors do. */
export function workflowSpan(span: WorkflowSpan, resource: Resource): ReadableSpan {
  const own = contextOf(span.traceparent);
  return {
    name: `RunWorkflow:${span.workflowType}`,
    kind: SpanKind.INTERNAL,
    spanContext: () => own,
    parentSpanContext: contextOf(span.parent),
    startTime: timeOf(span.startedAtMs),
    endTime: timeOf(span.endedAtMs),
    duration: timeOf(span.endedAtMs - span.startedAtMs),
    ended: true,
    status: { code: span.failed ? SpanStatusCode.ERROR : SpanStatusCode.OK },
    attributes: { temporalWorkflowId: span.workflowId, ...subjectAttributes(subjectOfWorkflow(span.workflowId)) },
    events: [],
    links: [],
    resource,
    instrumentationScope: { name: 'noi-workflows' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function contextOf(traceparent: string): SpanContext {
  const { traceId, spanId, sampled } = parseTraceparent(traceparent)!;
  return { traceId, spanId, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

function timeOf(ms: number): HrTime {
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];
}
