import { makeValidator, str, type CleanedEnv } from 'envalid';
import { buildSettings } from '../base/build';
import { bareAddress } from '../base/email-address';
import { linkAccess, mailSettings, ownMailboxes, senderSettings } from '../base/mail-settings';
import { observationSettings } from '../base/observation/server';
import { RUN_QUEUE_EXPIRY_MS, UNDO_WINDOW_MS } from '../base/work-limits';
import { paymentKeyOf, paymentSettings, sellerOf, sellerSettings } from '../base/payment-settings';
import { temporalSettings, tracingSettings } from '../base/process-settings';
import { isLoopbackName, refuseWherePublic } from '../base/public-deployment';
import { runLimitsOf, runSettings, scanLimitsOf, sessionLimitSettings, sessionLimitsOf } from '../base/run-settings';
import { secretsFrom, type Secrets } from '../base/secrets';
import {
  count,
  databaseUrl,
  duration,
  flag,
  port,
  positiveNumber,
  publicUrl,
  share,
  wholeNumber,
} from '../base/settings';
import { newToken } from '../base/tokens';
import { alertReceiverSettings, webhookSettings } from '../base/webhook-settings';
import { DEFAULT_TASK_QUEUE } from '../base/workflow-messages';

const paths = makeValidator<string[]>((value) => value.split(',').map((path) => path.trim()));

export const apiSettings = {
  HOST: str({ default: '127.0.0.1', desc: 'Address to listen on' }),
  PORT: port({ default: 8080, desc: 'Port to listen on' }),
  PUBLIC_URL: publicUrl({ default: 'http://127.0.0.1:8080', desc: 'Public URL; HSTS covers its subdomains' }),
  TRUSTED_HOPS: wholeNumber({
    default: undefined,
    desc: 'Number of your proxies that append to X-Forwarded-For; required with an https PUBLIC_URL',
  }),
  LOCAL_READY_FILE: str({
    default: undefined,
    desc: 'ready.json of `npm start`, shown by /local',
  }),
  DATABASE_URL: databaseUrl({ desc: 'PostgreSQL connection URL' }),
  DATABASE_POOL: count({ default: 20, desc: 'Maximum number of connections to PostgreSQL' }),
  ...temporalSettings,
  ...tracingSettings,
  ...buildSettings,
  TASK_QUEUE: str({ default: DEFAULT_TASK_QUEUE, desc: 'Task queue of workflows and activities' }),
  LOG_LEVEL: str({
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    desc: 'Log level',
  }),
  LIMITS_SCALE: positiveNumber({ default: 1, desc: 'Multiplies every rate limit' }),
  RATE_LIMIT_STORE: str({
    choices: ['memory', 'postgres'],
    default: undefined,
    desc: 'Where rate limits are counted; default postgres with an https PUBLIC_URL, otherwise memory',
  }),
  KEY_CACHE_TTL: duration({ default: 5_000, desc: 'How long API keys are cached' }),
  CHECK_RESPONSES: flag({ default: false, desc: 'Validate responses against their schemas' }),
  DRAIN_DELAY: duration({
    default: 3_000,
    desc: 'How long a stopping API reports unready but still accepts connections',
  }),
  SHUTDOWN_GRACE: duration({ default: 8_000, desc: 'Time to finish open requests or activities at shutdown' }),
  ...observationSettings,
  ...webhookSettings,
  ...alertReceiverSettings,
  WATCHED_DISKS: paths({
    default: [],
    desc: 'Comma-separated paths; an alert is raised when less than a tenth of their disk is free',
  }),
  RESEND_WEBHOOK_SECRET: str({ default: undefined, desc: 'Signing secret of the Resend webhook' }),
  FREE_SCANS_PER_DAY: wholeNumber({ default: 100, desc: 'Free scans per day, in total' }),
  ...mailSettings,
  ...senderSettings,
  ANONYMOUS_HOLD_SHARE: share({
    default: 0.25,
    desc: 'Share of the catalog that all buyers without an account may hold',
  }),
  CHECKOUT_SESSION_LIFETIME: duration({ default: 31 * 60_000, desc: 'Time to pay a checkout session' }),
  ANONYMOUS_CHECKOUT_LIFETIME: duration({
    default: 15 * 60_000,
    desc: 'Time to pay for an opportunity without an account',
  }),
  RESERVATION_GRACE: duration({
    default: 5 * 60_000,
    desc: 'Time from the end of a checkout session to the end of its hold',
  }),
  PAYOUT_REVIEW_THRESHOLD: wholeNumber({
    default: 50_000,
    desc: 'Cents a contributor may withdraw in 24 hours without review',
  }),
  PAYOUT_REVIEW_MONTHLY: wholeNumber({
    default: 200_000,
    desc: 'Cents a contributor may withdraw in 30 days without review',
  }),
  RETURNED_CREDITS_PER_DAY: wholeNumber({
    default: 3,
    desc: 'Returned credits per account in 24 hours; beyond that, new runs wait for `admin runs release`',
  }),
  ...paymentSettings,
  ...sellerSettings,
  ...runSettings,
  ...sessionLimitSettings,
};

/**
 * Where rate limits are counted. With https, there may be several processes. If each counted separately, every limit
 * would be multiplied. By default, they therefore share one store.
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
 * File that /local shows; null disables the page.
 *
 * @throws Error if others could reach the page: behind a proxy, or with a PUBLIC_URL that is not on this machine
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
 * Secrets for buyer cookies and IP address hashes: TOKEN_SECRET or, if mail is off, a secret derived from the payment
 * provider's key. Null if nothing can be sold.
 */
function buyerSecrets(env: { TOKEN_SECRET: Secrets | undefined } & Parameters<typeof paymentKeyOf>[0]): Secrets | null {
  const paymentKey = paymentKeyOf(env);
  return env.TOKEN_SECRET ?? (paymentKey ? secretsFrom(paymentKey) : null);
}

const DAY_MS = 86_400_000;

/**
 * Converts every setting declared above for endpoints and middleware.
 *
 * @throws Error if two ports are equal, or for the reasons of {@link localReadyFile} and {@link refuseWherePublic}
 */
export function settingsOf(env: CleanedEnv<typeof apiSettings>) {
  refuseWherePublic(env);
  if (env.METRICS_PORT === env.PORT) {
    throw new Error('Settings are not usable:\n  METRICS_PORT: is the same as PORT; both listen in this process');
  }
  return {
    publicUrl: env.PUBLIC_URL,
    checkResponses: env.CHECK_RESPONSES,
    /** True if product events are delivered. Otherwise customers can subscribe only to `webhook.test`. */
    productEvents: env.PRODUCT_EVENTS === 'on',
    localReadyFile: localReadyFile(env),
    /** Number of proxies in front of the process, each appending to X-Forwarded-For. */
    trustedHops: env.TRUSTED_HOPS ?? 0,
    /** Maximum concurrent requests per process. Further requests get 503. */
    maxInFlight: 1_000,
    /** Whether the checkout adds tax to prices, includes it or does not collect it. */
    checkoutTax: env.CHECKOUT_AUTOMATIC_TAX ? env.CHECKOUT_TAX_BEHAVIOR : ('none' as const),
    checkoutLifetimeMs: env.CHECKOUT_SESSION_LIFETIME,
    anonymousCheckoutLifetimeMs: env.ANONYMOUS_CHECKOUT_LIFETIME,
    reservationGraceMs: env.RESERVATION_GRACE,
    payoutReviewThreshold: env.PAYOUT_REVIEW_THRESHOLD,
    payoutReviewMonthly: env.PAYOUT_REVIEW_MONTHLY,
    returnedCreditsPerDay: env.RETURNED_CREDITS_PER_DAY,
    runQueueExpiryMs: RUN_QUEUE_EXPIRY_MS,
    undoWindowMs: UNDO_WINDOW_MS,
    ...runLimitsOf(env),
    ...scanLimitsOf(env),
    ...sessionLimitsOf(env),
    /** Null if mail is off. Requests that need mail then get 503 before anything is stored. */
    mail: linkAccess(env),
    buyerSecrets: buyerSecrets(env),
    /** Secret for hashing networks in log lines; random per process if no secret is set. */
    logSecret: (env.TOKEN_SECRET ?? buyerSecrets(env) ?? secretsFrom(newToken()))[0],
    anonymousHoldShare: env.ANONYMOUS_HOLD_SHARE,
    freeScansPerDay: env.FREE_SCANS_PER_DAY,
    /** Signing secret of the mail provider's events; null if the provider sends no events. */
    mailWebhookSecret: env.RESEND_WEBHOOK_SECRET ?? null,
    ownMailboxes: ownMailboxes(env),
    /** The seller's details for legal pages. Unset details are null. */
    seller: sellerOf(env),
    supportAddress: env.SUPPORT_ADDRESS,
    mailSender: bareAddress(env.MAIL_FROM),
    sessionLifetimeMs: 14 * DAY_MS,
    sessionIdleMs: 7 * DAY_MS,
    /** Time for which a step-up allows sensitive actions. */
    stepUpMs: 600_000,
  };
}

export type ApiSettings = ReturnType<typeof settingsOf>;
