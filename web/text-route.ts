import type { ApiDeps } from '../http/deps';
import { open, type Reply, type Route } from '../http/endpoint';

/** Public file that is made at each request and that caches may keep for an hour. */
export function textRoute(
  path: string,
  type: string,
  make: (deps: ApiDeps) => Promise<string | Uint8Array>,
  headers: (deps: ApiDeps) => Record<string, string> = () => ({}),
): Route {
  return {
    method: 'GET',
    path,
    auth: open,
    large: true,
    failsAs: 'negotiated',
    ignoresQuery: true,
    responses: null,
    handle: async ({ deps }): Promise<Reply> => ({
      status: 200,
      type,
      body: Buffer.from(await make(deps)),
      headers: { 'Cache-Control': 'public, max-age=3600', ...headers(deps) },
    }),
  };
}
