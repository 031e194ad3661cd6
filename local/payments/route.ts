import type { Params } from './form';
import type { Realm } from './world';

/** What a route of the provider's protocol is given: path segments that stood at `*`, and the body or query. */
export interface Call {
  ids: string[];
  params: Params;
  realm: Realm;
  method: string;
  path: string;
}

/** A route of the provider's protocol: method, path with `*` for an id, and the JSON that it answers. */
export type Route = [method: 'GET' | 'POST', path: string, answer: (call: Call) => object];
