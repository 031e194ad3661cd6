import { createKey } from '../../store/keys/create-key';
import { grantEntitlements } from '../../store/entitlements/grant-entitlements';
import { fingerprint } from '../../store/idempotency/claim-key';
import { SCOPES, type Mode } from '../../contracts/access';
import { call, createCustomer, createEvaluation, createWebhook } from '../support/api';
import { CONSENTED, offer } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi();

/** An account with a key of each mode. */
async function twoKeys() {
  const { accountId, apiKey: live } = await createCustomer(db);
  const { secret: test } = await createKey(db, { accountId, name: 'test', mode: 'test', scopes: SCOPES });
  return { accountId, live, test };
}

interface Checkout {
  orderId: string;
  mode: Mode;
  replayed: boolean;
  code: string;
}
const post = (path: string, key: string, body: object, idempotencyKey = 'same-key') =>
  call<Checkout>(api, 'POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey } });

test.each([
  ['test', 'live'],
  ['live', 'test'],
] as const)(
  'a checkout of a %s key is never the answer to a %s key with the same Idempotency-Key',
  async (first, second) => {
    const keys = await twoKeys();
    const body = { product: 'idea_check', ...CONSENTED };
    const one = await post('/v1/checkout-sessions', keys[first], body);
    const two = await post('/v1/checkout-sessions', keys[second], body);
    expect([one.body.mode, two.body.mode]).toEqual([first, second]);
    expect(two).toMatchObject({ status: 200, body: { replayed: false } });
    expect(two.body.orderId).not.toBe(one.body.orderId);
    expect(two.headers.get('idempotency-replayed')).toBeNull();
    const again = await post('/v1/checkout-sessions', keys[first], body);
    expect(again).toMatchObject({ status: 200, body: { ...one.body, replayed: true } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  },
);

test('a purchase of a test key is never the answer to a live key with the same Idempotency-Key', async () => {
  const keys = await twoKeys();
  const inTest = await post(`/v1/opportunities/${await offer(db, 'test')}/purchase`, keys.test, CONSENTED);
  const live = await post(`/v1/opportunities/${await offer(db, 'live')}/purchase`, keys.live, CONSENTED);
  expect([inTest.body.mode, live.body.mode]).toEqual(['test', 'live']);
  expect(live).toMatchObject({ status: 200, body: { replayed: false } });
});

test('one Idempotency-Key serves the purchases of two opportunities, because it belongs to the path', async () => {
  const { live } = await twoKeys();
  const [one, two] = [await offer(db), await offer(db)];
  const buy = (id: string) => post(`/v1/opportunities/${id}/purchase`, live, CONSENTED);
  const [first, second] = [await buy(one), await buy(two)];
  expect([first, second]).toMatchObject([
    { status: 200, body: { replayed: false } },
    { status: 200, body: { replayed: false } },
  ]);
  expect(second.body.orderId).not.toBe(first.body.orderId);
  expect((await buy(one)).body).toEqual({ ...first.body, replayed: true });
  expect((await buy(two)).body).toEqual({ ...second.body, replayed: true });
});

test('a webhook of a test key is never the answer to a live key with the same Idempotency-Key', async () => {
  const keys = await twoKeys();
  const [one, two] = [
    await createWebhook(api, { apiKey: keys.test }, 'same-key'),
    await createWebhook(api, { apiKey: keys.live }, 'same-key'),
  ];
  expect([one.status, two.status]).toEqual([201, 201]);
  expect(two.body.webhookId).not.toBe(one.body.webhookId);
  expect(two.body.signingSecret).not.toBe(one.body.signingSecret);
});

test('a repetition resumes an order whose checkout was not created yet', async () => {
  const { accountId, live } = await twoKeys();
  const body = { product: 'idea_check', ...CONSENTED };
  const first = await post('/v1/checkout-sessions', live, body);
  await db.pool.query(
    `UPDATE orders SET status = 'creating', checkout_session_id = NULL, checkout_url = NULL, creating_until = NULL WHERE id = $1`,
    [first.body.orderId],
  );
  const resumed = await post('/v1/checkout-sessions', live, body);
  expect(resumed.body).toMatchObject({ orderId: first.body.orderId, replayed: false });
  expect(await db.prisma.order.count({ where: { accountId } })).toBe(1);
});

test('the key of one endpoint says nothing about another, nor the key of one account about another', async () => {
  const keys = await twoKeys();
  const other = await createCustomer(db);
  await grantEntitlements(db, keys.accountId, 'idea_check', 1);
  const body = { product: 'idea_check', ...CONSENTED };
  const answers = [
    await createEvaluation(api, { apiKey: keys.live }, 'everywhere'),
    await createEvaluation(api, other, 'everywhere'),
    await post('/v1/checkout-sessions', keys.live, body, 'everywhere'),
    await post(`/v1/opportunities/${await offer(db)}/purchase`, keys.live, CONSENTED, 'everywhere'),
  ];
  expect(answers.map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([null, null, null, null]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 200, 200]);
});

test('the fingerprint of a key covers the whole request, including its path', () => {
  expect(fingerprint({ id: 'opp_1', body: {} })).not.toEqual(fingerprint({ id: 'opp_2', body: {} }));
});
