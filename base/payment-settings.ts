import { EnvError, makeValidator, str, type CleanedEnv } from 'envalid';
import { emailAddress, flag, url } from './settings';

const deploymentId = makeValidator<string>((value) => {
  if (/^[A-Za-z0-9._-]{1,64}$/.test(value)) return value;
  throw new EnvError('must be 1 to 64 letters, digits, dots, dashes or underscores');
});

const secrets = makeValidator<string[]>((value) => value.split(',').map((secret) => secret.trim()));

/** Settings of calls to the payment provider. If there is no key, payments are off. */
export const paymentCallSettings = {
  STRIPE_SECRET_KEY_LIVE: str({ default: undefined, desc: 'Stripe key for live mode' }),
  STRIPE_SECRET_KEY_TEST: str({ default: undefined, desc: 'Stripe key for test mode' }),
  CHECKOUT_AUTOMATIC_TAX: flag({
    default: false,
    desc: 'Let Stripe Tax calculate and collect tax; needs your registrations',
  }),
  CHECKOUT_TAX_BEHAVIOR: str({
    choices: ['exclusive', 'inclusive'],
    default: 'exclusive',
    desc: 'Add automatic tax to prices, or include it',
  }),
  CHECKOUT_TAX_CODE: str({
    default: 'txcd_10000000',
    desc: 'Stripe tax code of the products, for automatic tax',
  }),
  CHECKOUT_INVOICES: flag({ default: false, desc: 'Let Stripe create a numbered invoice per payment' }),
  STRIPE_BASE_URL: url({ default: undefined, desc: 'Another address for the Stripe API' }),
  DEPLOYMENT_ID: deploymentId({
    default: undefined,
    desc: 'Id of this deployment in Stripe’s metadata; set it if the database is a copy of another deployment’s, then never change it',
  }),
};

/** {@link paymentCallSettings} plus the webhook secrets, which only the API needs. */
export const paymentSettings = {
  ...paymentCallSettings,
  STRIPE_WEBHOOK_SECRETS_LIVE: secrets({
    default: undefined,
    desc: 'Signing secrets of the live webhook endpoint, comma-separated',
  }),
  STRIPE_WEBHOOK_SECRETS_TEST: secrets({
    default: undefined,
    desc: 'Signing secrets of the test webhook endpoint, comma-separated',
  }),
};

/** Key of the payment provider. Prefers the live mode key; null if payments are off. */
export function paymentKeyOf(env: {
  STRIPE_SECRET_KEY_LIVE?: string | undefined;
  STRIPE_SECRET_KEY_TEST?: string | undefined;
}): string | null {
  return env.STRIPE_SECRET_KEY_LIVE || env.STRIPE_SECRET_KEY_TEST || null;
}

/** The seller on receipts and legal pages. */
export const sellerSettings = {
  SELLER_NAME: str({ default: undefined, desc: 'Seller’s name on legal pages and receipts' }),
  SELLER_ADDRESS: str({ default: undefined, desc: 'Seller’s postal address; a semicolon starts a new line' }),
  SELLER_EMAIL: emailAddress({
    default: undefined,
    desc: 'Seller’s email address for customers and authorities',
  }),
  SELLER_REGISTER: str({ default: undefined, desc: 'Seller’s company register and number, if any' }),
  SELLER_TAX_ID: str({ default: undefined, desc: 'Seller’s tax or VAT number, if any' }),
};

/** The seller's details from the settings. Unset details are null. */
export interface Seller {
  name: string | null;
  address: readonly string[];
  email: string | null;
  register: string | null;
  taxId: string | null;
}

export function sellerOf(env: Pick<CleanedEnv<typeof sellerSettings>, keyof typeof sellerSettings>): Seller {
  return {
    name: env.SELLER_NAME || null,
    address: (env.SELLER_ADDRESS ?? '')
      .split(/[;\n]/)
      .map((line) => line.trim())
      .filter(Boolean),
    email: env.SELLER_EMAIL || null,
    register: env.SELLER_REGISTER || null,
    taxId: env.SELLER_TAX_ID || null,
  };
}

/** Settings that the legal pages need and that are unset. */
export function missingOf({ name, address, email }: Seller): (keyof typeof sellerSettings)[] {
  return [
    ...(name === null ? (['SELLER_NAME'] as const) : []),
    ...(address.length === 0 ? (['SELLER_ADDRESS'] as const) : []),
    ...(email === null ? (['SELLER_EMAIL'] as const) : []),
  ];
}
