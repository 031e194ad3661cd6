import { Type, type TObject } from '@sinclair/typebox';
import { FAILURES, type Failure } from '../base/failures';
import type { Markup } from '../base/html';
import { idSchema, type IdPrefix } from '../base/ids';
import type { ApiDeps } from '../http/deps';
import { open, type EndpointRequest, type OpenAuth, type RefusedForm, type Reply, type Route } from '../http/endpoint';
import type { FormState } from './components/declared-form';
import { problemOf } from './failure-words';

/** HTML page: a public route that is not in the OpenAPI document. Its failures are also pages. */
export type Page<Q extends TObject, B extends TObject> = Pick<
  Route<OpenAuth, Q, B>,
  'method' | 'path' | 'needs' | 'limit' | 'large' | 'id' | 'idIsToken' | 'query' | 'linkToken' | 'untrimmed'
> & {
  /** Schema of the submitted form. If users fill in the form, the page also needs `again`. */
  form?: B;
  again?: ShowAgain<RefusedForm>;
  /** `state` is set if the page shows a rejected form again. */
  handle(request: EndpointRequest<OpenAuth, Q, B> & { state?: FormState }): Reply | Promise<Reply>;
};

/** Shows a form again with its values and errors. If it returns null, the failure page is shown instead. */
export type ShowAgain<Request> = (
  request: Request,
  state: FormState,
  failure: Failure,
) => Reply | null | Promise<Reply | null>;

/** Declares a page. Ignores unknown query parameters (docs/interface/requests.md#style). */
export function page<Q extends TObject, B extends TObject>({
  form,
  again,
  ...spec
}: Page<Q, B>): Route<OpenAuth, Q, B> {
  return {
    ...spec,
    auth: open,
    failsAs: 'page',
    ignoresQuery: true,
    responses: null,
    ...(again && { redisplayForm: (refused, failure) => showAgain(again, refused, failure) }),
    ...(form && { body: form, bodyType: 'form' as const }),
  };
}

/** Shows the form again, with the status of the failure. The title announces the error to screen readers. */
export async function showAgain<Request extends { body: object }>(
  again: ShowAgain<Request>,
  refused: Request,
  failure: Failure,
): Promise<Reply | null> {
  const { errors } = failure.public;
  const state = { values: { ...refused.body }, ...(errors ? { errors } : { problem: problemOf(failure) }) };
  const reply = await again(refused, state, failure);
  if (!Buffer.isBuffer(reply?.body) || reply.status !== 200) return reply;
  const body = Buffer.from(reply.body.toString().replace('<title>', '<title>Error: '));
  return { ...reply, status: FAILURES[failure.code].status, body };
}

/** Content-Security-Policy of the pages. Allows only our own styles, scripts, fonts, images and forms. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * Replies with an uncached page. `formsTo` is an additional origin to which the page's forms may redirect, because the
 * policy also applies to redirects. `loads` adds policy directives.
 */
export function show(
  markup: Markup,
  {
    status = 200,
    formsTo = '',
    loads = [],
    headers = {},
  }: {
    status?: number;
    formsTo?: string | undefined;
    loads?: readonly string[];
    headers?: Reply['headers'] | undefined;
  } = {},
): Reply {
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: Buffer.from(markup.toString()),
    headers: {
      ...headers,
      'Cache-Control': 'no-store',
      // Our form checks need the origin. Browsers must not send the path, because it may contain a token.
      'Referrer-Policy': 'strict-origin',
      'Content-Security-Policy': [...POLICY, ...loads, `form-action 'self' ${formsTo}`.trim()].join('; '),
    },
  };
}

/** Redirects with 303, so the browser follows a form with GET (RFC 9110, 15.4.4). */
export function seeOther(location: string, headers: Reply['headers'] = {}): Reply {
  return { status: 303, headers: { Location: location, 'Cache-Control': 'no-store', ...headers } };
}

/** Optional query parameter with any value, because people edit URLs. */
export const anything = Type.Optional(Type.Unsafe<unknown>({}));

/** Query of a paginated list: the id to continue after. */
export const BeforeQuery = Type.Object({ before: anything });

/** Id after which to continue a list; undefined for the first page or an invalid id. */
export function readBefore(prefix: IdPrefix, { before }: { before?: unknown }): string | undefined {
  return typeof before === 'string' && new RegExp(idSchema(prefix).pattern!).test(before) ? before : undefined;
}

/** The first `size` rows and the path of the next page with the same filter. Callers must read `size + 1` rows. */
export function pageOf<Row extends { id: string }>(
  rows: readonly Row[],
  size: number,
  path: string,
  filter: object = {},
) {
  const shown = rows.slice(0, size);
  const query = () => new URLSearchParams({ ...filter, before: shown.at(-1)!.id }).toString();
  return { shown, next: rows.length > size ? `${path}?${query()}` : null };
}

/** Public file generated for each request, cacheable for an hour. */
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
