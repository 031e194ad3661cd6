import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { freePort } from '../../local/ports';
import type { CheckoutSessionCreated } from '../../contracts/orders';
import { call, type Answer, type Customer } from './api';
import { closedAtEnd } from './leftovers';
import { prepareProcesses, type Processes, type ProcessOptions } from './processes';
import { CONSENTED, startProvider, WEBHOOK_SECRETS, type Provider } from './shop';

/** API and worker as processes, with a payment provider that outlives them. */
export interface ShopProcesses extends Processes {
  provider: Provider;
  checkout(body: object, buyer: Customer, key: string): Promise<Answer<CheckoutSessionCreated & { code: string }>>;
}

/** Lifetimes of checkouts and holds, and the interval of sweeps. */
export interface ShopPace {
  lifetime: string;
  grace: string;
  sweep: string;
}

/** Prepares the processes of a shop; the test starts API and worker. */
export async function prepareShop(
  pace: ShopPace,
  options: ProcessOptions & { providerAddress?(url: string): Promise<string> } = {},
): Promise<ShopProcesses> {
  const apiPort = await freePort();
  const { provider, close } = await startProvider(apiPort);
  const product = await prepareProcesses({
    ...options,
    apiPort,
    env: {
      STRIPE_BASE_URL: (await options.providerAddress?.(provider.url)) ?? provider.url,
      STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
      STRIPE_SECRET_KEY_TEST: PAYMENTS_STAND_IN_KEYS.test,
      STRIPE_WEBHOOK_SECRETS_LIVE: WEBHOOK_SECRETS.live,
      STRIPE_WEBHOOK_SECRETS_TEST: WEBHOOK_SECRETS.test,
      CHECKOUT_SESSION_LIFETIME: pace.lifetime,
      RESERVATION_GRACE: pace.grace,
      SWEEP_INTERVAL: pace.sweep,
      ...options.env,
    },
  });
  return {
    ...product,
    provider,
    checkout: (body, buyer, key) =>
      call(product.api, 'POST', '/v1/checkout-sessions', {
        key: buyer.apiKey,
        body: { ...CONSENTED, ...body },
        headers: { 'idempotency-key': key },
      }),
    close: closedAtEnd(async () => {
      await product.close();
      await close();
    }),
  };
}
