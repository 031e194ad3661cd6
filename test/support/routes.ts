import { allEndpoints } from '../../api/endpoints/table';
import { idSchema, newId, type IdPrefix } from '../../base/ids';
import type { AnyRoute } from '../../http/endpoint';
import { exampleOf } from '../../http/examples';
import { routesOf } from '../../server/routes';

/** All routes of the service, from its tables, so that tests also cover new routes. */
export const allRoutes = (): AnyRoute[] => routesOf(allEndpoints('http://x'), () => () => undefined);

/** True for a sandbox route, which rejects a live key before it checks anything else. */
export function needsTestKey({ path }: Pick<AnyRoute, 'path'>): boolean {
  return path.startsWith('/v1/sandbox/');
}

/** A route's name in tests, such as `GET /v1/runs/{id}`. */
export const nameOf = ({ method, path }: AnyRoute): string => `${method} ${path}`;

/** Rows for `test.each`: each route with its name. */
export const named = (routes: readonly AnyRoute[]) => routes.map((route) => [nameOf(route), route] as const);

export interface RequestParts {
  /** Id in the path; by default one that does not exist. */
  id?: string | undefined;
  key?: string | undefined;
  cookie?: string | undefined;
  /** JSON body or form fields; by default the schema's example. */
  body?: object | undefined;
  headers?: Record<string, string>;
}

let requests = 0;

/** Builds a valid request to a route from the route's declaration: path, query, body and headers. */
export function requestFor(route: AnyRoute, parts: RequestParts = {}): { path: string; init: RequestInit } {
  const { key, cookie, headers = {} } = parts;
  const id = parts.id ?? (route.id ? newId(route.id.prefix) : '');
  const query = (route.query ? exampleOf(route.query) : {}) as Record<string, unknown>;
  const wanted = Object.entries(query).filter(([name]) => route.query?.required?.includes(name));
  const search = new URLSearchParams(wanted.map(([name, value]): [string, string] => [name, String(value)])).toString();
  const body = route.body ? bodyOf(route, parts.body) : null;
  return {
    path: route.path.replace('{id}', id) + (search && `?${search}`),
    init: {
      method: route.method,
      redirect: 'manual',
      headers: {
        accept: route.failsAs === 'page' ? 'text/html' : 'application/json',
        ...(key && { 'x-api-key': key }),
        ...(cookie && { cookie }),
        ...(route.idempotent && { 'idempotency-key': `by-table-${process.pid}-${requests++}` }),
        ...(body && { 'content-type': body.type }),
        ...headers,
      },
      ...(body && { body: body.text }),
    },
  };
}

function bodyOf(route: AnyRoute, given?: object): { type: string; text: string } {
  if (route.bodyType === 'raw') return { type: 'application/json', text: JSON.stringify(given ?? {}) };
  const body = given ?? exampleBody(route);
  if (route.bodyType !== 'form') return { type: 'application/json', text: JSON.stringify(body) };
  const fields = Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]);
  return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() };
}

/** Body fields that hold an id, each with the id's prefix. */
export function idFieldsOf({ body }: AnyRoute): [field: string, prefix: IdPrefix][] {
  const fields = Object.entries((body?.properties ?? {}) as Record<string, { pattern?: string }>);
  return fields.flatMap(([field, { pattern }]): [string, IdPrefix][] => {
    const prefix = pattern?.slice(1, 4) as IdPrefix;
    return idSchema(prefix).pattern === pattern ? [[field, prefix]] : [];
  });
}

/** A valid body for a route. Its ids belong to no existing object. */
export function exampleBody(route: AnyRoute): Record<string, unknown> {
  const ids = idFieldsOf(route).map(([field, prefix]) => [field, newId(prefix)] as const);
  return { ...(exampleOf(route.body!) as object), ...Object.fromEntries(ids) };
}

/** Sends a valid request to a route and reads the response. Adds `query` to the path. */
export async function askRoute(
  api: { url: string },
  route: AnyRoute,
  parts: RequestParts = {},
  query: Record<string, string> = {},
): Promise<{ status: number; text: string; headers: Headers; isHtml: boolean }> {
  const { path, init } = requestFor(route, parts);
  const search = new URLSearchParams(query).toString();
  const response = await fetch(api.url + path + (search && (path.includes('?') ? '&' : '?') + search), init);
  const isHtml = /text\/html/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text: await response.text(), isHtml };
}

/** Excludes downloads, streams, and pages of objects that a victim does not have. */
const NO_PAGES = /pdf$|sample-portfolio|checkout\/dossier|invoice|documents|events$|^\/shared/;

/** Paths of all pages in the route table, with ids that an account owns. */
export const pagePaths = (owned: Partial<Record<IdPrefix, string[]>>): string[] =>
  allRoutes()
    .filter(({ method, path, failsAs }) => method === 'GET' && failsAs === 'page' && !NO_PAGES.test(path))
    .map(({ path, id, query }) => {
      const token = query?.required?.includes('token') ? '?token=x' : '';
      return (id ? path.replace('{id}', owned[id.prefix]!.at(-1)!) : path) + token;
    });
