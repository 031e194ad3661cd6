import { SCOPES, type Mode } from '../../base/access';
import { createKey } from '../../modules/accounts/store/keys';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { call, createCustomer, createEvaluation } from '../support/api';
import { CONSENTED, offer } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi();

async function twoKeys() {
  const { accountId, apiKey: live } = await createCustomer(db);
  const { secret: test } = await createKey(db, { accountId, name: 'test', mode: 'test', scopes: SCOPES });
  return { accountId, live, test };
}

interface Checkout {
  orderId: string;
  mode: Mode;
  replayed: boolean;
}
const post = (path: string, key: string, body: object, idempotencyKey = 'same-key') =>
  call<Checkout>(api, 'POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey } });
const CHECKOUT = { product: 'idea_check', ...CONSENTED };
const checkout = (key: string, idempotencyKey?: string) => post('/v1/checkout-sessions', key, CHECKOUT, idempotencyKey);
const buy = (id: string, key: string, idempotencyKey?: string) =>
  post(`/v1/opportunities/${id}/purchase`, key, CONSENTED, idempotencyKey);

test.each([
  ['test', 'live'],
  ['live', 'test'],
] as const)('never replays a %s checkout to a %s key with the same Idempotency-Key', async (first, second) => {
  const keys = await twoKeys();
  const [one, two] = [await checkout(keys[first]), await checkout(keys[second])];
  expect([one.body.mode, two.body.mode, two.body.replayed]).toEqual([first, second, false]);
  expect(two.body.orderId).not.toBe(one.body.orderId);
  expect(two.headers.get('idempotency-replayed')).toBeNull();
  const again = await checkout(keys[first]);
  expect(again).toMatchObject({ status: 200, body: { ...one.body, replayed: true } });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('keeps the Idempotency-Keys of endpoints and accounts apart', async () => {
  const keys = await twoKeys();
  await grantEntitlements(db, keys.accountId, 'idea_check', 1);
  const answers = [
    await createEvaluation(api, { apiKey: keys.live }, 'everywhere'),
    await createEvaluation(api, await createCustomer(db), 'everywhere'),
    await checkout(keys.live, 'everywhere'),
    await buy(await offer(db), keys.live, 'everywhere'),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
    [202, null],
    [202, null],
    [200, null],
    [200, null],
  ]);
});
