import { createPayments, type PaymentsOptions } from './create-payments';
import type { Connection } from './keys';
import type { CheckoutTerms, Payments } from '../../contracts/payments';

/** Values of the settings in `platform/payment-settings.ts`. */
export interface PaymentSettings {
  STRIPE_SECRET_KEY_LIVE: string | undefined;
  STRIPE_SECRET_KEY_TEST: string | undefined;
  STRIPE_WEBHOOK_SECRETS_LIVE: string[] | undefined;
  STRIPE_WEBHOOK_SECRETS_TEST: string[] | undefined;
  STRIPE_BASE_URL: string | undefined;
  CHECKOUT_AUTOMATIC_TAX: boolean;
  CHECKOUT_TAX_BEHAVIOR: 'exclusive' | 'inclusive';
  CHECKOUT_TAX_CODE: string;
  CHECKOUT_INVOICES: boolean;
}

/**
 * Creates payments from settings; null if no mode has a key.
 *
 * @throws Error if a key belongs to another mode than its setting: no start is better than live money in test mode
 */
export function openPayments(
  settings: PaymentSettings,
  options: Pick<PaymentsOptions, 'deploymentId'> &
    Pick<Connection, 'requestTimeoutMs' | 'maxNetworkRetries' | 'onCall'>,
): Payments | null {
  const keys = { live: settings.STRIPE_SECRET_KEY_LIVE, test: settings.STRIPE_SECRET_KEY_TEST };
  if (!keys.live && !keys.test) return null;
  return createPayments({
    keys,
    baseUrl: settings.STRIPE_BASE_URL,
    checkout: checkoutTerms(settings),
    webhookSecrets: { live: settings.STRIPE_WEBHOOK_SECRETS_LIVE, test: settings.STRIPE_WEBHOOK_SECRETS_TEST },
    ...options,
  });
}

/** Terms of each checkout, by settings. */
export function checkoutTerms(
  settings: Pick<
    PaymentSettings,
    'CHECKOUT_AUTOMATIC_TAX' | 'CHECKOUT_TAX_BEHAVIOR' | 'CHECKOUT_TAX_CODE' | 'CHECKOUT_INVOICES'
  >,
): CheckoutTerms {
  const { CHECKOUT_TAX_BEHAVIOR: behavior, CHECKOUT_TAX_CODE: code, CHECKOUT_INVOICES: invoices } = settings;
  return { tax: settings.CHECKOUT_AUTOMATIC_TAX ? { behavior, code } : null, invoices };
}
