import { segmentsAt } from '../base/fault-list';
import { notFound } from './provider-error';

/** Input of a route: the path segments at `*`, query and JSON body. */
export interface Call {
  ids: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** Route: method, path with `*` for an id, and its response (a value or {@link ReadyJson}). */
export type Route = [method: string, path: string, answer: (call: Call) => unknown];

/** Serialized JSON that is sent unchanged. */
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
