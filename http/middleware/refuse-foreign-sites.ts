import { Failure } from '../../contracts/failures';
import type { AnyRoute } from '../endpoint';
import type { Middleware } from '../state';

/** What a page of another site hears of a server for programs. */
const OF_PROGRAMS = 'Pages of other sites cannot use this server. Connect from a program, which sends no Origin.';

/**
 * Refuses forms and messages from other sites (CSRF, DNS rebinding; docs/interface.md, Payments, Documentation), by the Origin and Sec-Fetch-Site headers that
 * browsers send with every POST. Requests without these headers do not come from a browser and pass.
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
