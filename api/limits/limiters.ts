import type { Pool } from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { PLANS, type Plan } from '../../contracts/access';
import {
  ENDPOINT_LIMITS,
  IP_LIMIT,
  PLATFORM_LIMIT,
  TENANT_LIMITS,
  type EndpointLimit,
  type Limit,
} from './limit-classes';

/** What is left of a limit after a request. */
export interface Allowance {
  limit: Limit;
  /** The limit as `RateLimit-Policy` names it. */
  policy: string;
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

/** Counts requests against one limit, by key. */
export interface Limiter {
  limit: Limit;
  /** Counts one request. */
  consume(key: string): Promise<Allowance>;
  /** Looks without counting. */
  look(key: string): Promise<Allowance>;
}

/** All limiters of a process. */
export interface Limiters {
  platform: Limiter;
  ip: Limiter;
  tenant: Record<Plan, Limiter>;
  endpoint: Record<EndpointLimit, Limiter>;
}

/** Where counts are kept: in this process, or in PostgreSQL for all processes together. */
export type LimitStore = { type: 'memory' } | { type: 'postgres'; pool: Pool };

/** Limiters with every number multiplied by `scale` (LIMITS_SCALE). */
export function createLimiters(scale: number, store: LimitStore): Limiters {
  const make = (limit: Limit, prefix: string, where: LimitStore = store) =>
    createLimiter({ ...limit, requests: Math.max(1, Math.floor(limit.requests * scale)) }, prefix, where);
  return {
    // What one process can bear is counted in that process.
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
  const options = { points: limit.requests, duration: limit.windowSeconds, keyPrefix };
  const memory = new RateLimiterMemory(options);
  const policy = `"${limit.name}";q=${limit.requests};w=${limit.windowSeconds}`;
  const counter: RateLimiterAbstract =
    store.type === 'memory'
      ? memory
      : new RateLimiterPostgres({
          ...options,
          storeClient: store.pool,
          tableName: 'rate_limits',
          tableCreated: true,
          // A database that is down must not switch limits off, nor refuse every request.
          insuranceLimiter: memory,
        });
  const allowance = (left: RateLimiterRes | null, exceeded: boolean): Allowance => ({
    limit,
    policy,
    remaining: left ? Math.max(0, left.remainingPoints) : limit.requests,
    resetSeconds: left ? Math.ceil(left.msBeforeNext / 1000) : limit.windowSeconds,
    exceeded,
  });
  return {
    limit,
    async consume(key) {
      try {
        return allowance(await counter.consume(key), false);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return allowance(refusal, true);
        throw refusal;
      }
    },
    async look(key) {
      const left = await counter.get(key);
      return allowance(left, left !== null && left.consumedPoints >= limit.requests);
    },
  };
}

/**
 * The fields `RateLimit-Policy` and `RateLimit` (IETF draft-ietf-httpapi-ratelimit-headers) of the limits that applied.
 */
export function rateLimitHeaders(allowances: readonly Allowance[]): Record<string, string> {
  let policies = '';
  let states = '';
  for (const { limit, policy, remaining, resetSeconds } of allowances) {
    const separator = policies ? ', ' : '';
    policies += separator + policy;
    states += `${separator}"${limit.name}";r=${remaining};t=${resetSeconds}`;
  }
  return { 'RateLimit-Policy': policies, RateLimit: states };
}
