import { Failure } from '../../contracts/failures';
import type { AnyRoute } from '../endpoint';
import { tenantBucket } from '../limits/caller-limits';
import { INSTEAD_OF_TENANT } from '../limits/limit-classes';
import type { Allowance, Limiters } from '../limits/limiters';
import type { Ctx, Middleware } from '../state';

type Level = 'platform' | 'ip' | 'tenant' | 'endpoint';

/** Counts every request against what one process can bear. */
export function limitPlatform(limiters: Limiters): Middleware {
  return async (ctx, next) => {
    apply(ctx, 'platform', await limiters.platform.consume('all'));
    await next();
  };
}

/** Counts a request without a key against its address, and against the limit of its route where it has one. */
export function limitAddress(limiters: Limiters, route: AnyRoute | null = null): Middleware {
  const own = route?.limit && limiters.endpoint[route.limit];
  return async (ctx, next) => {
    await countAddress(ctx, limiters);
    if (own) apply(ctx, 'endpoint', await own.consume(ctx.ip));
    await next();
  };
}

/** Counts one keyless request or failed authentication. */
export async function countAddress(ctx: Ctx, limiters: Limiters): Promise<void> {
  apply(ctx, 'ip', await limiters.ip.consume(ctx.ip));
}

/** Refuses an address that has used up its failures, without counting. */
export async function checkAddress(ctx: Ctx, limiters: Limiters): Promise<void> {
  const allowance = await limiters.ip.look(ctx.ip);
  if (allowance.exceeded) apply(ctx, 'ip', allowance);
}

/** Counts a request against its account's plan and against the limit of its endpoint. */
export function limitCaller(limiters: Limiters, endpoint: AnyRoute): Middleware {
  const own = endpoint.limit && limiters.endpoint[endpoint.limit];
  const tenantCounts = !endpoint.limit || !INSTEAD_OF_TENANT.has(endpoint.limit);
  return async (ctx, next) => {
    const caller = ctx.state.caller!;
    if (tenantCounts) apply(ctx, 'tenant', await limiters.tenant[caller.plan].consume(tenantBucket(caller)));
    if (own) apply(ctx, 'endpoint', await own.consume(caller.accountId));
    await next();
  };
}

function apply(ctx: Ctx, level: Level, allowance: Allowance): void {
  ctx.state.allowances.push(allowance);
  if (!allowance.exceeded) return;
  const { name, requests, windowSeconds } = allowance.limit;
  throw new Failure('rate_limited', {
    detail: `More than ${requests} requests in ${windowSeconds} s (limit "${name}").`,
    retryAfterSeconds: Math.max(1, allowance.resetSeconds),
    limitLevel: level,
  });
}
