import type { IncomingMessage } from 'node:http';
import { Failure } from '../../base/failures';
import type { ApiDeps } from '../deps';
import type { AnyRoute } from '../endpoint';
import type { ConcurrencyLimit } from '../limits/concurrency';
import { SERVICES, type Service } from '../services';
import type { Middleware } from '../state';

const OF_PROGRAMS =
  'Web pages of other sites cannot use this server. Connect from a program that sends no Origin header.';

/**
 * Rejects requests from other sites (CSRF, DNS rebinding; docs/interface/payments.md) based on Origin and
 * Sec-Fetch-Site, which browsers send with every POST. Admits requests with neither header, because they do not come
 * from a browser.
 *
 * @throws Failure `origin_not_allowed`
 */
export function refuseForeignSites(publicUrl: string, { mcp }: Pick<AnyRoute, 'mcp'>): Middleware {
  const ours = new URL(publicUrl).origin;
  return async (ctx, next) => {
    const origin = ctx.get('origin');
    const site = ctx.get('sec-fetch-site');
    const foreign = (origin !== '' && origin !== ours) || (site !== '' && site !== 'same-origin' && site !== 'none');
    if (foreign) throw new Failure('origin_not_allowed', mcp && { detail: OF_PROGRAMS });
    await next();
  };
}

/** Rejects requests to a route whose service is not configured, before the body is read. */
export function requireService(needs: Service, deps: ApiDeps): Middleware {
  return async (ctx, next) => {
    if (!SERVICES[needs](deps, ctx.state.caller)) throw new Failure('service_not_configured');
    await next();
  };
}

/** Holds a slot until a large response is sent, to bound memory and CPU. @throws `rate_limited` or `overloaded` */
export function holdDownload(downloads: ConcurrencyLimit): Middleware {
  return async (ctx, next) => {
    const { caller, address } = ctx.state;
    ctx.res.once('close', downloads.enter({ accountId: caller?.accountId ?? null, address }));
    await next();
  };
}

/**
 * True if the request repeats this header (lower-case name), even with the same value, or if a proxy joined two equal
 * lines into one (`K, K`). Node joins most repeated headers with commas and, for some headers, keeps only the first.
 */
export function isRepeated({ headers, headersDistinct }: IncomingMessage, name: string): boolean {
  const lines = headers[name] === undefined ? [] : headersDistinct[name]!;
  const [first, ...joined] = lines.flatMap((line) => line.split(',').map((value) => value.trim()));
  return lines.length > 1 || (first !== '' && joined.length > 0 && joined.every((value) => value === first));
}

/** Rejects repeated single-valued headers, except keys. @throws Failure `invalid_idempotency_key`, `invalid_request` */
export function refuseRepeatedHeaders({ idempotent, streams, signedBy = [] }: AnyRoute): Middleware[] {
  const names = [...(idempotent ? ['Idempotency-Key'] : []), ...(streams ? ['Last-Event-ID'] : []), ...signedBy];
  if (names.length === 0) return [];
  return [
    (ctx, next) => {
      const pointer = names.find((name) => isRepeated(ctx.req, name.toLowerCase()));
      if (pointer === undefined) return next() as Promise<void>;
      throw new Failure(pointer === 'Idempotency-Key' ? 'invalid_idempotency_key' : 'invalid_request', {
        detail: `Send one ${pointer} header.`,
        errors: [{ pointer, code: 'repeated', detail: 'must not be repeated' }],
      });
    },
  ];
}
