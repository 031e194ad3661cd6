/** What of the platform's account at the provider stops or can stop withdrawals, and what to do about it. */
import { checkPlatform } from '../../providers/payments/check-platform';
import type { Payments } from '../../contracts/payments';
import type { StandInOptions } from '../../stand-ins/payments/stand-in';
import { createPayments } from '../../providers/payments/create-payments';
import { PAYMENTS_STAND_IN_KEYS, PAYMENTS_STAND_IN_RESTRICTED_KEY } from '../../stand-ins/payments/own-keys';
import { startParts, type Parts } from './payment-parts';

let parts: Parts;
afterEach(() => parts.close());

/** Findings of live mode by name. */
async function findings(options: StandInOptions, prepare?: (payments: Payments) => Promise<unknown>) {
  parts = await startParts(options);
  await prepare?.(parts.payments);
  const found = await checkPlatform(parts.payments);
  return Object.fromEntries(found.filter(({ mode }) => mode === 'live').map((each) => [each.name, each]));
}

test('a platform that keeps dollars and pays nothing out by itself needs no correction', async () => {
  const found = await findings({});
  expect(Object.values(found).map(({ status, cure }) => [status, cure])).toEqual([1, 2, 3].map(() => ['ok', null]));
});

test('a platform that keeps its sales in another currency finds no balance for transfers in dollars', async () => {
  const found = await findings({ platform: { country: 'DE' } });
  expect(found['payout-currency']).toMatchObject({ status: 'fail', detail: expect.stringContaining('EUR') });
  expect(found['payout-currency']!.cure).toContain('bank account in USD');
});

test('a platform that is paid out by a schedule can lack what contributors are owed', async () => {
  const found = await findings({ platform: { payoutInterval: 'daily' } });
  expect(found['platform-payouts']).toMatchObject({ status: 'warn', detail: expect.stringContaining('daily') });
  expect(found['platform-payouts']!.cure).toContain('manual');
});

test('accounts of contributors that the provider pays out by itself are named; ours are opened without a schedule', async () => {
  let made = '';
  const found = await findings({}, async ({ connected }) => {
    await connected.create({ mode: 'live', accountId: 'acc_1', email: 'c@shop.example', country: 'US' });
    const answer = await fetch(`${parts.url}/v1/accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.live}` },
      body: new URLSearchParams({ country: 'US' }),
    });
    made = ((await answer.json()) as { id: string }).id;
  });
  expect(found['contributor-payouts']).toMatchObject({ status: 'fail' });
  expect(found['contributor-payouts']!.detail).toContain(`pays 1 accounts out by a schedule of its own: ${made}`);
});

test('a restricted key that may not read accounts is reported, and is no reason to stop', async () => {
  expect(await foundWith(PAYMENTS_STAND_IN_RESTRICTED_KEY)).toMatchObject([
    { name: 'payment-account', status: 'warn', cure: expect.stringContaining('restricted key') },
  ]);
});

test('a key that the provider does not know stops everything, and the setting that holds it is named', async () => {
  expect(await foundWith('sk_live_of_somebody_else')).toMatchObject([
    { name: 'payment-account', status: 'fail', cure: expect.stringContaining('STRIPE_SECRET_KEY_LIVE') },
  ]);
});

/** Findings with another key for live mode. */
async function foundWith(key: string) {
  parts = await startParts();
  const payments = createPayments({
    keys: { live: key },
    webhookSecrets: {},
    baseUrl: parts.url,
    maxNetworkRetries: 0,
    deploymentId: () => Promise.resolve('dep_test'),
  });
  return checkPlatform(payments);
}
