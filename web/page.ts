import type { TObject, TSchema } from '@sinclair/typebox';
import type { Markup } from '../platform/html';
import { open, type EndpointRequest, type OpenAuth, type Reply, type Route } from '../http/endpoint';

/** HTML page: a public route, absent from the OpenAPI document, whose failures are pages, too. */
export type Page<Q extends TObject, B extends TSchema> = Pick<
  Route<OpenAuth, Q, B>,
  | 'method'
  | 'path'
  | 'needs'
  | 'limit'
  | 'large'
  | 'id'
  | 'idIsToken'
  | 'query'
  | 'linkToken'
  | 'redisplayForm'
  | 'untrimmed'
> & {
  /** Schema of the submitted form. */
  form?: B;
  handle(request: EndpointRequest<OpenAuth, Q, B>): Reply | Promise<Reply>;
};

/** Declares a page. Unknown query parameters are ignored (docs/interface.md, Style). */
export function page<Q extends TObject, B extends TSchema>({ form, ...spec }: Page<Q, B>): Route<OpenAuth, Q, B> {
  return {
    ...spec,
    auth: open,
    failsAs: 'page',
    ignoresQuery: true,
    responses: null,
    ...(form && { body: form, bodyType: 'form' as const }),
  };
}

/** Content-Security-Policy of pages: styles, scripts, fonts, images and forms of our own origin only. */
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
 * Reply with a page, never cached. `formsTo` is another origin to which a form of this page may redirect: browsers
 * apply the policy to redirects after forms, too. `loads` adds policy directives.
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
      // Sends the origin, which the check of forms needs, but never the path, which may contain a token.
      'Referrer-Policy': 'strict-origin',
      'Content-Security-Policy': [...POLICY, ...loads, `form-action 'self' ${formsTo}`.trim()].join('; '),
    },
  };
}

/** Redirects with 303, so that the browser follows a form with a GET (RFC 9110, 15.4.4). */
export function seeOther(location: string, headers: Reply['headers'] = {}): Reply {
  return { status: 303, headers: { Location: location, 'Cache-Control': 'no-store', ...headers } };
}
