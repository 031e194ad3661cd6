import { randomUUID } from 'node:crypto';
import type { Middleware } from '../state';

const USABLE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Gives every request an id, the caller's own where it is usable, and returns it in `X-Request-Id`. */
export function identifyRequest(): Middleware {
  return (ctx, next) => {
    const given = ctx.get('x-request-id');
    const requestId = USABLE_ID.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.startedAt = performance.now();
    ctx.state.route = null;
    ctx.state.caller = null;
    ctx.state.allowances = [];
    ctx.set('X-Request-Id', requestId);
    return next() as Promise<void>;
  };
}
