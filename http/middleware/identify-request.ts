import { randomUUID } from 'node:crypto';
import { SERVICE_VERSION } from '../../contracts/versions';
import { clientAddress } from '../limits/client-address';
import type { Middleware } from '../state';

const noop = () => undefined;
const USABLE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * Assigns a request id, the client's own if well-formed, and returns it in `X-Request-Id` beside our version; determines
 * the client address behind `trustedHops` proxies.
 */
export function identifyRequest(trustedHops: number): Middleware {
  return (ctx, next) => {
    const clientId = ctx.get('x-request-id');
    const requestId = USABLE_ID.test(clientId) ? clientId : randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.address = clientAddress(ctx.req, trustedHops);
    ctx.state.startedAt = performance.now();
    ctx.state.route = null;
    ctx.state.caller = null;
    ctx.state.subject = {};
    ctx.state.allowances = [];
    ctx.state.failureCode = null;
    ctx.state.limitedBy = null;
    ctx.state.trusted = false;
    ctx.state.releaseSlot = noop;
    ctx.res.setHeader('X-Request-Id', requestId);
    ctx.res.setHeader('Noi-Version', SERVICE_VERSION);
    return next() as Promise<void>;
  };
}
