import type { IncomingMessage } from 'node:http';
import { Failure } from '../contracts/failures';
import type { AnyRoute } from './endpoint';
import type { Middleware } from './state';

/**
 * True if the request has several lines of this header (lower-case name), equal ones included. Node joins the lines of
 * most headers with a comma and keeps only the first of others, so the joined value does not show it.
 */
export function isRepeated({ headers, headersDistinct }: IncomingMessage, name: string): boolean {
  return headers[name] !== undefined && headersDistinct[name]!.length > 1;
}

/** Headers that a route reads as one value. Keys are checked where they are read (`authenticate.ts`). */
function singleHeadersOf({ idempotent, streams, signedBy = [] }: AnyRoute): string[] {
  return [...(idempotent ? ['Idempotency-Key'] : []), ...(streams ? ['Last-Event-ID'] : []), ...signedBy];
}

/**
 * Refuses repeated lines of the single-valued headers of a route.
 *
 * @throws Failure `invalid_idempotency_key`, `invalid_request`
 */
export function refuseRepeatedHeaders(route: AnyRoute): Middleware[] {
  const names = singleHeadersOf(route);
  if (names.length === 0) return [];
  return [
    (ctx, next) => {
      const pointer = names.find((name) => isRepeated(ctx.req, name.toLowerCase()));
      if (pointer === undefined) return next() as Promise<void>;
      throw new Failure(pointer === 'Idempotency-Key' ? 'invalid_idempotency_key' : 'invalid_request', {
        detail: `Send one ${pointer} header.`,
        errors: [{ pointer, code: 'repeated', detail: 'must come once' }],
      });
    },
  ];
}
