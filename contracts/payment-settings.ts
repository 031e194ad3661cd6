import { makeValidator, str, url } from 'envalid';

/** A setting that is a list of secrets, separated by commas. */
const secrets = makeValidator<string[]>((value) => value.split(',').map((secret) => secret.trim()));

/** Settings of the payment provider, which API and worker share; without a key payments are off. */
export const paymentSettings = {
  STRIPE_SECRET_KEY_LIVE: str({ default: undefined, desc: 'Restricted or secret key for live mode' }),
  STRIPE_SECRET_KEY_TEST: str({ default: undefined, desc: 'Restricted or secret key for test mode' }),
  STRIPE_WEBHOOK_SECRETS_LIVE: secrets({ default: undefined, desc: 'Signing secrets of the live webhook endpoint' }),
  STRIPE_WEBHOOK_SECRETS_TEST: secrets({ default: undefined, desc: 'Signing secrets of the test webhook endpoint' }),
  STRIPE_BASE_URL: url({ default: undefined, desc: 'Another address than the provider’s own' }),
};
