import { NoiError } from './error.ts';
import { readBytes, send, type Connection, type Outgoing, type Reader } from './send.ts';
import type { AnswerOf, BodyOf, Endpoint, QueryOf } from './types.ts';

/** Options of every request; what is absent is as the client has it. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds of silence after which this request is given up and repeated. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
}

/** Parts of a request to an endpoint: its path and its body where it has them. */
export type CallParts<E extends Endpoint> = CallOptions & {
  query?: QueryOf<E>;
  /** Key of a POST; made for this one call if absent. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string>;
} & (E extends `${string}{id}${string}` ? { path: { id: string } } : { path?: undefined }) &
  ([BodyOf<E>] extends [undefined] ? { body?: undefined } : { body: BodyOf<E> });

/** The parts, which may be left out where none is needed. */
type Parts<E extends Endpoint> = object extends CallParts<E> ? [parts?: CallParts<E>] : [parts: CallParts<E>];

/** Any endpoint of the description, typed by it, with the retries of the client. */
export interface Call {
  <E extends Endpoint>(endpoint: E, ...parts: Parts<E>): Promise<AnswerOf<E>>;
  text<E extends Endpoint>(endpoint: E, ...parts: Parts<E>): Promise<string>;
  /** Whole body, at most `maxBytes`. */
  bytes<E extends Endpoint>(endpoint: E, ...parts: Parts<E>): Promise<Uint8Array<ArrayBuffer>>;
  /** Answer whose body is left to the caller, such as to stream it into a file. */
  response<E extends Endpoint>(endpoint: E, ...parts: Parts<E>): Promise<Response>;
  /** Body with its headers; null where nothing has changed (304). */
  full<E extends Endpoint>(endpoint: E, ...parts: Parts<E>): Promise<FullAnswer<AnswerOf<E>>>;
}

/** Answer with its status and headers. */
export interface FullAnswer<Body> {
  body: Body | null;
  headers: Headers;
}

/** Calls over one connection. */
export function createCall(connection: Connection, newKey: () => string): Call {
  const bytes = (response: Response, alive: () => void) => readBytes(response, connection.maxBytes, alive);
  const text: Reader<string> = async (response, alive) => new TextDecoder().decode(await bytes(response, alive));
  const json: Reader<unknown> = async (response, alive) => {
    if (response.status === 204) return undefined;
    const body = await text(response, alive);
    try {
      return JSON.parse(body) as unknown;
    } catch (cause) {
      const message = 'The answer is not JSON; check baseUrl';
      throw new NoiError(message, { status: response.status, code: 'unexpected_answer', cause });
    }
  };
  const over =
    <T>(read: Reader<T>) =>
    async (endpoint: Endpoint, parts: AnyParts = {}) =>
      send(connection, outgoing(endpoint, parts, newKey), read);
  return Object.assign(over(json), {
    text: over(text),
    bytes: over(bytes),
    response: over((response) => Promise.resolve(response)),
    full: over(async (response, alive) => ({
      body: response.status === 304 ? null : await json(response, alive),
      headers: response.headers,
    })),
  }) as unknown as Call;
}

/** Characters of an Idempotency-Key. A header with others would be refused with its value in the message. */
const KEY = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

type QueryValue = string | number | Record<string, string> | undefined;

/** Parts whose endpoint the caller has checked. */
interface AnyParts extends CallOptions {
  path?: Record<string, string>;
  query?: Record<string, QueryValue>;
  body?: unknown;
  idempotencyKey?: string | undefined;
  headers?: Record<string, string>;
}

function outgoing(endpoint: Endpoint, parts: AnyParts, newKey: () => string): Outgoing {
  const { path = {}, query = {}, body, idempotencyKey = newKey(), headers, ...rest } = parts;
  const [method, template] = endpoint.split(' ') as [string, string];
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    // Metadata is sent as `metadata[key]=value`, a parameter for each key.
    if (typeof value !== 'object') search.set(name, String(value));
    else for (const [key, text] of Object.entries(value)) search.set(`${name}[${key}]`, text);
  }
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  if (method === 'POST' && !KEY.test(idempotencyKey)) {
    throw new NoiError('An idempotencyKey has 1 to 255 printable ASCII characters', {
      code: 'invalid_idempotency_key',
    });
  }
  return {
    method,
    path: search.size > 0 ? `${filled}?${search.toString()}` : filled,
    headers: { ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey }), ...headers },
    ...(body !== undefined && { body }),
    ...rest,
  };
}
