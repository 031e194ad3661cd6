/**
 * The only keys that the stand-in takes, one a mode, so that no real one is ever sent to it unnoticed. They are no secrets.
 */
export const PAYMENTS_STAND_IN_KEYS = { live: 'sk_live_local_stand_in', test: 'sk_test_local_stand_in' } as const;

/** What the embedded default lets it sign webhooks with, one a mode. They open nothing but an API on this machine. */
export const PAYMENTS_STAND_IN_SECRETS = {
  live: 'whsec_local_stand_in_live',
  test: 'whsec_local_stand_in_test',
} as const;
