import type { IncomingMessage, ServerResponse } from 'node:http';
import { segmentsAt, type Objection } from '../base/fault-list';
import { sendJson } from '../base/http';

/** An error in the provider's format, thrown by routes and sent by the server. */
export class ProviderError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly headers: Record<string, string> = {},
    readonly details: Record<string, string> | null = null,
  ) {
    super(message);
  }

  body(requestId: string): unknown {
    const error = { type: this.type, message: this.message, ...(this.details && { details: this.details }) };
    return { type: 'error', error, request_id: requestId };
  }
}

export function invalid(message: string): ProviderError {
  return new ProviderError(400, 'invalid_request_error', message);
}

export function notFound(what: string): ProviderError {
  return new ProviderError(404, 'not_found_error', `${what} was not found`);
}

export function conflict(message: string): ProviderError {
  return new ProviderError(409, 'invalid_request_error', message);
}

export function refused({ name, message }: Objection): ProviderError {
  return invalid(`"${name}": ${message}`);
}

/** Sends an error in the provider's format. Errors other than {@link ProviderError} become a 500. */
export function sendError(response: ServerResponse, requestId: string, error: unknown): void {
  const known = error instanceof ProviderError ? error : new ProviderError(500, 'api_error', String(error));
  if (!response.headersSent) for (const [name, value] of Object.entries(known.headers)) response.setHeader(name, value);
  sendJson(response, known.status, JSON.stringify(known.body(requestId)));
}

/** API key of a request, from `x-api-key` or a bearer token. */
export function keyOf({ headers }: IncomingMessage): string | undefined {
  return headers['x-api-key']?.toString() ?? headers.authorization?.replace(/^Bearer /, '');
}

/** Input of a route: path segments at `*`, query and JSON body. */
export interface Call {
  ids: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** Route: a method, a path with `*` for ids, and a handler that returns a value or {@link ReadyJson}. */
export type Route = [method: string, path: string, answer: (call: Call) => unknown];

export class ReadyJson {
  constructor(readonly text: string) {}
}

/** Dispatches a request to its route and returns JSON text. @throws ProviderError 404 if no route matches */
export function dispatch(routes: Route[], method: string, url: URL, body: Record<string, unknown>): string {
  for (const [routeMethod, path, answer] of routes) {
    const ids = routeMethod === method ? segmentsAt(path, url.pathname) : null;
    if (!ids) continue;
    const result = answer({ ids, query: url.searchParams, body });
    return result instanceof ReadyJson ? result.text : JSON.stringify(result);
  }
  throw notFound(`${method} ${url.pathname}`);
}
