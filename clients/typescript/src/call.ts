import { NoiError } from './error.ts';
import { readBytes, send, type Connection, type Outgoing, type Reader } from './send.ts';
import type { AnswerOf, BodyOf, Endpoint, QueryOf } from './types.ts';

/** Options of every request. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** Parts of a request to an endpoint. */
export type CallParts<E extends Endpoint> = CallOptions & {
  path?: Record<string, string>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  /** Key of a POST; made for this one call if absent. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string>;
  maxRetries?: number;
};

/** Any endpoint of the description, typed by it, with the retries of the client. */
export interface Call {
  <E extends Endpoint>(endpoint: E, parts?: CallParts<E>): Promise<AnswerOf<E>>;
  text<E extends Endpoint>(endpoint: E, parts?: CallParts<E>): Promise<string>;
  /** Whole body, at most `maxBytes`. */
  bytes<E extends Endpoint>(endpoint: E, parts?: CallParts<E>): Promise<Uint8Array<ArrayBuffer>>;
  /** Answer whose body is left to the caller, such as to stream it into a file. */
  response<E extends Endpoint>(endpoint: E, parts?: CallParts<E>): Promise<Response>;
  /** Body with its headers; null where nothing has changed (304). */
  full<E extends Endpoint>(endpoint: E, parts?: CallParts<E>): Promise<FullAnswer<AnswerOf<E>>>;
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
    async <E extends Endpoint>(endpoint: E, parts: CallParts<E> = {}) =>
      send(connection, outgoing(endpoint, parts, newKey), read);
  return Object.assign(over(json), {
    text: over(text),
    bytes: over(bytes),
    response: over((response) => Promise.resolve(response)),
    full: over(async (response, alive) => ({
      body: response.status === 304 ? null : await json(response, alive),
      headers: response.headers,
    })),
  }) as Call;
}

/** Characters of an Idempotency-Key. A header with others would be refused with its value in the message. */
const KEY = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

type QueryValue = string | number | Record<string, string> | undefined;

function outgoing<E extends Endpoint>(endpoint: E, parts: CallParts<E>, newKey: () => string): Outgoing {
  const { path = {}, query = {}, body, idempotencyKey = newKey(), headers, ...rest } = parts;
  const [method, template] = endpoint.split(' ') as [string, string];
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries<QueryValue>(query)) {
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
