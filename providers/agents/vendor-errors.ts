import { APIConnectionError, APIError, APIUserAbortError } from '@anthropic-ai/sdk';
import { AgentsError } from '../../contracts/research-agents';
import { vendorWords } from '../../platform/plain-text';

/** Code of the monthly spend limit, a 429 that no retry ends (platform.claude.com/docs/en/api/errors). */
const SPEND_LIMIT = 'enforced_spend_limit_reached';
/** Limits that the operator set and spent credit answer 400 without a code, so their words decide. */
const SPENT = /^You have reached your specified (?:workspace )?API usage limits|credit balance is too low/i;

/** Wait after a 429 without Retry-After. */
const DEFAULT_RETRY_AFTER_MS = 5_000;

/**
 * Translates an SDK error. `scope` determines the meaning of a 404: for `session` the session is lost, otherwise the
 * request is wrong. Other errors are returned unchanged.
 */
export function toAgentsError(error: unknown, scope: 'session' | 'other'): unknown {
  if (isBrokenTransfer(error))
    return new AgentsError('unavailable', 'Agent provider: the answer broke off', null, { cause: error });
  if (!(error instanceof APIError) || error instanceof APIUserAbortError) return error;
  const message = `Agent provider: ${error.status ?? 'no answer'} ${error.type ?? error.name}${note(error)}`;
  const as = (kind: AgentsError['kind'], waitMs: number | null = null) =>
    new AgentsError(kind, message, waitMs, { cause: error });

  if (error instanceof APIConnectionError || error.status === undefined) return as('unavailable');
  if (isAccountStopped(error)) return as('account_stopped');
  if (error.status === 429) return as('rate_limited', retryAfterMs(error.headers) ?? DEFAULT_RETRY_AFTER_MS);
  if (error.status === 408 || error.status >= 500) return as('unavailable', retryAfterMs(error.headers));
  if (error.status === 404 && scope === 'session') return as('session_lost');
  return as('rejected');
}

/** True if the provider refuses every request of ours: a spend limit, a refused key, a disabled workspace. */
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

/** True if the provider rejected this request for good; a retry would not help. */
export function isRejected(error: unknown): boolean {
  return error instanceof AgentsError && error.kind === 'rejected';
}

/** Milliseconds of a Retry-After header, given in seconds or as an HTTP date; null if absent. */
export function retryAfterMs(headers: Headers | undefined): number | null {
  const value = headers?.get('retry-after');
  if (!value) return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : null;
}

/** Detects a body that broke off: the SDK wraps only failures before the headers, later ones are TypeErrors. */
function isBrokenTransfer(error: unknown): boolean {
  const { name, message, cause } = (error ?? {}) as Partial<Error>;
  return name === 'TypeError' && (message === 'terminated' || cause !== undefined);
}

function note(error: APIError): string {
  const words = error.apiMessage ? vendorWords(error) : null;
  const text = words ? `: ${words}` : '';
  return error.requestID ? `${text} (${error.requestID})` : text;
}
