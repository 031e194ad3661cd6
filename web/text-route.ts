import type { ApiDeps } from '../http/deps';
import { open, type EndpointRequest, type OpenAuth, type Reply, type Route } from '../http/endpoint';

/** Public file that is made at each request and that caches may keep for an hour. */
export function textRoute(
  path: string,
  type: string,
  make: (deps: ApiDeps, request: EndpointRequest<OpenAuth, never, never>) => Promise<string | Uint8Array>,
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
    handle: async (request): Promise<Reply> => ({
      status: 200,
      type,
      body: Buffer.from(await make(request.deps, request as never)),
      headers: { 'Cache-Control': 'public, max-age=3600', ...headers(request.deps) },
    }),
  };
}
