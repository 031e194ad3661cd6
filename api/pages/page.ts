import { createHash } from 'node:crypto';
import type { TObject, TSchema } from '@sinclair/typebox';
import type { Markup } from '../../providers/html';
import { open, type EndpointRequest, type OpenAuth, type Reply, type Route } from '../endpoint';

/** A page for readers: a route that no API description knows, open to everybody, whose failures are pages too. */
export type Page<Q extends TObject, B extends TSchema> = Pick<
  Route<OpenAuth, Q, B>,
  'method' | 'path' | 'needs' | 'limit' | 'id' | 'query' | 'formAgain'
> & {
  /** Fields of the form that this page is sent. */
  form?: B;
  handle(request: EndpointRequest<OpenAuth, Q, B>): Reply | Promise<Reply>;
};

/** Declares a page; a query it does not know is ignored (contract.md, Style), so its schema lets more properties pass. */
export function page<Q extends TObject, B extends TSchema>({ form, ...spec }: Page<Q, B>): Route<OpenAuth, Q, B> {
  return {
    ...spec,
    auth: open,
    failsAs: 'page',
    responses: null,
    ...(form && { body: form, bodyType: 'form' as const }),
  };
}

/** What a browser may do with a page of ours: load our own style, script and pictures, and send forms to us. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * A reply that shows a page; nobody may keep it. `formsTo` names another origin that a form of this page may lead to:
 * browsers hold a redirect after a form against the policy too. `loads` are directives that this page needs beside those of all.
 */
export function show(markup: Markup, { status = 200, formsTo = '', loads = [] as readonly string[] } = {}): Reply {
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: Buffer.from(markup.toString()),
    headers: {
      'Cache-Control': 'no-store',
      // Browsers name the origin of a form only where they may name it at all; the path, with its token, stays untold.
      'Referrer-Policy': 'strict-origin',
      'Content-Security-Policy': [...POLICY, ...loads, `form-action 'self' ${formsTo}`.trim()].join('; '),
    },
  };
}

/** A reply that sends the reader on with a GET: 303 after a form (RFC 9110, 15.4.4). */
export function seeOther(location: string, headers: Record<string, string> = {}): Reply {
  return { status: 303, headers: { Location: location, 'Cache-Control': 'no-store', ...headers } };
}

/** A file of ours that pages load: its address changes with its content, so that it can be kept for ever. */
export interface Asset {
  /** Path with the content's digest as query. */
  href: string;
  route: Route;
}

/** Serves `content` at `path`. */
export function asset(path: string, type: string, content: string): Asset {
  const body = Buffer.from(content);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 12);
  return {
    href: `${path}?v=${digest}`,
    route: {
      method: 'GET',
      path,
      auth: open,
      responses: null,
      handle: () => ({ status: 200, type, body, headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } }),
    },
  };
}
