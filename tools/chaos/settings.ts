import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { WEBHOOK_SECRETS } from '../../test/support/shop';
import { TEST_SEALING_KEY } from '../../test/support/webhooks';

/** Minutes, hours and days of production become seconds, and no ceiling of one service is met within seconds. */
export const HURRIED = {
  CHECKOUT_SESSION_LIFETIME: '10s',
  ANONYMOUS_CHECKOUT_LIFETIME: '7s',
  RESERVATION_GRACE: '6s',
  SWEEP_INTERVAL: '3s',
  EVALUATION_DEADLINE: '15s',
  SEARCH_DEADLINE: '25s',
  SCAN_CONFIRMATION_LIFETIME: '30s',
  SCAN_DEADLINE: '15s',
  SESSION_HEARTBEAT_TIMEOUT: '2s',
  STEP_TIMEOUT: '4s',
  SHARE_MATURITY: '4s',
  PAYOUT_REVIEW_THRESHOLD: '250000',
  PAYOUT_REVIEW_MONTHLY: '400000',
  LIMITS_SCALE: '1000000',
  FREE_SCANS_PER_DAY: '1000000',
  ANONYMOUS_HOLD_SHARE: '0.5',
  MAILS_PER_SECOND: '1000',
};

/** What the product uses, besides the vendors, which it reaches at their own names. */
export interface Addresses {
  database: string;
  temporal: string;
  /** https address of the API as callers reach it. */
  publicUrl: string;
  /** https address of the second channel of alerts. */
  alerts: string;
}

/** Settings of every process, as in production: https, proxies, and no address of a vendor. */
export function settingsOf({ database, temporal, publicUrl, alerts }: Addresses): NodeJS.ProcessEnv {
  return {
    ...HURRIED,
    NODE_ENV: 'production',
    PUBLIC_URL: publicUrl,
    // The two in front, and before them one that tells from which address a stranger comes.
    TRUSTED_HOPS: '3',
    DATABASE_URL: database,
    TEMPORAL_ADDRESS: temporal,
    ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY,
    AGENT_PROVIDER_NAME: 'local-sample',
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_SECRET_KEY_TEST: PAYMENTS_STAND_IN_KEYS.test,
    STRIPE_WEBHOOK_SECRETS_LIVE: WEBHOOK_SECRETS.live,
    STRIPE_WEBHOOK_SECRETS_TEST: WEBHOOK_SECRETS.test,
    CHECKOUT_AUTOMATIC_TAX: 'true',
    CHECKOUT_INVOICES: 'true',
    WEBHOOK_SECRET_KEY: TEST_SEALING_KEY,
    MAIL: 'on',
    TOKEN_SECRET: 'a secret that only this story knows and nobody else',
    RESEND_API_KEY: 're_of_a_story',
    OPERATOR_EMAIL: 'operator@example.com',
    ALERT_WEBHOOK_URL: alerts,
    ALERT_WEBHOOK_KEY: 'routing-key-of-a-story',
  };
}
