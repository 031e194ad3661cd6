import { temporalSettings } from '../base/process-settings';
import { AGENTS_STAND_IN_KEY } from '../stand-ins/agents/stand-in';
import { PAYMENTS_STAND_IN_KEYS, PAYMENTS_STAND_IN_SECRETS } from '../stand-ins/payments/answer';
import type { KeptSecrets } from './folder';

export interface PartAddresses {
  database: string;
  /** Connection string of the owner role. Not passed to children. Equals `database` if there is only one role. */
  databaseOwner: string;
  temporal: string;
  api: { host: string; port: number; url: string };
  /** Loopback ports of /metrics and the health checks. */
  metrics: { api: number; worker: number };
  /** URL of the trace collector that `--observe` starts. */
  collector?: string | null;
  /** URL of the stand-in; null if the user's settings name a mail provider. The same applies to the next two fields. */
  mail: string | null;
  agents: string | null;
  payments: string | null;
}

export interface ChildSettings {
  api: NodeJS.ProcessEnv;
  worker: NodeJS.ProcessEnv;
}

/** Keys of the stand-ins, also used if the user sets a provider's URL but no key. */
const STAND_IN_KEYS = { ANTHROPIC: AGENTS_STAND_IN_KEY, RESEND: 'local-mail-key' };

/** Signing secret for mail events. The stand-in sends no events, so tests sign their own. */
export const MAIL_STAND_IN_SECRET = 'whsec_bG9jYWwgbWFpbCBzdGFuZC1pbiwgbm8gc2VjcmV0';

/** Sample seller of the local default. */
const SAMPLE_SELLER = {
  SELLER_NAME: 'Sample Seller Ltd.',
  SELLER_ADDRESS: '1 Sample Street; 10115 Sampletown; Germany',
  SELLER_EMAIL: 'seller@noi.localhost',
  SELLER_REGISTER: 'Register of Sampletown, no. 000000',
  SELLER_TAX_ID: 'DE000000000',
};

export function needsMailStandIn(env: NodeJS.ProcessEnv): boolean {
  return !env.RESEND_API_KEY && !env.RESEND_BASE_URL;
}

export function needsAgentStandIn(env: NodeJS.ProcessEnv): boolean {
  return !env.ANTHROPIC_API_KEY && !env.ANTHROPIC_BASE_URL;
}

export function needsPaymentStandIn(env: NodeJS.ProcessEnv): boolean {
  return !env.STRIPE_SECRET_KEY_LIVE && !env.STRIPE_SECRET_KEY_TEST && !env.STRIPE_BASE_URL;
}

export function needsTemporal(env: NodeJS.ProcessEnv): boolean {
  return !env.TEMPORAL_ADDRESS;
}

/** Allows private addresses, because a developer's webhook receivers run on this machine. */
const LOCAL_RECEIVERS = { WEBHOOK_ALLOW_PRIVATE: 'true' };

/** Settings of the API and the worker. URLs of started parts override the user's environment and the defaults. */
export function childSettings(
  env: NodeJS.ProcessEnv,
  parts: PartAddresses,
  kept: KeptSecrets,
  readyFile: string | null = null,
): ChildSettings {
  const common = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    // There is no proxy that needs time to notice a drain.
    DRAIN_DELAY: '0s',
    TEMPORAL_NAMESPACE: 'default',
    PUBLIC_URL: parts.api.url,
    WEBHOOK_SECRET_KEY: kept.webhookKey,
    ...(!isPublic(env) && LOCAL_RECEIVERS),
    MAIL_FROM: 'Newsletter Opportunity Intelligence <hello@noi.localhost>',
    SUPPORT_ADDRESS: 'support@noi.localhost',
    OPERATOR_EMAIL: 'operator@noi.localhost',
    TOKEN_SECRET: kept.tokenSecret,
    ...SAMPLE_SELLER,
    ...(parts.mail && { RESEND_WEBHOOK_SECRET: MAIL_STAND_IN_SECRET, MAILS_PER_SECOND: '50' }),
    ...(needsTemporal(env) ? withoutTemporal(env) : env),
    DATABASE_URL: parts.database,
    MIGRATION_DATABASE_URL: undefined,
    TEMPORAL_ADDRESS: parts.temporal,
    ...provider('ANTHROPIC', env, parts.agents),
    ...(parts.agents && { AGENT_PROVIDER_NAME: 'local-sample' }),
    ...citedPages(env, parts.agents),
    ...provider('RESEND', env, parts.mail),
    ...(parts.payments && payments(parts.payments)),
    // Exports spans after half a second, instead of the default five.
    ...(parts.collector && { OTEL_EXPORTER_OTLP_ENDPOINT: parts.collector, OTEL_BSP_SCHEDULE_DELAY: '500' }),
  };
  // Only the worker sends mail, so a compromised API has no key to send with.
  const { RESEND_API_KEY: _key, RESEND_BASE_URL: _address, ...withoutSender } = common as NodeJS.ProcessEnv;
  return {
    api: {
      CHECK_RESPONSES: 'true',
      ...withoutSender,
      HOST: parts.api.host,
      PORT: String(parts.api.port),
      METRICS_PORT: String(parts.metrics.api),
      // With a real provider, using the API keys in this file costs money, so no page shows them.
      LOCAL_READY_FILE: (isAllStandIns(parts) && readyFile) || undefined,
    },
    worker: { ...common, METRICS_PORT: String(parts.metrics.worker) },
  };
}

/** True if no real provider is used: nothing costs money, and no mail leaves this machine. */
export function isAllStandIns(parts: Record<'agents' | 'payments' | 'mail', string | null>): boolean {
  return parts.agents !== null && parts.payments !== null && parts.mail !== null;
}

/** Environment of a stand-in, without the user's settings and keys. */
export function standInSettings(env: NodeJS.ProcessEnv, own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LOG_LEVEL'];
  const base = Object.fromEntries(kept.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]));
  return { ...base, ...own };
}

// The namespace, TLS and key of a remote server do not work with the embedded server.
function withoutTemporal(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !(name in temporalSettings)));
}

/** Lets the worker read the pages that samples cite, except in a public deployment, which rejects the setting. */
function citedPages(env: NodeJS.ProcessEnv, agents: string | null): NodeJS.ProcessEnv {
  return agents === null || isPublic(env) ? {} : { CITED_PAGES_ORIGIN: agents };
}

/** True if the public can reach the API, for example through a tunnel. Local-only settings are then rejected. */
function isPublic({ PUBLIC_URL }: NodeJS.ProcessEnv): boolean {
  return PUBLIC_URL?.startsWith('https:') ?? false;
}

function payments(standIn: string): NodeJS.ProcessEnv {
  return {
    STRIPE_BASE_URL: standIn,
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_SECRET_KEY_TEST: PAYMENTS_STAND_IN_KEYS.test,
    STRIPE_WEBHOOK_SECRETS_LIVE: PAYMENTS_STAND_IN_SECRETS.live,
    STRIPE_WEBHOOK_SECRETS_TEST: PAYMENTS_STAND_IN_SECRETS.test,
  };
}

function provider(prefix: 'ANTHROPIC' | 'RESEND', env: NodeJS.ProcessEnv, standIn: string | null): NodeJS.ProcessEnv {
  if (standIn) return { [`${prefix}_API_KEY`]: STAND_IN_KEYS[prefix], [`${prefix}_BASE_URL`]: standIn };
  return { [`${prefix}_API_KEY`]: env[`${prefix}_API_KEY`] ?? STAND_IN_KEYS[prefix] };
}
