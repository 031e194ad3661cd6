import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { watchOutage } from '../../platform/log';
import { safeExporter } from './safe-exporter';
import type { Tracing } from './tracing';
import { workflowSpan } from './workflow-span';

const LAST_SPANS_WITHIN_MS = 2_000;

/**
 * Sends spans to the collector that OpenTelemetry's own environment variables name, in batches; what it does not take is
 * dropped. Loads the packages, which a process that is not traced never does.
 */
export async function openTelemetry(serviceName: string, log: Logger): Promise<Tracing> {
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
