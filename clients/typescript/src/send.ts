import { NoiError } from './error.ts';
import type { Problem } from './types.ts';
import { VERSION } from './version.ts';

/** Request to the API. */
export interface Outgoing {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Overrides the client's settings. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
}

/** How to reach the API, and how long to try. */
export interface Connection {
  baseUrl: string;
  apiKey: string;
  fetch: typeof fetch;
  timeoutMs: number;
  maxRetries: number;
  maxPauseMs: number;
  maxBytes: number;
}

/** Reads a response. Each call to `alive` restarts the timeout. */
export type Reader<T> = (response: Response, alive: () => void) => Promise<T>;

/** Not sent in browsers, because some would need a CORS preflight. */
const USER_AGENT = !('document' in globalThis) && { 'User-Agent': `noi-client/${VERSION}` };

const FIRST_PAUSE_MS = 500;
const LONGEST_BACKOFF_MS = 20_000;

/**
 * Sends a request. Retries after a lost connection, 408, 425, 429 and 5xx, and while an earlier attempt is still in
 * progress. Honors `Retry-After` up to `maxPauseMs`, with jitter.
 * @throws NoiError for any other failure, and when retries are used up
 */
export async function send<T>(connection: Connection, request: Outgoing, read: Reader<T>): Promise<T> {
  const retries = request.maxRetries ?? connection.maxRetries;
  let answerLost = false;
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(connection, request, read);
    } catch (error) {
      if (!(error instanceof NoiError)) throw error;
      // An attempt whose response was lost may have deleted the object.
      if (answerLost && request.method === 'DELETE' && error.status === 404) return undefined as T;
      if (!canHelp(error) || attempt >= retries) throw error;
      answerLost ||= error.status === 0 || error.status >= 500;
      const pause = pauseOf(attempt, error.retryAfterSeconds);
      if (pause > connection.maxPauseMs) throw error;
      await sleep(pause, request.signal);
    }
  }
}

async function sendOnce<T>(connection: Connection, request: Outgoing, read: Reader<T>): Promise<T> {
  const { method, path, body, signal, timeoutMs = connection.timeoutMs } = request;
  signal?.throwIfAborted();
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), timeoutMs);
  };
  alive();
  try {
    const response = await connection.fetch(connection.baseUrl + path, {
      method,
      headers: {
        'X-Api-Key': connection.apiKey,
        ...USER_AGENT,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...request.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect would send the key to another URL.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    alive();
    if (response.ok || response.status === 304) return await read(response, alive);
    throw await failureOf(response, request, alive);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof NoiError) throw cause;
    const about = { idempotencyKey: request.headers?.['Idempotency-Key'] ?? null, cause };
    if (silence.signal.aborted) {
      const seconds = timeoutMs / 1_000;
      throw new NoiError(`No answer to ${method} ${path} within ${seconds} s`, { code: 'timed_out', ...about });
    }
    throw new NoiError(`No connection for ${method} ${path}`, { code: 'connection_failed', ...about });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a body. Limited to `most` bytes, so that a huge response cannot exhaust the memory. */
export async function readBytes(response: Response, most: number, alive: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    alive();
    parts.push(part.value);
    length += part.value.byteLength;
    if (length <= most) continue;
    await reader?.cancel();
    const message = `The answer has more than ${most} bytes; raise maxBytes or stream it`;
    throw new NoiError(message, { status: response.status, code: 'answer_too_large' });
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/** Waits for `ms` milliseconds. Rejects with the signal's reason if the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** True if a retry could succeed. Retries are always safe, because each POST has an idempotency key. */
function canHelp({ status, code, problem }: NoiError): boolean {
  if (code === 'connection_failed' || code === 'timed_out' || code === 'idempotency_in_flight') return true;
  return status === 408 || status === 425 || status === 429 || (status >= 500 && problem?.retryable !== false);
}

/** Pause in milliseconds: at least `Retry-After`, with jitter so that clients do not all retry together. */
function pauseOf(attempt: number, retryAfterSeconds: number | null): number {
  const backoff = Math.random() * Math.min(LONGEST_BACKOFF_MS, FIRST_PAUSE_MS * 2 ** attempt);
  if (retryAfterSeconds === null) return backoff;
  return retryAfterSeconds * 1_000 + Math.min(backoff, 1_000);
}

const SHOWN_PROBLEM_BYTES = 1_000_000;

async function failureOf(response: Response, request: Outgoing, alive: () => void): Promise<NoiError> {
  const { method, path } = request;
  const { status } = response;
  const idempotencyKey = request.headers?.['Idempotency-Key'] ?? null;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    const message = `${method} ${path} was redirected, and redirects are not followed; check baseUrl`;
    return new NoiError(message, { status, code: 'unexpected_redirect', idempotencyKey });
  }
  const problem = problemOf(new TextDecoder().decode(await readBytes(response, SHOWN_PROBLEM_BYTES, alive)));
  const summary = problem?.detail ?? problem?.title ?? '';
  const fields = (problem?.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
  // The summary may already name the first invalid field.
  const said = [summary, fields.filter((field) => !summary.includes(field)).join('; ')].filter(Boolean).join(' ');
  return new NoiError(`The API answered ${status}: ${said || `no explanation of ${method} ${path}`}`, {
    status,
    code: problem?.code ?? 'unexpected_answer',
    problem,
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    idempotencyKey,
  });
}

function problemOf(text: string): Problem | null {
  try {
    const value = JSON.parse(text) as Partial<Problem> | null;
    return typeof value?.code === 'string' ? (value as Problem) : null;
  } catch {
    return null;
  }
}

/** Seconds of a Retry-After header in either form (RFC 9110, 10.2.3). */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? null : Math.max(0, (moment - Date.now()) / 1_000);
}
