import { NoiError } from './error.ts';
import { readBytes, send, type Connection, type Outgoing, type Reader } from './send.ts';
import type { AnswerOf, BodyOf, Endpoint, QueryOf } from './types.ts';

/** Options of every request. Omitted options default to the client's settings. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds of silence before the request is abandoned and retried. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
}

/** Parts of a request: path parameters, query and body, as the endpoint requires. */
export type CallParts<E extends Endpoint> = CallOptions & {
  query?: QueryOf<E>;
  /** Idempotency key of a POST. Generated if omitted. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string>;
} & (E extends `${string}{id}${string}` ? { path: { id: string } } : { path?: undefined }) &
  ([BodyOf<E>] extends [undefined] ? { body?: undefined } : { body: BodyOf<E> });

/** Makes the argument optional if no part is required. */
type Parts<E extends Endpoint> = object extends CallParts<E> ? [parts?: CallParts<E>] : [parts: CallParts<E>];

/** Calls any endpoint of the API with the client's retries. The API description provides the types. */
export interface Call {
  <E extends Endpoint>(endpoint: E, ...parts: Parts<E>): Promise<AnswerOf<E>>;
  text<E extends Endpoint>(endpoint: E, ...parts: Parts<E>): Promise<string>;
  /** Reads the whole body. Fails if it is larger than `maxBytes`. */
  bytes<E extends Endpoint>(endpoint: E, ...parts: Parts<E>): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the response with its body unread, for example to stream the body into a file. */
  response<E extends Endpoint>(endpoint: E, ...parts: Parts<E>): Promise<Response>;
  /** Returns the body with status and headers. The body is null on 304. */
  full<E extends Endpoint>(endpoint: E, ...parts: Parts<E>): Promise<FullAnswer<AnswerOf<E>>>;
}

export interface FullAnswer<Body> {
  body: Body | null;
  headers: Headers;
}

/** Creates the call functions for one connection. */
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

/** Valid Idempotency-Key. `fetch` would reject other characters with an error that contains the key. */
const KEY = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

type QueryValue = string | number | Record<string, string> | undefined;

/** Request parts without types; {@link Call} has already checked them. */
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
    // Metadata is sent as `metadata[key]=value`, one parameter per key.
    if (typeof value !== 'object') search.set(name, String(value));
    else for (const [key, text] of Object.entries(value)) search.set(`${name}[${key}]`, text);
  }
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  if (method === 'POST' && !KEY.test(idempotencyKey)) {
    throw new NoiError('idempotencyKey must be 1 to 255 printable ASCII characters', {
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
