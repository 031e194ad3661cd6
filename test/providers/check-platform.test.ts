/** Reports to operators about a payment account that cannot pay out to contributors. */
import { PAYMENTS_STAND_IN_KEYS, PAYMENTS_STAND_IN_RESTRICTED_KEY } from '../../stand-ins/payments/answer';
import type { StandInOptions } from '../../stand-ins/payments/stand-in';
import { checkPlatform } from '../../vendors/payments/check-platform';
import { createPayments } from '../../vendors/payments/open-payments';
import { startParts, type Parts } from './payment-parts';

let parts: Parts;
afterEach(() => parts.close());

/** Findings of live mode by name. */
async function findings(options: StandInOptions, prepare?: () => Promise<unknown>) {
  parts = await startParts(options);
  await prepare?.();
  const found = await checkPlatform(parts.payments);
  return Object.fromEntries(found.filter(({ mode }) => mode === 'live').map((each) => [each.name, each]));
}

test.each([
  ['payout-currency', { platform: { country: 'DE' } }, 'fail', 'EUR', 'bank account in USD'],
  ['platform-payouts', { platform: { payoutInterval: 'daily' } } as const, 'warn', 'daily', 'manual'],
])('reports %s', async (name, options, status, detail, cure) => {
  const found = await findings(options);
  const containing = (text: string) => expect.stringContaining(text) as unknown;
  expect(found[name]).toMatchObject({ status, detail: containing(detail), cure: containing(cure) });
});

test('lists contributor accounts with scheduled payouts, which ours never have', async () => {
  let made = '';
  const found = await findings({}, async () => {
    const contributor = { mode: 'live', accountId: 'acc_1', email: 'c@shop.example', country: 'US' } as const;
    await parts.payments.connected.create(contributor);
    made = await parts.payments.connected.create({ ...contributor, accountId: 'acc_2' });
    await parts.control(`accounts/${made}`, { payoutInterval: 'weekly' });
  });
  expect(found['contributor-payouts']).toMatchObject({ status: 'fail' });
  expect(found['contributor-payouts']!.detail).toContain(`pays 1 accounts out by a schedule of its own: ${made}`);
});

/** The payment client of a deployment that collects tax. */
const taxed = (live: string) =>
  createPayments({
    keys: { ...PAYMENTS_STAND_IN_KEYS, live },
    webhookSecrets: {},
    baseUrl: parts.url,
    maxNetworkRetries: 0,
    checkout: { tax: { behavior: 'exclusive', code: 'txcd_10000000' }, invoices: false },
    deploymentId: () => Promise.resolve('dep_test'),
  });

test('reports that the provider refuses checkouts with tax, but only if tax is on', async () => {
  expect(await findings({ platform: { tax: false } })).not.toHaveProperty('checkout-tax');
  const found = async () => {
    const all = await checkPlatform(taxed(PAYMENTS_STAND_IN_KEYS.live));
    return all.find(({ name }) => name === 'checkout-tax');
  };
  expect(await found()).toMatchObject({ status: 'fail', detail: expect.stringContaining('lacks head_office') });
  await parts.control('platform', { tax: true });
  expect(await found()).toMatchObject({ status: 'ok' });
});

test.each<[string, object[]]>([
  [
    PAYMENTS_STAND_IN_RESTRICTED_KEY,
    [
      { name: 'payment-account', status: 'warn', cure: expect.stringContaining('read accounts, balance') },
      { name: 'checkout-tax', status: 'warn', cure: expect.stringContaining('read tax settings') },
    ],
  ],
  [
    'sk_live_of_somebody_else',
    [{ name: 'payment-account', status: 'fail', cure: expect.stringContaining('STRIPE_SECRET_KEY_LIVE') }],
  ],
])('lists what the key %s cannot do', async (key, expected) => {
  parts = await startParts();
  const found = (await checkPlatform(taxed(key))).filter(({ mode }) => mode === 'live');
  expect(found).toMatchObject(expected);
});
