/**
 * States of a contributor's share of a sale: `pending` until it matures, `frozen` while its payment is disputed,
 * `taken_back` once the payment is gone.
 */
export const SHARE_STATUSES = ['pending', 'available', 'frozen', 'taken_back'] as const;
export type ShareStatus = (typeof SHARE_STATUSES)[number];

/** Time from a sale to the day its share can be withdrawn, unless SHARE_MATURITY says otherwise. */
export const DEFAULT_SHARE_MATURITY_MS = 14 * 24 * 3_600_000;
