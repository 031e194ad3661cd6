/** Plans from the least to the most capable (spec, Authentication 5). */
export const PLANS = ['free', 'starter', 'pro', 'partner', 'admin'] as const;
export type Plan = (typeof PLANS)[number];

/** Everything an API key may be allowed to do (spec, Authentication 4). */
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

/** A live key works on paid resources, a test key only on what was made in test mode (contract.md, Keys). */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];

/** The lower of two plans: what a key may use when it is bound below its account's plan. */
export function lowerPlan(a: Plan, b: Plan): Plan {
  return PLANS.indexOf(a) <= PLANS.indexOf(b) ? a : b;
}
