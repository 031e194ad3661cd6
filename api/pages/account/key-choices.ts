/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** When a new key ends, by the value of its choice; null is never. */
export const EXPIRIES: Record<string, { label: string; days: number | null }> = {
  '90d': { label: 'After 90 days', days: 90 },
  '30d': { label: 'After 30 days', days: 30 },
  '365d': { label: 'After a year', days: 365 },
  never: { label: 'Never', days: null },
};

/** How long a replaced key goes on, by the value of its choice (contract.md, Keys: 0 to 30 days). */
export const GRACES: Record<string, { label: string; days: number }> = {
  '1d': { label: 'works for another day', days: 1 },
  '0d': { label: 'ends at once', days: 0 },
  '7d': { label: 'works for another 7 days', days: 7 },
  '30d': { label: 'works for another 30 days', days: 30 },
};
