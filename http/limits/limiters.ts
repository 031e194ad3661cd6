import type { ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import { PLANS, type Plan } from '../../base/access';
import { Failure, FAILURES, type FailureDetail } from '../../base/failures';
import type { Caller } from '../../modules/accounts/store/callers';
import { createMemoryCounter, createSharedCounter, type Count } from './counters';
import {
  ENDPOINT_LIMITS,
  IP_LIMIT,
  PLATFORM_LIMIT,
  TENANT_LIMITS,
  type EndpointLimit,
  type Limit,
} from './limit-classes';

export interface Allowance {
  limit: Limit;
  /** Item of the `RateLimit-Policy` header. */
  policy: string;
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

export type Level = NonNullable<FailureDetail['limitLevel']>;

export function limitExceeded({ limit, resetSeconds }: Allowance, level: Level): Failure {
  const { name, requests, windowSeconds } = limit;
  return new Failure('rate_limited', {
    detail: `More than ${requests} requests in ${windowSeconds} s (limit "${name}").`,
    retryAfterSeconds: Math.max(1, resetSeconds),
    limitLevel: level,
    limitName: name,
  });
}

export interface Limiter {
  limit: Limit;
  consume(key: string, points?: number): Promise<Allowance>;
  uncount(key: string): Promise<void>;
  /** Reads the current state without counting a request. */
  peek(key: string): Promise<Allowance>;
}

export interface Limiters {
  platform: Limiter;
  ip: Limiter;
  tenant: Record<Plan, Limiter>;
  endpoint: Record<EndpointLimit, Limiter>;
}

/** Where counts are stored: in this process, or in PostgreSQL for all processes. */
export type LimitStore = { type: 'memory' } | { type: 'postgres'; pool: Pool };

/** Creates all limiters, with limits multiplied by `scale` (LIMITS_SCALE). */
export function createLimiters(scale: number, store: LimitStore): Limiters {
  const make = (limit: Limit, prefix: string, where: LimitStore = store) =>
    createLimiter({ ...limit, requests: Math.max(1, Math.floor(limit.requests * scale)) }, prefix, where);
  return {
    // Always in memory, because it limits the load of one process.
    platform: make(PLATFORM_LIMIT, 'platform', { type: 'memory' }),
    ip: make(IP_LIMIT, 'ip'),
    tenant: Object.fromEntries(PLANS.map((plan) => [plan, make(TENANT_LIMITS[plan], `tenant-${plan}`)])) as Record<
      Plan,
      Limiter
    >,
    endpoint: Object.fromEntries(
      Object.entries(ENDPOINT_LIMITS).map(([name, limit]) => [name, make(limit, name)]),
    ) as Record<EndpointLimit, Limiter>,
  };
}

function createLimiter(limit: Limit, keyPrefix: string, store: LimitStore): Limiter {
  const windowMs = limit.windowSeconds * 1_000;
  const counter =
    store.type === 'memory' ? createMemoryCounter(windowMs) : createSharedCounter(store.pool, keyPrefix, windowMs);
  const policy = `"${limit.name}";q=${limit.requests};w=${limit.windowSeconds}`;
  const allowance = (found: Count | null, exceeded: boolean): Allowance => ({
    limit,
    policy,
    remaining: Math.max(0, limit.requests - (found?.counted ?? 0)),
    resetSeconds: found ? Math.ceil(found.resetMs / 1_000) : limit.windowSeconds,
    exceeded,
  });
  return {
    limit,
    async consume(key, points = 1) {
      const found = await counter.add(key, points);
      return allowance(found, found.counted > limit.requests);
    },
    async uncount(key) {
      await counter.add(key, -1);
    },
    async peek(key) {
      const found = await counter.read(key);
      return allowance(found, found !== null && found.counted >= limit.requests);
    },
  };
}

/** Returns a function that counts sandbox runs against the account's daily limit and throws Failure `rate_limited`. */
export function sandboxShare({ endpoint }: Limiters): (accountId: string, runs: number) => Promise<void> {
  return async (accountId, runs) => {
    const allowance = await endpoint.sandboxDay.consume(accountId, runs);
    if (allowance.exceeded) throw limitExceeded(allowance, 'endpoint');
  };
}

/** True for a failure that the caller can fix and that created nothing: any 4xx except 429. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Failure && isRefused(FAILURES[error.code].status);
}

const isRefused = (status: number) => status >= 400 && status < 500 && status !== 429;

/** Refunds a rejected request to the limit `name` and counts it against the account's limit of refusals instead. */
export async function countRefusal({ endpoint }: Limiters, name: EndpointLimit, accountId: string): Promise<Allowance> {
  await endpoint[name].uncount(accountId);
  return endpoint.refusals.consume(accountId);
}

/**
 * Does work for a signed-in browser. Counts it in the same buckets as requests with the account's keys. If the response
 * has a 4xx status, such as a redisplayed form, it counts as a refusal.
 *
 * @throws Failure `rate_limited`
 */
export async function withinAccountLimit<Answer extends { status: number }>(
  limiters: Limiters,
  name: EndpointLimit,
  accountId: string,
  work: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const allowance = await limiters.endpoint[name].consume(accountId);
  if (allowance.exceeded) throw limitExceeded(allowance, 'endpoint');
  const refused = async () => {
    const refusals = await countRefusal(limiters, name, accountId);
    if (refusals.exceeded) throw limitExceeded(refusals, 'endpoint');
  };
  try {
    const answer = await work();
    if (isRefused(answer.status)) await refused();
    return answer;
  } catch (error) {
    if (isRefusal(error)) await refused();
    throw error;
  }
}

/** Sets the `RateLimit-Policy` and `RateLimit` headers for these limits (draft-ietf-httpapi-ratelimit-headers). */
export function setRateLimitHeaders(response: ServerResponse, allowances: readonly Allowance[]): void {
  let policies = '';
  let states = '';
  for (const { limit, policy, remaining, resetSeconds } of allowances) {
    const separator = policies ? ', ' : '';
    policies += separator + policy;
    states += `${separator}"${limit.name}";r=${remaining};t=${resetSeconds}`;
  }
  response.setHeader('RateLimit-Policy', policies);
  response.setHeader('RateLimit', states);
}

/** Current state of all rate limits of a caller, without counting a request. */
export async function peekLimits(
  limiters: Limiters,
  caller: Caller,
): Promise<{ level: 'platform' | 'tenant' | 'endpoint'; allowance: Allowance }[]> {
  const own = (Object.keys(limiters.endpoint) as EndpointLimit[]).filter(
    (name) => ENDPOINT_LIMITS[name].by === 'account',
  );
  const [platform, key, account, ...endpoints] = await Promise.all([
    limiters.platform.peek('all'),
    limiters.tenant[caller.plan].peek(caller.accountId),
    limiters.tenant[caller.accountPlan].peek(caller.accountId),
    ...own.map((name) => limiters.endpoint[name].peek(caller.accountId)),
  ]);
  return [
    { level: 'platform', allowance: platform },
    { level: 'tenant', allowance: account.remaining < key.remaining ? account : key },
    ...endpoints.map((allowance) => ({ level: 'endpoint' as const, allowance })),
  ];
}
