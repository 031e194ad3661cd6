import { EnvError, makeValidator, str, type CleanedEnv } from 'envalid';
import { emailAddress, flag, url } from './settings';

/** Validator of a deployment name for the provider's metadata. */
const deploymentId = makeValidator<string>((value) => {
  if (/^[A-Za-z0-9._-]{1,64}$/.test(value)) return value;
  throw new EnvError('must be 1 to 64 letters, digits, dots, dashes or underscores');
});

const secrets = makeValidator<string[]>((value) => value.split(',').map((secret) => secret.trim()));

/** Settings for calls to the payment provider, used by API and worker. Without a key, payments are off. */
export const paymentCallSettings = {
  STRIPE_SECRET_KEY_LIVE: str({ default: undefined, desc: 'Restricted or secret key for live mode' }),
  STRIPE_SECRET_KEY_TEST: str({ default: undefined, desc: 'Restricted or secret key for test mode' }),
  CHECKOUT_AUTOMATIC_TAX: flag({
    default: false,
    desc: 'Let Stripe Tax calculate and collect tax; it needs your registrations',
  }),
  CHECKOUT_TAX_BEHAVIOR: str({
    choices: ['exclusive', 'inclusive'],
    default: 'exclusive',
    desc: 'With automatic tax: tax is added to prices, or included',
  }),
  CHECKOUT_TAX_CODE: str({
    default: 'txcd_10000000',
    desc: 'With automatic tax: Stripe’s tax code of the products',
  }),
  CHECKOUT_INVOICES: flag({ default: false, desc: 'Let Stripe make a numbered invoice for each payment' }),
  STRIPE_BASE_URL: url({ default: undefined, desc: 'Overrides the provider’s address' }),
  DEPLOYMENT_ID: deploymentId({
    default: undefined,
    desc: 'Name of this deployment in Stripe’s metadata; by default one in the database. Set it when a copied database becomes another environment, and never change it',
  }),
};

/** {@link paymentCallSettings} plus the webhook secrets, because only the API receives webhooks. */
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

/** Key of the payment provider, live mode first; null if payments are off. */
export function paymentKeyOf(env: {
  STRIPE_SECRET_KEY_LIVE?: string | undefined;
  STRIPE_SECRET_KEY_TEST?: string | undefined;
}): string | null {
  return env.STRIPE_SECRET_KEY_LIVE || env.STRIPE_SECRET_KEY_TEST || null;
}

/** Details of the seller for receipts and legal pages. */
export const sellerSettings = {
  SELLER_NAME: str({ default: undefined, desc: 'Name of the seller, on legal pages and receipts' }),
  SELLER_ADDRESS: str({ default: undefined, desc: 'Postal address of the seller; a semicolon begins a new line' }),
  SELLER_EMAIL: emailAddress({
    default: undefined,
    desc: 'E-mail address of the seller for customers and authorities',
  }),
  SELLER_REGISTER: str({ default: undefined, desc: 'Register and number of the seller, if any' }),
  SELLER_TAX_ID: str({ default: undefined, desc: 'Tax or VAT number of the seller, if any' }),
};

/** The seller as the operator configured it; null for whatever is not set. */
export interface Seller {
  name: string | null;
  /** Lines of the postal address. */
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

/** Missing settings that the legal pages need to name the seller. */
export function missingOf({ name, address, email }: Seller): (keyof typeof sellerSettings)[] {
  return [
    ...(name === null ? (['SELLER_NAME'] as const) : []),
    ...(address.length === 0 ? (['SELLER_ADDRESS'] as const) : []),
    ...(email === null ? (['SELLER_EMAIL'] as const) : []),
  ];
}
