import Anthropic from '@anthropic-ai/sdk';
import { measured, type OnCall } from '../measured-calls';

const PROVIDER_URL = 'https://api.anthropic.com';
/** Timeout for the headers of a response. */
export const REQUEST_TIMEOUT_MS = 30_000;
const TIMER_SLACK_MS = 20;

/** How the vendor is reached: settings of `platform/agent-settings.ts`. */
export interface VendorSettings {
  ANTHROPIC_API_KEY: string;
  /** Address of the provider; in the embedded default that of the stand-in. */
  ANTHROPIC_BASE_URL?: string | undefined;
}

/** Client of the vendor that retries nothing, logs nothing and sends no trace. Nothing is sent before the first call. */
export function vendorClient(
  settings: VendorSettings,
  options: { requestTimeoutMs?: number; onCall?: OnCall },
): Anthropic {
  const { onCall, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  return new Anthropic({
    apiKey: settings.ANTHROPIC_API_KEY,
    baseURL: settings.ANTHROPIC_BASE_URL || PROVIDER_URL,
    timeout: requestTimeoutMs,
    // The activity retries instead: it waits durably, honours Retry-After, and looks for a session before creating one.
    maxRetries: 0,
    // The SDK would log events that it cannot parse, which quote customers.
    logLevel: 'off',
    // By default it sends our trace context with each request once a process is traced.
    openTelemetry: { traces: false, propagation: false },
    ...(onCall && { fetch: measuredFetch(onCall, requestTimeoutMs) }),
  });
}

/**
 * Node's fetch, reporting each request. The client aborts alike for a timeout and for its caller: the elapsed time
 * decides.
 */
function measuredFetch(onCall: OnCall, timeoutMs: number): typeof fetch {
  return (input, init) => {
    const begunAt = performance.now();
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const isCanceled = (error: unknown) =>
      (error as Error).name === 'AbortError' && performance.now() - begunAt < timeoutMs - TIMER_SLACK_MS;
    const request = { provider: 'agents' as const, method: init?.method ?? 'GET', path: pathname };
    return measured(
      onCall,
      request,
      () => fetch(input, init),
      ({ status }) => status,
      isCanceled,
    );
  };
}
