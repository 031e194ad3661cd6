import type { Plan } from '../../base/access';

/** Rate limit. Requests beyond the limit get 429 until the window ends. */
export interface Limit {
  /** Name in the RateLimit headers. */
  name: string;
  requests: number;
  windowSeconds: number;
}

/** Maximum requests per second of one process. */
export const PLATFORM_LIMIT: Limit = { name: 'platform', requests: 1_000, windowSeconds: 1 };

/** Requests without a key and failed authentications, counted per network. */
export const IP_LIMIT: Limit = { name: 'ip', requests: 300, windowSeconds: 60 };

export const TENANT_LIMITS: Record<Plan, Limit> = {
  free: { name: 'tenant', requests: 60, windowSeconds: 60 },
  starter: { name: 'tenant', requests: 120, windowSeconds: 60 },
  pro: { name: 'tenant', requests: 600, windowSeconds: 60 },
  partner: { name: 'tenant', requests: 1_200, windowSeconds: 60 },
  admin: { name: 'tenant', requests: 1_200, windowSeconds: 60 },
};

export interface OwnLimit extends Limit {
  /** Counting key of a request: the account, or the network on open endpoints. */
  by: 'account' | 'address';
  /** Replaces the tenant limit, so that polling never exhausts a plan. */
  insteadOfTenant?: true;
  /** Counts only failed requests. A successful request is uncounted afterwards. */
  failuresOnly?: true;
}

/** See docs/interface/limits.md. */
export const ENDPOINT_LIMITS = {
  runCreation: { name: 'run-creation', requests: 10, windowSeconds: 60, by: 'account' },
  sandboxRuns: { name: 'sandbox-runs', requests: 10, windowSeconds: 60, by: 'account' },
  // Counts runs instead of requests, because a batch has up to 100 runs and sandbox runs need no entitlement.
  sandboxDay: { name: 'sandbox-day', requests: 2_000, windowSeconds: 86_400, by: 'account' },
  runReads: { name: 'run-reads', requests: 120, windowSeconds: 60, by: 'account', insteadOfTenant: true },
  // A tool call also sends requests to the API, and those count as well.
  mcp: { name: 'mcp', requests: 120, windowSeconds: 60, by: 'account', insteadOfTenant: true },
  runCancel: { name: 'run-cancel', requests: 60, windowSeconds: 60, by: 'account' },
  checkout: { name: 'checkout', requests: 10, windowSeconds: 60, by: 'account' },
  withdrawals: { name: 'withdrawals', requests: 5, windowSeconds: 3_600, by: 'account' },
  scan: { name: 'scan', requests: 5, windowSeconds: 3_600, by: 'address' },
  // One network can confirm a fifth of the daily free scans.
  scanConfirmations: { name: 'scan-confirmations', requests: 20, windowSeconds: 86_400, by: 'address' },
  // Emails to typed-in addresses, limited by network and mailbox, by network, and by wider network (`mailShare`).
  mailsToMailbox: { name: 'mails-to-mailbox', requests: 20, windowSeconds: 86_400, by: 'address' },
  mailsOfNetwork: { name: 'mails-of-network', requests: 100, windowSeconds: 86_400, by: 'address' },
  mailsOfWiderNetwork: { name: 'mails-of-wider-network', requests: 300, windowSeconds: 86_400, by: 'address' },
  auth: { name: 'auth', requests: 5, windowSeconds: 900, by: 'address' },
  // Our own forms. A whole office may use them from one IP address, but each mailbox and account has its own limit.
  linkForms: { name: 'link-forms', requests: 20, windowSeconds: 900, by: 'address' },
  passwordForms: { name: 'password-forms', requests: 20, windowSeconds: 900, by: 'address', failuresOnly: true },
  // Tokens cannot be guessed, so most failures are passwords that do not meet the policy. A form that needs a recent
  // sign-in is submitted again after that sign-in. A tight limit could block the second attempt until the sign-in is
  // too old.
  authTokens: { name: 'auth-tokens', requests: 20, windowSeconds: 900, by: 'address' },
  support: { name: 'support', requests: 5, windowSeconds: 3_600, by: 'address' },
  checkoutStart: { name: 'checkout-start', requests: 10, windowSeconds: 60, by: 'address' },
  // Each view takes two requests, because the page of a shared dossier loads the dossier in a frame.
  shared: { name: 'shared', requests: 120, windowSeconds: 60, by: 'address' },
  shares: { name: 'shares', requests: 20, windowSeconds: 3_600, by: 'account' },
  webhooks: { name: 'webhooks', requests: 20, windowSeconds: 3_600, by: 'account' },
  // Rejected requests create nothing, so they count here instead of against the account limits above.
  refusals: { name: 'refusals', requests: 60, windowSeconds: 60, by: 'account' },
} as const satisfies Record<string, OwnLimit>;
export type EndpointLimit = keyof typeof ENDPOINT_LIMITS;

/** True if rejected requests count against `refusals` instead. Limits per network count rejected requests too. */
export function sparesRefusals(name: EndpointLimit): boolean {
  const { by, insteadOfTenant }: OwnLimit = ENDPOINT_LIMITS[name];
  return by === 'account' && !insteadOfTenant;
}
