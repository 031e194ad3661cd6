import type { Plan } from '../../contracts/access';

/** A number of requests in a window; what is over it is answered 429. */
export interface Limit {
  /** Its name in RateLimit headers. */
  name: string;
  requests: number;
  windowSeconds: number;
}

/** Requests a second that one process takes at all. */
export const PLATFORM_LIMIT: Limit = { name: 'platform', requests: 1_000, windowSeconds: 1 };

/** Keyless requests and failed authentications of one address. */
export const IP_LIMIT: Limit = { name: 'ip', requests: 300, windowSeconds: 60 };

/** Requests of one account, by its plan. */
export const TENANT_LIMITS: Record<Plan, Limit> = {
  free: { name: 'tenant', requests: 60, windowSeconds: 60 },
  starter: { name: 'tenant', requests: 120, windowSeconds: 60 },
  pro: { name: 'tenant', requests: 600, windowSeconds: 60 },
  partner: { name: 'tenant', requests: 1_200, windowSeconds: 60 },
  admin: { name: 'tenant', requests: 1_200, windowSeconds: 60 },
};

/**
 * Limits of single endpoints (contract.md, Limits): counted by account where a key is needed, else by address.
 */
export const ENDPOINT_LIMITS = {
  runCreation: { name: 'run-creation', requests: 10, windowSeconds: 60 },
  runReads: { name: 'run-reads', requests: 120, windowSeconds: 60 },
  checkout: { name: 'checkout', requests: 10, windowSeconds: 60 },
  withdrawals: { name: 'withdrawals', requests: 5, windowSeconds: 3_600 },
  scan: { name: 'scan', requests: 5, windowSeconds: 3_600 },
  auth: { name: 'auth', requests: 5, windowSeconds: 900 },
  support: { name: 'support', requests: 5, windowSeconds: 3_600 },
  checkoutStart: { name: 'checkout-start', requests: 10, windowSeconds: 60 },
  webhooks: { name: 'webhooks', requests: 20, windowSeconds: 3_600 },
} as const satisfies Record<string, Limit>;
export type EndpointLimit = keyof typeof ENDPOINT_LIMITS;

/** Endpoint limits that stand in place of the tenant's instead of beside it: polling never uses up a plan. */
export const INSTEAD_OF_TENANT: ReadonlySet<EndpointLimit> = new Set(['runReads']);

/** Endpoint limits that are counted by address, because their endpoints need no key. */
export const BY_ADDRESS: ReadonlySet<EndpointLimit> = new Set(['scan', 'auth', 'support', 'checkoutStart']);
