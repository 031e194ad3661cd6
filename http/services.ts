import type { Caller } from '../modules/accounts/store/callers';
import type { ApiDeps } from './deps';

/** Says whether a service is configured for a caller. A null caller is a browser. */
export const SERVICES = {
  /** Email with signed links. */
  mail: ({ settings }) => settings.mail !== null,
  mailEvents: ({ settings }) => settings.mailWebhookSecret !== null,
  /** Checkouts in the caller's mode; browsers use live mode. */
  sales: ({ payments }, caller) => payments?.modes.includes(caller?.mode ?? 'live') ?? false,
  /** Payouts to contributors in the caller's mode. */
  payouts: ({ payments }, caller) => payments?.modes.includes(caller?.mode ?? 'live') ?? false,
  paymentEvents: ({ payments }) => payments !== null,
  webhooks: ({ webhooks }) => webhooks !== null,
} as const satisfies Record<string, (deps: ApiDeps, caller: Caller | null) => boolean>;
export type Service = keyof typeof SERVICES;
