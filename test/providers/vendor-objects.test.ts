/** Guarantee: what the payment stand-in answers is what the provider's own description allows, field by field. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { paidOrder, startParts } from './payment-parts';
import { use } from '../support/use';

type Stored = Record<string, unknown> & { id: string; object: string };
const vendor = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'test', 'fixtures', 'vendor-objects.json'), 'utf8')) as {
  version: string;
  $defs: Record<string, { properties: Record<string, unknown> }>;
};

/** Fields that the product's version of the API has and the recorded description, which is older, does not. */
const NEWER: Record<string, string[]> = { 'checkout.session': ['allowed_payment_method_types'] };

const ajv = new Ajv2020({ allErrors: true, strict: false });
ajv.addSchema({ $id: 'vendor', $defs: vendor.$defs });

/** What the description says against an object; empty if nothing. */
function flawsOf(object: Stored): string[] {
  const known = { ...object } as Record<string, unknown>;
  for (const field of NEWER[object.object] ?? []) delete known[field];
  const valid = ajv.getSchema(`vendor#/$defs/${object.object}`);
  if (!valid) return [`${object.object} is not in the recorded description`];
  if (valid(known)) return [];
  return valid.errors!.map(
    ({ instancePath, message, params }) => `${object.object}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

const LISTS = [
  'accounts',
  'balance_transactions',
  'charges',
  'checkout/sessions',
  'disputes',
  'events',
  'payment_intents',
  'radar/early_fraud_warnings',
  'refunds',
  'transfers',
];

const parts = use(() => startParts());

async function api(path: string, form?: Record<string, string> | null, account?: string): Promise<Stored> {
  const answer = await fetch(`${parts.url}${path}`, {
    headers: {
      authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.live}`,
      ...(account && { 'stripe-account': account }),
    },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const body = (await answer.json()) as Stored;
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}

test('every object of the stand-in has fields, types and values that the provider describes', async () => {
  await paidOrder(parts, { price: { amount: 50_000, currency: 'usd' } });
  const kept = await paidOrder(parts);
  const returned = await paidOrder(parts);
  await parts.control('disputes', { paymentIntent: kept.paymentId });
  await parts.control('fraud-warnings', { paymentIntent: returned.paymentId });
  await api('/v1/refunds', { payment_intent: returned.paymentId });
  const { connected } = parts.payments;
  const contributor = { mode: 'live' as const, accountId: 'acc_1', email: 'c@shop.example', country: 'US' };
  const account = await connected.create(contributor);
  await parts.control(`accounts/${account}`, { payoutsEnabled: true });
  const amount = { amount: 1_000, currency: 'usd' as const };
  const withdrawal = { mode: 'live' as const, withdrawalId: 'wdr_1', connectedAccountId: account, amount, refusals: 0 };
  const transfer = await connected.transfer(withdrawal);
  await connected.payOut(withdrawal, { amount: 500, currency: 'usd' });
  const link = await api('/v1/account_links', {
    account,
    type: 'account_onboarding',
    refresh_url: 'http://shop.example/again',
    return_url: 'http://shop.example/done',
  });
  await api(`/v1/transfers/${transfer.id}/reversals`, { amount: '100' });

  const seen: Stored[] = [link, await api('/v1/account'), await api('/v1/balance')];
  for (const name of LISTS) {
    const { data } = (await api(`/v1/${name}`)) as unknown as { data: Stored[] };
    expect([name, data.length]).not.toEqual([name, 0]);
    seen.push(...data);
  }
  for (const name of ['payouts', 'balance_transactions']) {
    const { data } = (await api(`/v1/${name}`, null, account)) as unknown as { data: Stored[] };
    expect([name, data.length]).not.toEqual([name, 0]);
    seen.push(...data);
  }
  // Events carry each object as it was.
  seen.push(...seen.flatMap(({ object, data }) => (object === 'event' ? [(data as { object: Stored }).object] : [])));
  expect([...new Set(seen.flatMap(flawsOf))]).toEqual([]);
});

test('a field, a type and a value that the provider does not have are noticed', () => {
  const refund = { id: 're_1', object: 'refund', amount: 100 };
  expect(flawsOf(refund)).toEqual([]);
  expect(flawsOf({ ...refund, colour: 'red' })).toHaveLength(1);
  expect(flawsOf({ ...refund, amount: '100' })).toHaveLength(1);
  expect(flawsOf({ ...refund, object: 'rebate' })).toHaveLength(1);
});
