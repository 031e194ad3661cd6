import { networkOf } from '../../base/networks';
import type { Caller } from '../../modules/accounts/store/callers';
import { ENDPOINT_LIMITS, sparesRefusals, type EndpointLimit, type OwnLimit } from '../limits/limit-classes';
import { countRefusal, isRefusal, limitExceeded, type Allowance, type Level, type Limiters } from '../limits/limiters';
import type { Ctx, Middleware } from '../state';

/** Counts a request against its network if it has no key or failed to authenticate. */
export async function countAddress(ctx: Ctx, limiters: Limiters): Promise<void> {
  apply(ctx, 'ip', await limiters.ip.consume(networkOf(ctx.state.address)));
}

/** Counts a request against the process's capacity. */
export async function countPlatform(ctx: Ctx, limiters: Limiters): Promise<void> {
  apply(ctx, 'platform', await limiters.platform.consume('all'));
}

/** Sets the headers of the platform limit without counting, for requests that are exempt or not yet counted. */
export async function showPlatform(ctx: Ctx, limiters: Limiters): Promise<void> {
  ctx.state.allowances.push(await limiters.platform.peek('all'));
}

/** Counts a request against its key's plan and, if it differs, the account's plan, which all keys share. */
export async function countTenant(ctx: Ctx, limiters: Limiters, caller: Caller): Promise<void> {
  const { plan, accountPlan, accountId } = caller;
  let tightest = await limiters.tenant[plan].consume(accountId);
  if (plan !== accountPlan && !tightest.exceeded) {
    const account = await limiters.tenant[accountPlan].consume(accountId);
    if (account.exceeded || account.remaining < tightest.remaining) tightest = account;
  }
  await applyOwn(ctx, limiters, 'tenant', tightest);
}

/**
 * Counts a request against the limit of its endpoint, by account or, on open endpoints, by network. If only failures
 * count, counts each request first and uncounts it on success, so that concurrent guesses cannot exceed the limit. If
 * an account's request is rejected, it counts against the limit for refusals instead.
 */
export function limitEndpoint(limiters: Limiters, name: EndpointLimit): Middleware {
  const limiter = limiters.endpoint[name];
  const { by, failuresOnly }: OwnLimit = ENDPOINT_LIMITS[name];
  const spares = sparesRefusals(name);
  return async (ctx, next) => {
    const { caller, address } = ctx.state;
    const key = by === 'account' ? caller!.accountId : networkOf(address);
    await applyOwn(ctx, limiters, 'endpoint', await limiter.consume(key));
    try {
      await next();
    } catch (error) {
      if (caller && spares && isRefusal(error)) await refuse(ctx, limiters, name, caller.accountId);
      throw error;
    }
    if (failuresOnly && ctx.status < 400) await limiter.uncount(key);
  };
}

async function refuse(ctx: Ctx, limiters: Limiters, name: EndpointLimit, accountId: string): Promise<void> {
  ctx.state.allowances = ctx.state.allowances.filter(({ limit }) => limit !== limiters.endpoint[name].limit);
  await applyOwn(ctx, limiters, 'endpoint', await countRefusal(limiters, name, accountId));
}

// Does not count refused requests toward the platform limit. Otherwise one caller could exhaust that limit for
// everybody.
async function applyOwn(ctx: Ctx, limiters: Limiters, level: Level, allowance: Allowance): Promise<void> {
  if (allowance.exceeded) await limiters.platform.uncount('all');
  apply(ctx, level, allowance);
}

function apply(ctx: Ctx, level: Level, allowance: Allowance): void {
  ctx.state.allowances.push(allowance);
  if (allowance.exceeded) throw limitExceeded(allowance, level);
}
