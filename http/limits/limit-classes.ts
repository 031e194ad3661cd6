import type { Plan } from '../../base/access';

/** Rate limit: requests per window; more get 429. */
export interface Limit {
  /** Name in RateLimit headers. */
  name: string;
  requests: number;
  windowSeconds: number;
}

/** Requests per second of one process. */
export const PLATFORM_LIMIT: Limit = { name: 'platform', requests: 1_000, windowSeconds: 1 };

/** Keyless requests and failed authentications of one network. */
export const IP_LIMIT: Limit = { name: 'ip', requests: 300, windowSeconds: 60 };

export const TENANT_LIMITS: Record<Plan, Limit> = {
  free: { name: 'tenant', requests: 60, windowSeconds: 60 },
  starter: { name: 'tenant', requests: 120, windowSeconds: 60 },
  pro: { name: 'tenant', requests: 600, windowSeconds: 60 },
  partner: { name: 'tenant', requests: 1_200, windowSeconds: 60 },
  admin: { name: 'tenant', requests: 1_200, windowSeconds: 60 },
};

/** Rate limit of single endpoints. */
export interface OwnLimit extends Limit {
  /** Counting key: the account, or the network on open endpoints. */
  by: 'account' | 'address';
  /** Replaces the tenant limit, so that polling never exhausts a plan. */
  insteadOfTenant?: true;
  /** Counts failed requests only: a request that succeeded is given back. */
  failuresOnly?: true;
}

/** Limits of single endpoints (docs/interface/limits.md). */
export const ENDPOINT_LIMITS = {
  runCreation: { name: 'run-creation', requests: 10, windowSeconds: 60, by: 'account' },
  sandboxRuns: { name: 'sandbox-runs', requests: 10, windowSeconds: 60, by: 'account' },
  // Runs, not requests: a batch has a hundred, and no credit bounds them.
  sandboxDay: { name: 'sandbox-day', requests: 2_000, windowSeconds: 86_400, by: 'account' },
  runReads: { name: 'run-reads', requests: 120, windowSeconds: 60, by: 'account', insteadOfTenant: true },
  // Each tool then asks the API, which counts it as any other request.
  mcp: { name: 'mcp', requests: 120, windowSeconds: 60, by: 'account', insteadOfTenant: true },
  runCancel: { name: 'run-cancel', requests: 60, windowSeconds: 60, by: 'account' },
  checkout: { name: 'checkout', requests: 10, windowSeconds: 60, by: 'account' },
  withdrawals: { name: 'withdrawals', requests: 5, windowSeconds: 3_600, by: 'account' },
  scan: { name: 'scan', requests: 5, windowSeconds: 3_600, by: 'address' },
  // A fifth of the day's free scans, by the network that confirms them.
  scanConfirmations: { name: 'scan-confirmations', requests: 20, windowSeconds: 86_400, by: 'address' },
  // Mails to addresses that somebody typed: by network and mailbox, by network, by wider network (`withinMailShare`).
  mailsToMailbox: { name: 'mails-to-mailbox', requests: 20, windowSeconds: 86_400, by: 'address' },
  mailsOfNetwork: { name: 'mails-of-network', requests: 100, windowSeconds: 86_400, by: 'address' },
  mailsOfWiderNetwork: { name: 'mails-of-wider-network', requests: 300, windowSeconds: 86_400, by: 'address' },
  auth: { name: 'auth', requests: 5, windowSeconds: 900, by: 'address' },
  // Our own forms: an office behind one address signs in by them. Each mailbox and each account has its own limit.
  linkForms: { name: 'link-forms', requests: 20, windowSeconds: 900, by: 'address' },
  passwordForms: { name: 'password-forms', requests: 20, windowSeconds: 900, by: 'address', failuresOnly: true },
  // Tokens cannot be guessed; these attempts are mostly passwords that the policy refused. Forms that ask for a fresh
  // sign-in are sent once more for it: a narrow limit would outlast that sign-in.
  authTokens: { name: 'auth-tokens', requests: 20, windowSeconds: 900, by: 'address' },
  support: { name: 'support', requests: 5, windowSeconds: 3_600, by: 'address' },
  checkoutStart: { name: 'checkout-start', requests: 10, windowSeconds: 60, by: 'address' },
  // A page of a shared dossier loads the dossier in a frame.
  shared: { name: 'shared', requests: 120, windowSeconds: 60, by: 'address' },
  shares: { name: 'shares', requests: 20, windowSeconds: 3_600, by: 'account' },
  webhooks: { name: 'webhooks', requests: 20, windowSeconds: 3_600, by: 'account' },
  // What was refused made nothing, so it spends this one in place of those above that count by account.
  refusals: { name: 'refusals', requests: 60, windowSeconds: 60, by: 'account' },
} as const satisfies Record<string, OwnLimit>;
export type EndpointLimit = keyof typeof ENDPOINT_LIMITS;

/** True if refused requests spend the bucket of refusals in place of this one. Networks are held to what they try. */
export function sparesRefusals(name: EndpointLimit): boolean {
  const { by, insteadOfTenant }: OwnLimit = ENDPOINT_LIMITS[name];
  return by === 'account' && !insteadOfTenant;
}
