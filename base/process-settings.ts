import { EnvError, makeValidator, str } from 'envalid';
import { url } from './settings';

const hostAndPort = makeValidator<string>((value) => {
  if (/^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i.test(value)) return value;
  throw new EnvError('must be host:port, such as temporal:7233');
});

/** The names follow Temporal's environment configuration (docs.temporal.io/develop/environment-configuration). */
export const temporalSettings = {
  TEMPORAL_ADDRESS: hostAndPort({
    default: undefined,
    desc: 'host:port of Temporal; required with an https PUBLIC_URL, otherwise 127.0.0.1:7233',
  }),
  TEMPORAL_NAMESPACE: str({ default: undefined, desc: 'Temporal namespace; `default` if unset' }),
  TEMPORAL_API_KEY: str({ default: undefined, desc: 'API key of a hosted Temporal; turns on TLS' }),
  TEMPORAL_TLS: str({ choices: ['true', 'false'], default: undefined, desc: 'Use TLS' }),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: str({ default: undefined, desc: 'CA of the server, unless public' }),
  TEMPORAL_TLS_SERVER_NAME: str({ default: undefined, desc: 'Name in the server certificate' }),
  TEMPORAL_TLS_CLIENT_CERT_PATH: str({ default: undefined, desc: 'Client certificate (mTLS)' }),
  TEMPORAL_TLS_CLIENT_KEY_PATH: str({ default: undefined, desc: 'Client private key (mTLS)' }),
};

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Tracing settings. The OpenTelemetry SDK reads these variables and others (opentelemetry.io). */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url({
    default: undefined,
    desc: 'Trace collector (OTLP over HTTP)',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: str({ default: undefined, desc: 'Headers for the collector, such as its key' }),
  OTEL_TRACES_SAMPLER: str({ choices: SAMPLERS, default: 'parentbased_always_on', desc: 'Which requests to trace' }),
  OTEL_TRACES_SAMPLER_ARG: str({
    default: undefined,
    desc: 'Share of requests to trace, from 0 to 1, for the `traceidratio` samplers',
  }),
};

/**
 * Start options that keep a worker's memory use low and stable: V8 collects early and glibc returns freed memory. All
 * of these options are needed together (docs/decisions/speed.md).
 */
export const WORKER_START = {
  /** Options for the node command. NODE_OPTIONS accepts only the first one, and V8 cannot change them at run time. */
  options: ['--max-semi-space-size=2', '--heap-growing-percent=40'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' },
};
