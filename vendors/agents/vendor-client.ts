import Anthropic from '@anthropic-ai/sdk';
import { APIConnectionError, APIError, APIUserAbortError } from '@anthropic-ai/sdk';
import { vendorMessage } from '../../base/plain-text';
import { AgentsError } from '../../modules/findings/contract/agents';
import { measured, retryAfterMs, type OnCall } from '../measured-calls';

const PROVIDER_URL = 'https://api.anthropic.com';
export const REQUEST_TIMEOUT_MS = 30_000;
const TIMER_SLACK_MS = 20;

export interface VendorSettings {
  ANTHROPIC_API_KEY: string;
  /** Base URL of the provider or the stand-in. */
  ANTHROPIC_BASE_URL?: string | undefined;
}

/** Creates a client for the vendor, without retries, logs or traces. Sends nothing before the first call. */
export function vendorClient(
  settings: VendorSettings,
  options: { requestTimeoutMs?: number; onCall?: OnCall },
): Anthropic {
  const { onCall, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  return new Anthropic({
    apiKey: settings.ANTHROPIC_API_KEY,
    baseURL: settings.ANTHROPIC_BASE_URL || PROVIDER_URL,
    timeout: requestTimeoutMs,
    // Activities retry instead. They wait durably, honor Retry-After, and first look for an existing session.
    maxRetries: 0,
    // The SDK would log events that it cannot parse. Those events quote customers.
    logLevel: 'off',
    // By default the SDK sends our trace context with each request of a traced process.
    openTelemetry: { traces: false, propagation: false },
    ...(onCall && { fetch: measuredFetch(onCall, requestTimeoutMs) }),
  });
}

/** Node's fetch that reports each request. Only the elapsed time distinguishes timeouts from cancellations. */
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

/** Code of the 429 for the monthly spend limit. A retry does not help (platform.claude.com/docs/en/api/errors). */
const SPEND_LIMIT = 'enforced_spend_limit_reached';
/** We match the message, because operator-set limits and exhausted credit return a 400 without a code. */
const SPENT = /^You have reached your specified (?:workspace )?API usage limits|credit balance is too low/i;

/** Wait after a 429 without Retry-After. */
const DEFAULT_RETRY_AFTER_MS = 5_000;

/** Translates an SDK error. Returns other errors unchanged. A 404 in scope `session` means that the session is lost. */
export function toAgentsError(error: unknown, scope: 'session' | 'other'): unknown {
  if (isBrokenTransfer(error))
    return new AgentsError('unavailable', 'Agent provider: the answer broke off', null, { cause: error });
  if (!(error instanceof APIError) || error instanceof APIUserAbortError) return error;
  const message = `Agent provider: ${error.status ?? 'no answer'} ${error.type ?? error.name}${note(error)}`;
  const as = (kind: AgentsError['kind'], waitMs: number | null = null) =>
    new AgentsError(kind, message, waitMs, { cause: error });

  if (error instanceof APIConnectionError || error.status === undefined) return as('unavailable');
  if (isAccountStopped(error)) return as('account_stopped');
  const retryAfter = retryAfterMs(error.headers?.get('retry-after'));
  if (error.status === 429) return as('rate_limited', retryAfter ?? DEFAULT_RETRY_AFTER_MS);
  if (error.status === 408 || error.status >= 500) return as('unavailable', retryAfter);
  if (error.status === 404 && scope === 'session') return as('session_lost');
  return as('rejected');
}

/** True if the provider refuses all our requests: a spend limit, a refused key, a disabled workspace. */
function isAccountStopped({ status, errorCode, apiMessage }: APIError): boolean {
  if (status === 401 || status === 402 || status === 403 || errorCode === SPEND_LIMIT) return true;
  return (status === 400 || status === 429) && SPENT.test(apiMessage ?? '');
}

/** Runs a call and throws its failure as an {@link AgentsError} (see {@link toAgentsError}). */
export async function translated<T>(scope: 'session' | 'other', call: () => PromiseLike<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toAgentsError(error, scope);
  }
}

/** True if the provider permanently rejected this request, so a retry would not help. */
export function isRejected(error: unknown): boolean {
  return error instanceof AgentsError && error.kind === 'rejected';
}

/** Detects a response body that was cut off. The SDK wraps only failures before the headers, not these TypeErrors. */
function isBrokenTransfer(error: unknown): boolean {
  const { name, message, cause } = (error ?? {}) as Partial<Error>;
  return name === 'TypeError' && (message === 'terminated' || cause !== undefined);
}

function note(error: APIError): string {
  const words = error.apiMessage ? vendorMessage(error) : null;
  const text = words ? `: ${words}` : '';
  return error.requestID ? `${text} (${error.requestID})` : text;
}
