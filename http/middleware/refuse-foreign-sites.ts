import { Failure } from '../../contracts/failures';
import type { Middleware } from '../state';

/**
 * Refuses forms and messages from other sites (CSRF, DNS rebinding; docs/interface.md, Payments, Documentation), by the Origin and Sec-Fetch-Site headers that
 * browsers send with every POST. Requests without these headers do not come from a browser and pass.
 *
 * @throws Failure `origin_not_allowed`
 */
export function refuseForeignSites(publicUrl: string): Middleware {
  const ours = new URL(publicUrl).origin;
  return async (ctx, next) => {
    const origin = ctx.get('origin');
    const site = ctx.get('sec-fetch-site');
    const foreign = (origin !== '' && origin !== ours) || (site !== '' && site !== 'same-origin' && site !== 'none');
    if (foreign) throw new Failure('origin_not_allowed');
    await next();
  };
}
