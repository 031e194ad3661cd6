import { APIConnectionError, APIError, APIUserAbortError } from '@anthropic-ai/sdk';
import { AgentsError } from './research-agents';

/** Wait after a 429 that names no time itself. */
const DEFAULT_RETRY_AFTER_MS = 5_000;

/**
 * An error of the SDK as one of ours. `scope` says what a 404 means: `session` when the call was about a session that
 * must exist, else the request is wrong. Errors that are not the vendor's come back unchanged.
 */
export function toAgentsError(error: unknown, scope: 'session' | 'other'): unknown {
  if (isBrokenTransfer(error))
    return new AgentsError('unavailable', 'Agent provider: the answer broke off', null, { cause: error });
  if (!(error instanceof APIError) || error instanceof APIUserAbortError) return error;
  const message = `Agent provider: ${error.status ?? 'no answer'} ${error.type ?? error.name}${note(error)}`;
  const as = (kind: AgentsError['kind'], waitMs: number | null = null) =>
    new AgentsError(kind, message, waitMs, { cause: error });

  if (error instanceof APIConnectionError || error.status === undefined) return as('unavailable');
  if (error.status === 429) return as('rate_limited', retryAfterMs(error.headers) ?? DEFAULT_RETRY_AFTER_MS);
  if (error.status === 408 || error.status >= 500) return as('unavailable', retryAfterMs(error.headers));
  if (error.status === 404 && scope === 'session') return as('session_lost');
  return as('rejected');
}

/** Runs a call and throws its failure as an {@link AgentsError} (see {@link toAgentsError}). */
export async function translated<T>(scope: 'session' | 'other', call: () => PromiseLike<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toAgentsError(error, scope);
  }
}

/** Whether an error says that the provider refused this very request, which a repetition would not change. */
export function isRejected(error: unknown): boolean {
  return error instanceof AgentsError && error.kind === 'rejected';
}

/** Milliseconds that a Retry-After header asks for, in seconds or as an HTTP date; null where there is none. */
export function retryAfterMs(headers: Headers | undefined): number | null {
  const value = headers?.get('retry-after');
  if (!value) return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : null;
}

/** The SDK wraps what fails before the headers; a body that breaks off is the runtime's own TypeError. */
function isBrokenTransfer(error: unknown): boolean {
  const { name, message, cause } = (error ?? {}) as Partial<Error>;
  return name === 'TypeError' && (message === 'terminated' || cause !== undefined);
}

function note(error: APIError): string {
  const text = error.apiMessage ? `: ${error.apiMessage.slice(0, 300)}` : '';
  return error.requestID ? `${text} (${error.requestID})` : text;
}
