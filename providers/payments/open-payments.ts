import { createPayments } from './create-payments';
import type { Connection } from './keys';
import type { Payments } from './payments';

/** The settings of `contracts/payment-settings.ts`, as a process has read them. */
export interface PaymentSettings {
  STRIPE_SECRET_KEY_LIVE: string | undefined;
  STRIPE_SECRET_KEY_TEST: string | undefined;
  STRIPE_WEBHOOK_SECRETS_LIVE: string[] | undefined;
  STRIPE_WEBHOOK_SECRETS_TEST: string[] | undefined;
  STRIPE_BASE_URL: string | undefined;
}

/**
 * Payments as the settings say; null where there is no key for any mode.
 *
 * @throws Error where a key is of another mode than it is given for: better no start than live money in test mode
 */
export function openPayments(
  settings: PaymentSettings,
  patience: Pick<Connection, 'requestTimeoutMs' | 'maxNetworkRetries'> = {},
): Payments | null {
  const keys = { live: settings.STRIPE_SECRET_KEY_LIVE, test: settings.STRIPE_SECRET_KEY_TEST };
  if (!keys.live && !keys.test) return null;
  return createPayments({
    keys,
    baseUrl: settings.STRIPE_BASE_URL,
    webhookSecrets: { live: settings.STRIPE_WEBHOOK_SECRETS_LIVE, test: settings.STRIPE_WEBHOOK_SECRETS_TEST },
    ...patience,
  });
}

/** Origin of the pages on which buyers pay, which forms of ours may lead to. */
export function checkoutOrigin(settings: Pick<PaymentSettings, 'STRIPE_BASE_URL'>): string {
  return settings.STRIPE_BASE_URL ? new URL(settings.STRIPE_BASE_URL).origin : 'https://checkout.stripe.com';
}
