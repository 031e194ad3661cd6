import type { Attributes } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Outage } from '../../platform/log';
import { SPAN_ATTRIBUTES } from '../../platform/origin';

const MAX_VALUE = 200;

/**
 * Exports spans without anything that could hold a secret or a customer's text: attributes are those of
 * `SPAN_ATTRIBUTES`, messages and stacks of errors stay behind, their type remains. Failures of the collector are an
 * outage in the log and nothing else.
 */
export function safeExporter(exporter: SpanExporter, outage: Outage): SpanExporter {
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
    name: span.name,
    kind: span.kind,
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    ...(span.parentSpanContext && { parentSpanContext: span.parentSpanContext }),
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
