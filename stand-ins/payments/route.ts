import type { Params } from './form';
import type { Realm } from './world';

/** Input of a route: the path segments at `*`, and the parameters of its body or query. */
export interface Call {
  ids: string[];
  params: Params;
  realm: Realm;
  method: string;
  path: string;
}

/** Route of the provider's protocol: method, path with `*` for an id, and its response as JSON. */
export type Route = [method: 'GET' | 'POST', path: string, answer: (call: Call) => object];
