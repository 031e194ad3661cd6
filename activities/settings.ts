import { str, type CleanedEnv } from 'envalid';
import { agentSettings, dossierSettings } from '../base/agent-settings';
import { mailSettings, senderSettings } from '../base/mail-settings';
import { sellerOf, sellerSettings } from '../base/payment-settings';
import { SCAN_CONFIRMATION_MS } from '../base/work-limits';
import { DEFAULT_BUDGETS } from '../base/research-limits';
import { sessionLimitSettings, sessionLimitsOf } from '../base/run-settings';
import { duration, positiveNumber, publicUrl } from '../base/settings';
import type { LinkPurpose } from '../modules/accounts/contract';
import { DEFAULT_SHARE_MATURITY_MS } from '../modules/ledger/contract';

export const activitySettings = {
  AGENT_PROVIDER_NAME: str({
    default: undefined,
    desc: 'Name of the agent provider in runs and findings, instead of its own',
  }),
  ...mailSettings,
  ...senderSettings,
  MAILS_PER_SECOND: positiveNumber({
    default: 2,
    desc: 'Emails per second and per worker; keep the total within the provider’s limit',
  }),
  ...sellerSettings,
  PUBLIC_URL: publicUrl({ default: 'http://127.0.0.1:8080', desc: 'Public URL; HSTS covers its subdomains' }),
  SHARE_MATURITY: duration({
    default: DEFAULT_SHARE_MATURITY_MS,
    desc: 'Time until a contributor can withdraw the share of a sale',
  }),
  ...sessionLimitSettings,
  ...dossierSettings,
  AGENT_BLOCKED_DOMAINS: agentSettings.AGENT_BLOCKED_DOMAINS,
  SCAN_BUDGET: positiveNumber({
    default: DEFAULT_BUDGETS.scan,
    desc: 'US dollars at which the session of a free scan is stopped',
  }),
};

const MICROS_PER_DOLLAR = 1_000_000;

const LINK_LIFETIMES_MS: Record<LinkPurpose, number> = { sign_in: 600_000, password_reset: 1_800_000 };

/** Builds the settings of activities. `provider` is the agent provider's name for itself. */
export function activitySettingsOf(env: CleanedEnv<typeof activitySettings>, provider: string) {
  return {
    providerName: env.AGENT_PROVIDER_NAME ?? provider,
    linkLifetimesMs: LINK_LIFETIMES_MS,
    scanConfirmationMs: SCAN_CONFIRMATION_MS,
    supportAddress: env.SUPPORT_ADDRESS,
    /** Mailbox for alerts; null if unset. */
    operatorEmail: env.OPERATOR_EMAIL ?? null,
    publicUrl: env.PUBLIC_URL,
    seller: sellerOf(env),
    shareMaturityMs: env.SHARE_MATURITY,
    ...sessionLimitsOf(env),
    dossierLanguage: env.DOSSIER_LANGUAGE,
    blockedDomains: env.AGENT_BLOCKED_DOMAINS ?? [],
    scanBudgetMicros: env.SCAN_BUDGET * MICROS_PER_DOLLAR,
  };
}

export type ActivitySettings = ReturnType<typeof activitySettingsOf>;
