import { segmentsAt } from '../stand-in/fault-list';
import { notFound } from './provider-error';

/** What a route is given: path segments that stood at `*`, query and JSON body. */
export interface Call {
  ids: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** A route: method, path with `*` for an id, and what it answers (JSON text or a value). */
export type Route = [method: string, path: string, answer: (call: Call) => unknown];

/** JSON that is ready-made, so that it is not parsed only to be written again. */
export class ReadyJson {
  constructor(readonly text: string) {}
}

/** Finds the route of a request and returns its answer as JSON text. @throws ProviderError 404 where there is none */
export function answerOf(routes: Route[], method: string, url: URL, body: Record<string, unknown>): string {
  for (const [routeMethod, path, answer] of routes) {
    const ids = routeMethod === method ? segmentsAt(path, url.pathname) : null;
    if (!ids) continue;
    const result = answer({ ids, query: url.searchParams, body });
    return result instanceof ReadyJson ? result.text : JSON.stringify(result);
  }
  throw notFound(`${method} ${url.pathname}`);
}
