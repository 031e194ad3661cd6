import { SCOPE_PRESETS, SCOPES, type Scope } from '../../contracts/access';

/** Milliseconds in a day. */
export const DAY_MS = 86_400_000;

/** Lifetimes offered for a new key, by form value; null never expires. */
export const EXPIRIES: Record<string, { label: string; days: number | null }> = {
  '90d': { label: 'After 90 days', days: 90 },
  '30d': { label: 'After 30 days', days: 30 },
  '365d': { label: 'After a year', days: 365 },
  never: { label: 'Never', days: null },
};

/** Grace periods offered for a replaced key, by form value (docs/interface.md, Keys and accounts: 0 to 30 days). */
export const GRACES: Record<string, { label: string; days: number }> = {
  '1d': { label: 'works for another day', days: 1 },
  '0d': { label: 'stops working at once', days: 0 },
  '7d': { label: 'works for another 7 days', days: 7 },
  '30d': { label: 'works for another 30 days', days: 30 },
};

/** Scopes that customers may grant. Staff keys, which may review, are created by operators. */
export const OWN_SCOPES = SCOPES.filter((scope) => scope !== 'admin:review');

/** Sets of scopes offered for a new key, by form value; null leaves the choice of each to its owner. */
export const PRESETS: Record<string, { label: string; hint: string; scopes: readonly Scope[] | null }> = {
  runs: {
    label: 'Start research and read results',
    hint: 'For a program that uses your credits.',
    scopes: SCOPE_PRESETS.runs,
  },
  'read-only': { label: 'Read only', hint: 'For reports; it spends nothing.', scopes: SCOPE_PRESETS['read-only'] },
  all: { label: 'Everything', hint: 'Purchases, webhooks and withdrawals, too.', scopes: OWN_SCOPES },
  custom: { label: 'Choose each scope', hint: 'Below.', scopes: null },
};
