import type { Logger } from 'pino';
import { openTelemetry } from './open-telemetry';
import type { Tracing } from './tracing';

/**
 * Starts tracing if the settings name a collector; else returns null, and the calls of OpenTelemetry's API that are left
 * in the code do nothing.
 */
export async function startTracing(
  settings: { OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined; OTEL_SERVICE_NAME: string | undefined },
  process: 'api' | 'worker',
  log: Logger,
): Promise<Tracing | null> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  return openTelemetry(settings.OTEL_SERVICE_NAME ?? `noi-${process}`, log);
}
