import { AGENTS_STAND_IN_KEY } from './agents/stand-in';
import { PAYMENTS_STAND_IN_KEYS, PAYMENTS_STAND_IN_SECRETS } from './payments/own-keys';

import type { KeptSecrets } from './kept-secrets';

/** Addresses of the parts that the children need to know. */
export interface PartAddresses {
  database: string;
  temporal: string;
  api: { host: string; port: number; url: string };
  /** null where the user's own settings name the provider. */
  mail: string | null;
  agents: string | null;
  payments: string | null;
}

/** Environment of our two processes. */
export interface ChildSettings {
  api: NodeJS.ProcessEnv;
  worker: NodeJS.ProcessEnv;
}

/** Keys of the stand-ins; never sent to a provider, since they come with a stand-in's address only. */
const STAND_IN_KEYS = { ANTHROPIC: AGENTS_STAND_IN_KEY, RESEND: 'local-mail-key' };

/** What events of the mail stand-in are signed with, by whoever plays them: it sends none itself. */
export const MAIL_STAND_IN_SECRET = 'whsec_bG9jYWwgbWFpbCBzdGFuZC1pbiwgbm8gc2VjcmV0';

/** The mail stand-in is needed unless the user names a provider by key or by address. */
export function needsMailStandIn(env: NodeJS.ProcessEnv): boolean {
  return !env.RESEND_API_KEY && !env.RESEND_BASE_URL;
}

/** The agent stand-in is needed unless the user names a provider by key or by address. */
export function needsAgentStandIn(env: NodeJS.ProcessEnv): boolean {
  return !env.ANTHROPIC_API_KEY && !env.ANTHROPIC_BASE_URL;
}

/** The payment stand-in is needed unless the user names the provider by a key or by address. */
export function needsPaymentStandIn(env: NodeJS.ProcessEnv): boolean {
  return !env.STRIPE_SECRET_KEY_LIVE && !env.STRIPE_SECRET_KEY_TEST && !env.STRIPE_BASE_URL;
}

/** The user's environment with what the embedded default decides laid over it, and its defaults laid under it. */
export function childSettings(env: NodeJS.ProcessEnv, parts: PartAddresses, kept: KeptSecrets): ChildSettings {
  const common = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    TEMPORAL_NAMESPACE: 'default',
    PUBLIC_URL: parts.api.url,
    WEBHOOK_SECRET_KEY: kept.webhookKey,
    // Receivers of a developer run on the same machine.
    WEBHOOK_ALLOW_PRIVATE: 'true',
    MAIL_FROM: 'Newsletter Opportunity Intelligence <hello@noi.localhost>',
    SUPPORT_ADDRESS: 'support@noi.localhost',
    TOKEN_SECRET: kept.tokenSecret,
    ...(parts.mail && { RESEND_WEBHOOK_SECRET: MAIL_STAND_IN_SECRET, MAILS_PER_SECOND: '50' }),
    ...env,
    DATABASE_URL: parts.database,
    TEMPORAL_ADDRESS: parts.temporal,
    ...provider('ANTHROPIC', env, parts.agents),
    ...(parts.agents && { AGENT_PROVIDER_NAME: 'local-sample' }),
    ...provider('RESEND', env, parts.mail),
    ...(parts.payments && payments(parts.payments)),
  };
  return {
    api: { CHECK_RESPONSES: 'true', ...common, HOST: parts.api.host, PORT: String(parts.api.port) },
    worker: common,
  };
}

/** Environment of the stand-ins: nothing of the user's settings, least of all keys. */
export function standInSettings(env: NodeJS.ProcessEnv, own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LOG_LEVEL'];
  const base = Object.fromEntries(kept.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]));
  return { ...base, ...own };
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
