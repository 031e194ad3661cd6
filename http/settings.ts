import { makeValidator, str, type CleanedEnv } from 'envalid';
import { buildSettings } from '../base/build';
import { linkAccess, mailSettings, ownMailboxes } from '../base/mail-settings';
import { observationSettings } from '../base/observation/server';
import { paymentKeyOf, paymentSettings, sellerOf, sellerSettings } from '../base/payment-settings';
import { temporalSettings, tracingSettings } from '../base/process-settings';
import { isLoopbackName, refuseWherePublic } from '../base/public-deployment';
import { runSettings, scanSettings, sessionLimitSettings, sessionLimitsOf } from '../base/run-settings';
import { secretsFrom, type Secrets } from '../base/secrets';
import { databaseUrl, duration, flag, num, port, positiveNumber, share, url, wholeNumber } from '../base/settings';
import { newToken } from '../base/tokens';
import { alertReceiverSettings, webhookSettings } from '../base/webhook-settings';
import { DEFAULT_TASK_QUEUE } from '../base/workflow-messages';

const paths = makeValidator<string[]>((value) => value.split(',').map((path) => path.trim()));

export const apiSettings = {
  HOST: str({ default: '127.0.0.1', desc: 'Address to listen on' }),
  PORT: port({ default: 8080, desc: 'Port to listen on' }),
  PUBLIC_URL: url({ default: 'http://127.0.0.1:8080', desc: 'Public URL of the API' }),
  TRUSTED_HOPS: wholeNumber({
    default: undefined,
    desc: 'Proxies in front, each appending to X-Forwarded-For; required with an https PUBLIC_URL',
  }),
  MAX_IN_FLIGHT: wholeNumber({ default: 1_000, desc: 'Concurrent requests of a process; more get 503' }),
  MAX_CONNECTIONS: wholeNumber({
    default: 5_000,
    desc: 'Open connections of a process; more are closed at once. Each needs a file descriptor',
  }),
  SILENT_CALLER: duration({
    default: 120_000,
    desc: 'Time for which a caller may take nothing of an answer before its connection is closed; longer than `Prefer: wait`, 30 s',
  }),
  LOCAL_READY_FILE: str({
    default: undefined,
    desc: 'ready.json of `npm start`, whose addresses and keys /local shows to this machine; never set in production',
  }),
  DATABASE_URL: databaseUrl({ desc: 'PostgreSQL' }),
  DATABASE_POOL: num({ default: 20, desc: 'Maximum of connections to PostgreSQL' }),
  ...temporalSettings,
  ...tracingSettings,
  ...buildSettings,
  TASK_QUEUE: str({ default: DEFAULT_TASK_QUEUE, desc: 'Task queue of workflows and activities' }),
  LOG_LEVEL: str({ choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'], default: 'info' }),
  LIMITS_SCALE: positiveNumber({ default: 1, desc: 'Multiplies every rate limit' }),
  RATE_LIMIT_STORE: str({
    choices: ['memory', 'postgres'],
    default: undefined,
    desc: 'Storage of rate limit counts: memory counts for each process by itself, postgres for all; by default postgres with an https PUBLIC_URL, else memory',
  }),
  KEY_CACHE_TTL: duration({ default: 5_000, desc: 'Lifetime of cached API keys' }),
  CHECK_RESPONSES: flag({ default: false, desc: 'Validate every response against its schema' }),
  DRAIN_DELAY: duration({
    default: 3_000,
    desc: 'Time from a stop signal, from which /health/ready is 503, to the end of new connections',
  }),
  SHUTDOWN_GRACE: duration({ default: 8_000, desc: 'Time for open requests to finish at shutdown' }),
  ...observationSettings,
  ...webhookSettings,
  ...alertReceiverSettings,
  ALERT_QUEUE_AGE: duration({ default: 900_000, desc: 'Age of the oldest queued run that is an alert' }),
  ALERT_OUTBOX_AGE: duration({ default: 120_000, desc: 'Age of the oldest message to Temporal that is an alert' }),
  ALERT_FAILURE_SHARE: share({ default: 0.2, desc: 'Share of the runs of an hour, of ten or more, that may fail' }),
  WATCHED_DISKS: paths({
    default: [],
    desc: 'Paths, separated by commas, whose disks raise an alert when less than a tenth is free',
  }),
  SESSION_LIFETIME: duration({ default: 1_209_600_000, desc: 'Maximum lifetime of a session' }),
  SESSION_IDLE: duration({ default: 604_800_000, desc: 'Idle timeout of a session' }),
  STEP_UP_LIFETIME: duration({ default: 600_000, desc: 'Validity of a proof of identity for sensitive actions' }),
  RESEND_WEBHOOK_SECRET: str({ default: undefined, desc: 'Signing secret of the events of the mail provider' }),
  FREE_SCANS_PER_DAY: wholeNumber({ default: 100, desc: 'Free scans started per day, in total' }),
  ...mailSettings,
  ANONYMOUS_HOLD_SHARE: share({
    default: 0.25,
    desc: 'Share of the catalog that buyers without an account may reserve together',
  }),
  CHECKOUT_SESSION_LIFETIME: duration({ default: 31 * 60_000, desc: 'Time to pay a checkout' }),
  ANONYMOUS_CHECKOUT_LIFETIME: duration({
    default: 15 * 60_000,
    desc: 'The same where a buyer without an account holds an opportunity; the checkout is closed by us then',
  }),
  RESERVATION_GRACE: duration({
    default: 5 * 60_000,
    desc: 'Time from the end of the checkout to the end of the reservation',
  }),
  PAYOUT_REVIEW_THRESHOLD: num({
    default: 50_000,
    desc: 'Sum in cents that a contributor withdraws in 24 hours without a review',
  }),
  PAYOUT_REVIEW_MONTHLY: num({
    default: 200_000,
    desc: 'Sum in cents that a contributor withdraws in 30 days without a review',
  }),
  RETURNED_CREDITS_PER_DAY: wholeNumber({
    default: 3,
    desc: 'Failed runs with a cost that may give their credit back in 24 hours, per account; beyond that a new run waits for `admin runs release`',
  }),
  ...paymentSettings,
  ...sellerSettings,
  ...scanSettings,
  ...runSettings,
  ...sessionLimitSettings,
};

/**
 * Number of trusted proxies; 0 by default over plain http.
 *
 * @throws Error if unset over https: all clients behind the TLS proxy would be counted as one
 */
export function trustedHops({
  PUBLIC_URL,
  TRUSTED_HOPS,
}: {
  PUBLIC_URL: string;
  TRUSTED_HOPS: number | undefined;
}): number {
  if (TRUSTED_HOPS === undefined && new URL(PUBLIC_URL).protocol === 'https:') {
    throw new Error(
      'Settings are not usable:\n  TRUSTED_HOPS: missing; set the number of proxies in front of this process (0 for none), ' +
        'because PUBLIC_URL is an https URL',
    );
  }
  return TRUSTED_HOPS ?? 0;
}

/**
 * Where limits are counted. Behind https there may be several processes, and counts of each by itself multiply every
 * limit; so they share theirs there, unless the setting says otherwise.
 */
export function rateLimitStore({
  PUBLIC_URL,
  RATE_LIMIT_STORE,
}: {
  PUBLIC_URL: string;
  RATE_LIMIT_STORE: 'memory' | 'postgres' | undefined;
}): 'memory' | 'postgres' {
  return RATE_LIMIT_STORE ?? (new URL(PUBLIC_URL).protocol === 'https:' ? 'postgres' : 'memory');
}

/**
 * File that /local shows; null switches the page off.
 *
 * @throws Error if it is set where others could reach it: behind a proxy, or with a PUBLIC_URL off this machine
 */
export function localReadyFile(env: {
  LOCAL_READY_FILE: string | undefined;
  PUBLIC_URL: string;
  TRUSTED_HOPS: number | undefined;
}): string | null {
  if (!env.LOCAL_READY_FILE) return null;
  const { protocol, hostname } = new URL(env.PUBLIC_URL);
  if (protocol === 'http:' && isLoopbackName(hostname) && !env.TRUSTED_HOPS) return env.LOCAL_READY_FILE;
  throw new Error(
    'Settings are not usable:\n  LOCAL_READY_FILE: only for `npm start`; it hands out API keys, so PUBLIC_URL must be ' +
      'http on this machine and TRUSTED_HOPS 0',
  );
}

/**
 * Secrets of buyer cookies and address hashes: those of links or, without mail, derived from the key of the payment
 * provider. Null if nothing can be sold.
 */
function buyerSecrets(env: { TOKEN_SECRET: Secrets | undefined } & Parameters<typeof paymentKeyOf>[0]): Secrets | null {
  const paymentKey = paymentKeyOf(env);
  return env.TOKEN_SECRET ?? (paymentKey ? secretsFrom(paymentKey) : null);
}

/**
 * Settings of endpoints and middleware, from environment variables. Every setting is declared above and mapped here,
 * nowhere else.
 *
 * @throws Error as {@link trustedHops}, {@link localReadyFile} and {@link refuseWherePublic}
 */
export function settingsOf(env: CleanedEnv<typeof apiSettings>) {
  refuseWherePublic(env);
  return {
    publicUrl: env.PUBLIC_URL.replace(/\/$/, ''),
    checkResponses: env.CHECK_RESPONSES,
    /** Product events are delivered; else `webhook.test` alone is offered. */
    productEvents: env.PRODUCT_EVENTS === 'on',
    /** File with the addresses and keys that /local shows; null switches the page off. */
    localReadyFile: localReadyFile(env),
    trustedHops: trustedHops(env),
    maxInFlight: env.MAX_IN_FLIGHT,
    checkoutLifetimeMs: env.CHECKOUT_SESSION_LIFETIME,
    anonymousCheckoutLifetimeMs: env.ANONYMOUS_CHECKOUT_LIFETIME,
    reservationGraceMs: env.RESERVATION_GRACE,
    payoutReviewThreshold: env.PAYOUT_REVIEW_THRESHOLD,
    payoutReviewMonthly: env.PAYOUT_REVIEW_MONTHLY,
    returnedCreditsPerDay: env.RETURNED_CREDITS_PER_DAY,
    runQueueExpiryMs: env.RUN_QUEUE_EXPIRY,
    evaluationDeadlineMs: env.EVALUATION_DEADLINE,
    searchDeadlineMs: env.SEARCH_DEADLINE,
    searchParallelism: env.SEARCH_PARALLELISM,
    undoWindowMs: env.UNDO_WINDOW,
    maxRepairs: env.RUN_MAX_REPAIRS,
    ...sessionLimitsOf(env),
    heartbeatTimeoutMs: env.SESSION_HEARTBEAT_TIMEOUT,
    stepTimeoutMs: env.STEP_TIMEOUT,
    /** Null if mail is off: requests that need it fail with 503 before anything is stored. */
    mail: linkAccess(env),
    /** Secrets of buyer cookies and address hashes; null if nothing can be sold. */
    buyerSecrets: buyerSecrets(env),
    /** Secret of the networks in log lines; one of this process where no other is set. */
    logSecret: (env.TOKEN_SECRET ?? buyerSecrets(env) ?? secretsFrom(newToken()))[0],
    anonymousHoldShare: env.ANONYMOUS_HOLD_SHARE,
    freeScansPerDay: env.FREE_SCANS_PER_DAY,
    /** Signing secret of the events of the mail provider; null if it sends none. */
    mailWebhookSecret: env.RESEND_WEBHOOK_SECRET ?? null,
    ownMailboxes: ownMailboxes(env),
    scanConfirmationMs: env.SCAN_CONFIRMATION_LIFETIME,
    scanDeadlineMs: env.SCAN_DEADLINE,
    /** Who sells, for legal pages; null parts are not set. */
    seller: sellerOf(env),
    supportAddress: env.SUPPORT_ADDRESS,
    sessionLifetimeMs: env.SESSION_LIFETIME,
    sessionIdleMs: env.SESSION_IDLE,
    stepUpMs: env.STEP_UP_LIFETIME,
  };
}

export type ApiSettings = ReturnType<typeof settingsOf>;
