import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Metrics } from '../base/observation/metrics';

/** Result of a request to a provider, grouped by what we can do about it. */
type CallOutcome =
  | 'ok'
  | 'rejected'
  | 'not_found'
  | 'key_refused'
  | 'rate_limited'
  | 'unavailable'
  /** The connection broke, or no response came in time. */
  | 'no_answer'
  /** We canceled it ourselves. */
  | 'canceled';

export interface ProviderCall {
  provider: 'agents' | 'payments' | 'mail';
  /** Method and path without ids, such as `GET /v1/refunds/{id}`. This keeps the number of operations small. */
  operation: string;
  outcome: CallOutcome;
  /** Time to the response headers. */
  seconds: number;
}

/** Called for each request to a provider, including retries, when its headers arrive or the request fails. */
export type OnCall = (call: ProviderCall) => void;

/** A provider counts as down after at least this many consecutive failed requests over more than this time. */
const OUTAGE = { calls: 5, ms: 15 * 60_000 };

/**
 * Counts requests to providers and their durations. Remembers providers that do not respond, and refused keys until the
 * same operation succeeds. The agent provider is an exception: a refused key there stops the work (`agent-stopped`).
 */
export function watchCalls(metrics: Metrics, now: () => number = () => performance.now()) {
  const refused = new Map<string, { provider: string; words: string }>();
  const silent = new Map<string, { since: number; calls: number }>();
  const onCall: OnCall = ({ provider, operation, outcome, seconds }) => {
    metrics.add('noi_provider_requests_total', { provider, operation, outcome });
    metrics.observe('noi_provider_request_duration_seconds', { provider, operation }, seconds);
    const words = `it refuses our key for ${operation}`;
    if (outcome === 'ok') refused.delete(`${provider} ${operation}`);
    if (outcome === 'key_refused' && provider !== 'agents')
      refused.set(`${provider} ${operation}`, { provider, words });
    if (outcome === 'no_answer' || outcome === 'unavailable') {
      const { since, calls } = silent.get(provider) ?? { since: now(), calls: 0 };
      silent.set(provider, { since, calls: calls + 1 });
    } else if (outcome !== 'canceled') silent.delete(provider);
  };
  const away = () =>
    [...silent].find(([, { since, calls }]) => calls >= OUTAGE.calls && now() - since > OUTAGE.ms)?.[0];
  return {
    onCall,
    /** Facts about a failing provider; null while all providers respond and accept our keys. */
    failingProvider(): { provider: string; words: string } | null {
      const [first] = refused.values();
      const provider = away();
      return first ?? (provider ? { provider, words: 'no answer to several requests in a row' } : null);
    },
  };
}

/** Matches the fixed segments of the providers' paths. Every other segment is an id. */
const WORD = /^([a-z_]{1,40}|v\d)$/;

/** Operation of a request: its method and path, without query and ids. */
export function operationOf(method: string, path: string): string {
  const segments = path.split('?', 1)[0]!.split('/');
  return `${method} ${segments.map((part) => (part === '' || WORD.test(part) ? part : '{id}')).join('/')}`;
}

export function outcomeOf(status: number): CallOutcome {
  if (status < 400) return 'ok';
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status === 408 || status >= 500 ? 'unavailable' : 'rejected';
}

/** Converts a Retry-After header, in seconds or as an HTTP date, to milliseconds. Null without a header. */
export function retryAfterMs(header: string | null | undefined): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : null;
}

/** Sends a request, reports it and records a span; `statusOf` reads the status of its response. */
export async function measured<T>(
  onCall: OnCall,
  request: Pick<ProviderCall, 'provider'> & { method: string; path: string },
  send: () => Promise<T>,
  statusOf: (answer: T) => number,
  isCanceled: (error: unknown) => boolean = () => false,
): Promise<T> {
  const operation = operationOf(request.method, request.path);
  const begunAt = performance.now();
  const endSpan = beginSpan(request.provider, operation);
  const report = (outcome: CallOutcome) => {
    onCall({ provider: request.provider, operation, outcome, seconds: (performance.now() - begunAt) / 1_000 });
    endSpan(outcome);
  };
  try {
    const answer = await send();
    report(outcomeOf(statusOf(answer)));
    return answer;
  } catch (error) {
    report(isCanceled(error) ? 'canceled' : 'no_answer');
    throw error;
  }
}

// Starts a span only within another span, because requests of a sweep belong to no trace. Providers get no trace ids.
function beginSpan(provider: ProviderCall['provider'], operation: string): (outcome: CallOutcome) => void {
  if (!trace.getActiveSpan()) return () => undefined;
  const attributes = { 'noi.provider': provider, 'noi.operation': operation };
  const span = trace.getTracer('noi-providers').startSpan(operation, { kind: SpanKind.CLIENT, attributes });
  return (outcome) => {
    span.setAttribute('noi.outcome', outcome);
    if (outcome !== 'ok' && outcome !== 'canceled') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
}
