import { setTimeout as sleep } from 'node:timers/promises';
import {
  context,
  propagation,
  trace,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Attributes,
  type HrTime,
  type SpanContext,
} from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { InjectedSinks, ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Logger } from 'pino';
import { watchOutage, type Outage } from '../base/log';
import { SPAN_ATTRIBUTES, subjectAttributes } from '../base/origin';
import { subjectOfWorkflow } from '../base/subjects';
import type { TraceSinks, WorkflowSpan } from '../base/trace-sinks';
import { parseTraceparent } from '../base/traceparent';

/** Starts tracing if the settings name a collector. Otherwise returns null, and calls to the tracing API do nothing. */
export async function startTracing(
  settings: { OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined },
  process: 'api' | 'worker',
  log: Logger,
): Promise<Tracing | null> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  return openTelemetry(`noi-${process}`, log);
}

export interface Tracing {
  /** Pass the trace to the workflows that a client starts. */
  clientInterceptors: WorkflowClientInterceptor[];
  /** Make each activity a child span of its workflow. */
  activityInterceptors: ActivityInterceptorsFactory[];
  /** Receive the spans of workflows. */
  sinks: InjectedSinks<TraceSinks>;
  /** Sends the remaining spans, for at most two seconds. */
  stop(): Promise<void>;
}

/** Drops the spans of workflows that were started with tracing. Without this sink, the SDK would log an error. */
export const NO_SPANS: InjectedSinks<TraceSinks> = { traces: { workflowEnded: { fn: () => undefined } } };

const LAST_SPANS_WITHIN_MS = 2_000;

/** Sends spans to the collector in batches, and drops refused spans. The tracing packages are loaded only here. */
async function openTelemetry(serviceName: string, log: Logger): Promise<Tracing> {
  const [sdk, { AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, otlp, resources, client, worker] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@temporalio/interceptors-opentelemetry/lib/client/index.js'),
      // oxlint-disable-next-line no-restricted-imports -- a part of a package, not our worker/
      import('@temporalio/interceptors-opentelemetry/lib/worker/index.js'),
    ]);
  const exporter = safeExporter(new otlp.OTLPTraceExporter(), watchOutage(log, 'the collector of traces'));
  const processor = new sdk.BatchSpanProcessor(exporter);
  const named = resources.resourceFromAttributes({ 'service.name': serviceName });
  const resource = resources
    .defaultResource()
    .merge(resources.detectResources({ detectors: [resources.envDetector] }))
    .merge(named);
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [processor] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    clientInterceptors: [new client.OpenTelemetryWorkflowClientInterceptor()],
    activityInterceptors: [(activity) => ({ inbound: new worker.OpenTelemetryActivityInboundInterceptor(activity) })],
    sinks: {
      traces: {
        workflowEnded: { fn: (_, span) => processor.onEnd(workflowSpan(span, resource)), callDuringReplay: false },
      },
    },
    stop: () => stopped(provider),
  };
}

async function stopped(provider: { shutdown(): Promise<void> }): Promise<void> {
  const clock = new AbortController();
  const late = sleep(LAST_SPANS_WITHIN_MS, undefined, { signal: clock.signal }).catch(() => undefined);
  await Promise.race([provider.shutdown().catch(() => undefined), late]);
  clock.abort();
  for (const api of [trace, context, propagation]) api.disable();
}

const MAX_VALUE = 200;

/**
 * Exports spans without secrets or customers' content: only attributes in `SPAN_ATTRIBUTES`, and only the type of each
 * error. If the collector fails, it only logs an outage.
 */
function safeExporter(exporter: SpanExporter, outage: Outage): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans.map(safeSpan), (result) => {
        if (result.code === ExportResultCode.SUCCESS) outage.answered();
        else outage.failed(result.error ?? new Error('the collector refused spans'));
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

function safeSpan(span: ReadableSpan): ReadableSpan {
  const failure = span.events.find(({ name }) => name === 'exception')?.attributes?.['exception.type'];
  return {
    ...span,
    // The spread above does not copy accessors.
    duration: span.duration,
    ended: span.ended,
    spanContext: () => span.spanContext(),
    status: { code: span.status.code },
    attributes: safeAttributes({ ...(failure !== undefined && { 'error.type': failure }), ...span.attributes }),
    events: [],
    links: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function safeAttributes(attributes: Attributes): Attributes {
  const safe = Object.entries(attributes).filter(([name]) => SPAN_ATTRIBUTES.has(name));
  return Object.fromEntries(
    safe.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MAX_VALUE) : value]),
  );
}

/** Finished span of a workflow. Its name has the form that the SDK's interceptors use. */
function workflowSpan(span: WorkflowSpan, resource: Resource): ReadableSpan {
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
