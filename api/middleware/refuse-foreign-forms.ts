import { Failure } from '../../contracts/failures';
import type { Middleware } from '../state';

/**
 * Refuses a form that a page of another site sent (contract.md, Payments): browsers name the origin of every POST, so that
 * nobody can make a visitor buy or sign anything. A request without an Origin comes from no browser and passes.
 *
 * @throws Failure `origin_not_allowed`
 */
export function refuseForeignForms(publicUrl: string): Middleware {
  const ours = new URL(publicUrl).origin;
  return async (ctx, next) => {
    const origin = ctx.get('origin');
    const site = ctx.get('sec-fetch-site');
    const foreign = (origin !== '' && origin !== ours) || (site !== '' && site !== 'same-origin' && site !== 'none');
    if (foreign) throw new Failure('origin_not_allowed');
    await next();
  };
}
