/** Plans, least capable first (docs/interface/accounts.md#keys-and-accounts). */
export const PLANS = ['free', 'starter', 'pro', 'partner', 'admin'] as const;
export type Plan = (typeof PLANS)[number];

/** Permissions of API keys (docs/interface/accounts.md#keys-and-accounts). */
export const SCOPES = [
  'scan:create',
  'evaluations:create',
  'searches:create',
  'opportunities:read',
  'purchases:create',
  'runs:read',
  'findings:read',
  'dossiers:read',
  'account:read',
  'usage:read',
  'withdrawals:write',
  'webhooks:manage',
  'buyer-demand:manage',
  'admin:review',
  'sandbox',
] as const;
export type Scope = (typeof SCOPES)[number];

const READS = [
  'runs:read',
  'findings:read',
  'dossiers:read',
  'opportunities:read',
  'account:read',
  'usage:read',
] as const;

/** Predefined scope sets: only reading; reading and starting runs (sandbox runs for a test key); everything. */
export const SCOPE_PRESETS = {
  'read-only': READS,
  runs: [...READS, 'evaluations:create', 'searches:create', 'sandbox'],
  all: SCOPES,
} as const satisfies Record<string, readonly Scope[]>;

/** Modes of keys and data. A test key sees only data created in test mode (docs/interface/accounts.md). */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];

/** Returns the lower of two plans, because a key can be limited to a lower plan than its account's. */
export function lowerPlan(a: Plan, b: Plan): Plan {
  return PLANS.indexOf(a) <= PLANS.indexOf(b) ? a : b;
}
