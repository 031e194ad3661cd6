import { createPayments } from '../../providers/payments/create-payments';
import type { CheckoutSessionCreated } from '../../contracts/orders';
import { call, createCustomer, startApi, type Answer, type Customer, type TestApi } from '../support/api';
import { transaction } from '../../prisma/client';
import { eventually } from '../support/eventually';
import { createTestDatabase } from '../support/database';
import { clientOf, CONSENTED, offer } from '../support/shop';
import { useEach, useSellingApi } from '../support/use';

const deploymentId = () => Promise.resolve('deployment-of-tests');

const { db, api, provider } = useSellingApi({ providerTimeoutMs: 500 });
const customer = useEach(() => createCustomer(db, { credits: 0 }));

type Answered = CheckoutSessionCreated & { code: string; errors?: { pointer: string }[] };
type PurchaseOptions = { key?: string; of?: Customer; at?: TestApi; body?: object };
let keys = 0;
const checkout = (body: object | string, { key = `k-${keys++}`, of = customer, at = api } = {}) =>
  call<Answered>(at, 'POST', '/v1/checkout-sessions', { key: of.apiKey, body, headers: { 'idempotency-key': key } });
const purchase = (
  id: string,
  { key = `k-${keys++}`, of = customer, at = api, body = CONSENTED }: PurchaseOptions = {},
) =>
  call<Answered>(at, 'POST', `/v1/opportunities/${id}/purchase`, {
    key: of.apiKey,
    body,
    headers: { 'idempotency-key': key },
  });
const ideaCheck = { product: 'idea_check', ...CONSENTED };

describe('every invalid field is refused by name', () => {
  test.each([
    [{ ...CONSENTED }, '/product'],
    [{ ...ideaCheck, product: 'a house' }, '/product'],
    [{ product: 'idea_check', withdrawalLossAcknowledgment: true }, '/immediateAccessConsent'],
    [{ ...ideaCheck, immediateAccessConsent: false }, '/immediateAccessConsent'],
    [{ ...ideaCheck, withdrawalLossAcknowledgment: false }, '/withdrawalLossAcknowledgment'],
    [{ ...ideaCheck, withdrawalLossAcknowledgment: 'true' }, '/withdrawalLossAcknowledgment'],
    [{ ...ideaCheck, opportunityId: 'opp_1' }, '/opportunityId'],
    [{ ...ideaCheck, product: 'opportunity' }, '/opportunityId'],
    [{ ...ideaCheck, product: 'opportunity', opportunityId: null }, '/opportunityId'],
    [{ ...ideaCheck, opportunityId: 7 }, '/opportunityId'],
    [{ ...ideaCheck, price: 1 }, '/price'],
    [{ ...ideaCheck, quantity: 2 }, '/quantity'],
    [{ ...ideaCheck, quantity: '3' }, '/quantity'],
    [{ ...ideaCheck, product: 'opportunity', opportunityId: 'opp_1', quantity: 3 }, '/quantity'],
  ])('%j', async (body, pointer) => {
    const answer = await checkout(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body.errors!.map((error) => error.pointer)).toContain(pointer);
    expect(await db.prisma.order.count({ where: { accountId: customer.accountId } })).toBe(0);
  });

  test('both consents are needed to buy an opportunity', async () => {
    const id = await offer(db);
    expect(await purchase(id, { body: {} })).toMatchObject({ status: 400 });
    expect(await purchase(id, { body: { ...CONSENTED, immediateAccessConsent: false } })).toMatchObject({
      status: 400,
    });
    expect(await db.prisma.opportunity.findUnique({ where: { id } })).toMatchObject({ status: 'available' });
  });
});

test('a key without the scope is 403, no key is 401, no Idempotency-Key is 400', async () => {
  const reader = await createCustomer(db, { scopes: ['runs:read'], credits: 0 });
  expect(await checkout(ideaCheck, { of: reader })).toMatchObject({
    status: 403,
    body: { code: 'insufficient_scope' },
  });
  expect(await call(api, 'POST', '/v1/checkout-sessions', { body: ideaCheck })).toMatchObject({ status: 401 });
  expect(await call(api, 'POST', '/v1/checkout-sessions', { key: customer.apiKey, body: ideaCheck })).toMatchObject({
    status: 400,
    body: { code: 'invalid_idempotency_key' },
  });
});

test('every route that sells is 503 without payments or the mode’s key, before the body is read', async () => {
  const off = await startApi(db);
  const liveOnly = await startApi(db, {
    payments: createPayments({ keys: { live: 'sk_live_x' }, webhookSecrets: {}, deploymentId, baseUrl: provider.url }),
  });
  const tester = await createCustomer(db, { mode: 'test', credits: 0 });
  const refused = { status: 503, body: { code: 'service_not_configured' } };
  expect(await checkout('not json', { at: off })).toMatchObject(refused);
  expect(await purchase('opp_x', { at: off })).toMatchObject(refused);
  expect(await call(off, 'POST', '/checkout/start', { body: 'x' })).toMatchObject(refused);
  expect(await call(off, 'POST', '/webhooks/stripe', { body: 'x' })).toMatchObject(refused);
  expect(await checkout('not json', { at: liveOnly, of: tester })).toMatchObject(refused);
  await Promise.all([off.close(), liveOnly.close()]);
});

describe('one logical operation', () => {
  test('the same key and body get the first answer again; another body is refused', async () => {
    const first = await checkout(ideaCheck, { key: 'same' });
    const again = await checkout({ ...ideaCheck, opportunityId: null, quantity: 1 }, { key: 'same' });
    expect(first).toMatchObject({ status: 200, body: { replayed: false, price: { amount: 4900, currency: 'usd' } } });
    expect(again.body).toEqual({ ...first.body, replayed: true });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const other of [{ product: 'custom_search' }, { quantity: 3 }])
      expect(await checkout({ ...ideaCheck, ...other }, { key: 'same' })).toMatchObject({
        status: 409,
        body: { code: 'idempotency_key_reused' },
      });
  });

  test('of fifty at once with one key, one opens an order and the others are asked to repeat or get it', async () => {
    const id = await offer(db);
    const answers = await Promise.all(Array.from({ length: 50 }, () => purchase(id, { key: 'fifty' })));
    const opened = answers.filter(({ status, body }) => status === 200 && !body.replayed);
    expect(opened).toHaveLength(1);
    const others = answers.filter((answer) => !opened.includes(answer));
    const strange = others.filter(({ status, body, headers }) =>
      status === 200
        ? body.orderId !== opened[0]!.body.orderId
        : status !== 409 || body.code !== 'idempotency_in_flight' || headers.get('retry-after') === null,
    );
    expect(strange).toEqual([]);
    expect(await db.prisma.order.count({ where: { opportunityId: id } })).toBe(1);
  });

  test.each(['error_500', 'timeout_before', 'timeout_after'])(
    'a provider that fails (%s) leaves an order that the same key resumes',
    async (effect) => {
      const id = await offer(db);
      await provider.fault('POST /v1/checkout/sessions', effect, 1, 2_000);
      const failed = await purchase(id, { key: `after-${effect}` });
      expect(failed).toMatchObject({ status: 502, body: { code: 'payment_provider_failed', retryable: true } });
      const other = await createCustomer(db, { credits: 0 });
      expect(await purchase(id, { of: other })).toMatchObject({ status: 409 });
      const resumed = await purchase(id, { key: `after-${effect}` });
      expect(resumed).toMatchObject({ status: 200, body: { replayed: false, status: 'pending_payment' } });
      expect(resumed.body.checkoutUrl).toContain(provider.url);
      expect(await db.prisma.order.count({ where: { opportunityId: id } })).toBe(1);
    },
  );

  test('a provider that asks to wait is 503 with Retry-After', async () => {
    await provider.fault('POST /v1/checkout/sessions', 'rate_limit', 1);
    const answer = await checkout(ideaCheck, { key: 'limited' });
    expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(await checkout(ideaCheck, { key: 'limited' })).toMatchObject({ status: 200, body: { replayed: false } });
  });

  test('an order whose session is refused for good holds nothing, and the same key opens another', async () => {
    const id = await offer(db);
    const broken = await startApi(db, {
      payments: clientOf(provider),
      settings: { checkoutLifetimeMs: 48 * 3_600_000 },
    });
    expect(await purchase(id, { key: 'refused', at: broken })).toMatchObject({ status: 502 });
    expect(await db.prisma.opportunity.findUnique({ where: { id } })).toMatchObject({ status: 'available' });
    expect(await purchase(id, { key: 'refused' })).toMatchObject({ status: 200, body: { replayed: false } });
    await broken.close();
  });

  test('of two at once with the key of an order whose session was refused for good, one opens another', async () => {
    const settings = { checkoutLifetimeMs: 48 * 3_600_000 };
    const broken = await startApi(db, { payments: clientOf(provider), settings });
    expect(await checkout(ideaCheck, { key: 'refused twice', at: broken })).toMatchObject({ status: 502 });
    await broken.close();
    // Both have read that the order failed before one of them continues.
    const answers = await transaction(db, async (tx) => {
      await tx.query(`SELECT FROM orders WHERE account_id = '${customer.accountId}' FOR UPDATE`);
      const asked = [checkout(ideaCheck, { key: 'refused twice' }), checkout(ideaCheck, { key: 'refused twice' })];
      await eventually('both wait for the order', async () => {
        const { rowCount } = await db.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rowCount === 2;
      });
      return asked;
    }).then((asked) => Promise.all(asked));
    expect(answers.map(({ status, body: { code } }) => code ?? status).toSorted()).toEqual([
      200,
      'idempotency_in_flight',
    ]);
    const orders = await db.prisma.order.findMany({ where: { accountId: customer.accountId } });
    expect(orders.map(({ status }) => status).toSorted()).toEqual(['failed', 'pending_payment']);
    const [opened] = answers.filter(({ status }) => status === 200);
    const again = await checkout(ideaCheck, { key: 'refused twice' });
    expect(again.body).toMatchObject({ orderId: opened!.body.orderId, replayed: true });
  });

  test('an attempt that is too old for the provider starts again with a later end', async () => {
    const id = await offer(db);
    await provider.fault('POST /v1/checkout/sessions', 'error_500', 1);
    await purchase(id, { key: 'old' });
    await db.pool.query({
      text: `UPDATE orders SET expires_at = expires_at - interval '2 minutes' WHERE opportunity_id = $1`,
      values: [id],
    });
    const before = await db.prisma.order.findFirstOrThrow({ where: { opportunityId: id } });
    const resumed = await purchase(id, { key: 'old' });
    expect(resumed).toMatchObject({ status: 200, body: { orderId: before.id } });
    expect(new Date(resumed.body.expiresAt).getTime()).toBeGreaterThan(before.expiresAt.getTime());
    expect(await db.prisma.order.findFirst({ where: { opportunityId: id } })).toMatchObject({ attempt: 2 });
  });
});

describe('a hold', () => {
  test('belongs to one buyer: others get 409, its own gets the open order back under any key', async () => {
    const id = await offer(db);
    const first = await purchase(id);
    const again = await purchase(id);
    expect(again.body).toEqual({ ...first.body, replayed: true });
    expect(await checkout({ product: 'opportunity', opportunityId: id, ...CONSENTED })).toMatchObject({
      status: 200,
      body: { orderId: first.body.orderId, replayed: true },
    });
    expect(await purchase(id, { of: await createCustomer(db, { credits: 0 }) })).toMatchObject({
      status: 409,
      body: { code: 'opportunity_unavailable' },
    });
  });

  test('is limited to two per buyer, also under concurrent requests', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => offer(db)));
    const answers = await Promise.all(ids.map((id) => purchase(id)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual([
      'too_many_holds',
      'too_many_holds',
    ]);
  });

  test('past its end counts as none, whatever its workflow does', async () => {
    const id = await offer(db);
    await purchase(id);
    await db.pool.query({
      text: "UPDATE opportunities SET reserved_until = now() - interval '1 second' WHERE id = $1",
      values: [id],
    });
    expect(await purchase(id, { of: await createCustomer(db, { credits: 0 }) })).toMatchObject({ status: 200 });
  });

  test.each(['opp_01kah2v5q8e4wb6t7n9rjx3mzc', 'nonsense'])('of %s is refused', async (id) => {
    expect(await purchase(id)).toMatchObject({ status: 409, body: { code: 'opportunity_unavailable' } });
  });
});

describe('the catalogue', () => {
  test('is paged by a Link header, newest first, and shows teasers only', async () => {
    const fresh = await createTestDatabase();
    const shop = await startApi(fresh);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push(await offer(fresh));
    const seen: string[] = [];
    let next: string | null = '/v1/opportunities?limit=2';
    while (next) {
      const page: Answer<{ opportunityId: string }[]> = await call(shop, 'GET', next);
      seen.push(...page.body.map(({ opportunityId }) => opportunityId));
      const link: string | null = page.headers.get('link');
      next = link ? link.slice(1, link.indexOf('>')).replace(shop.url, '') : null;
      for (const teaser of page.body) expect(Object.keys(teaser)).not.toContain('findings');
    }
    expect(seen).toEqual(ids.toReversed());
    await shop.close();
    await fresh.close();
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'page=2'])('refuses ?%s', async (query) => {
    expect(await call(api, 'GET', `/v1/opportunities?${query}`)).toMatchObject({ status: 400 });
  });

  test('takes a wrong key for none', async () => {
    expect(await call(api, 'GET', '/v1/opportunities', { key: 'noi_live_wrong' })).toMatchObject({ status: 200 });
  });
});

test('a checkout counts against its own limit', async () => {
  const narrow = await startApi(db, { limitsScale: 0.2, payments: clientOf(provider) });
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await checkout(ideaCheck, { at: narrow })).status);
  expect(statuses).toEqual([200, 200, 429]);
  await narrow.close();
});
