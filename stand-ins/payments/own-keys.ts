/**
 * The keys of each mode with every right; the stand-in accepts no others but the restricted one below: a real key sent here by mistake fails. They are not secret.
 */
export const PAYMENTS_STAND_IN_KEYS = { live: 'sk_live_local_stand_in', test: 'sk_test_local_stand_in' } as const;

/** A restricted live key without the rights of payouts and tax: `docs/operations.md`, Payments, names these rights. */
export const PAYMENTS_STAND_IN_RESTRICTED_KEY = 'rk_live_local_stand_in';

/** Webhook signing secrets of the embedded default, one per mode; valid only for an API on this machine. */
export const PAYMENTS_STAND_IN_SECRETS = {
  live: 'whsec_local_stand_in_live',
  test: 'whsec_local_stand_in_test',
} as const;
