import type { Places } from '../limits/places';
import type { Middleware } from '../state';

/**
 * Holds a place of its account or network from before a large answer is made until it was taken or its connection closed,
 * so that answers which nobody reads cost a bounded part of memory and CPU.
 *
 * @throws Failure `rate_limited` or `overloaded` where there is no place
 */
export function holdDownload(downloads: Places): Middleware {
  return async (ctx, next) => {
    const { caller, address } = ctx.state;
    ctx.res.once('close', downloads.enter({ accountId: caller?.accountId ?? null, address }));
    await next();
  };
}
