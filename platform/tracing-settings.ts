import { str } from 'envalid';
import { url } from './settings';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Settings of traces, by OpenTelemetry's own names, which its SDK reads with all others of its own (opentelemetry.io). */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url({
    default: undefined,
    desc: 'Collector of traces, by OTLP over HTTP; nothing is traced without it',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: str({ default: undefined, desc: 'Headers for the collector, such as its key' }),
  OTEL_TRACES_SAMPLER: str({ choices: SAMPLERS, default: 'parentbased_always_on', desc: 'Which requests are traced' }),
  OTEL_TRACES_SAMPLER_ARG: str({ default: undefined, desc: 'Share of them from 0 to 1, for `…traceidratio`' }),
  OTEL_SERVICE_NAME: str({
    default: undefined,
    desc: 'Name of the process in traces; by default `noi-api` or `noi-worker`',
  }),
};
