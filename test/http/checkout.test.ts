import type { CheckoutSessionCreated } from '../../modules/orders/contract';
import { transaction } from '../../prisma/client';
import { call, createCustomer, startApi, type Answer, type Customer, type TestApi } from '../support/api';
import { createTestDatabase } from '../support/database';
import { eventually, failing, retryUntilAnswered } from '../support/eventually';
import { signIn } from '../support/people';
import { clientOf, CONSENTED, offer } from '../support/shop';
import { useEach, useSellingApi } from '../support/use';

const { db, api, provider } = useSellingApi({ providerTimeoutMs: 500 });
const customer = useEach(() => createCustomer(db, { credits: 0 }));

type Answered = CheckoutSessionCreated & { code: string };
type Asked = { key?: string; of?: Customer; at?: TestApi };
let keys = 0;
const post = (path: string, body: object, { key = `k-${keys++}`, of = customer, at = api }: Asked = {}) =>
  call<Answered>(at, 'POST', path, { key: of.apiKey, body, headers: { 'idempotency-key': key } });
const checkout = (body: object, asked?: Asked) => post('/v1/checkout-sessions', body, asked);
const purchase = (id: string, asked?: Asked) => post(`/v1/opportunities/${id}/purchase`, CONSENTED, asked);
const ideaCheck = { product: 'idea_check', ...CONSENTED };
const ordersOf = (opportunityId: string) => db.prisma.order.count({ where: { opportunityId } });
const somebodyElse = () => createCustomer(db, { credits: 0 });

/** Runs `work` against an API whose checkout sessions the provider rejects permanently. */
async function whereRefused(work: (at: TestApi) => Promise<void>): Promise<void> {
  const settings = { checkoutLifetimeMs: 48 * 3_600_000 };
  const broken = await startApi(db, { payments: clientOf(provider), settings });
  await work(broken).finally(() => broken.close());
}

describe('an Idempotency-Key', () => {
  test('replays the first answer for the same body, and answers 409 for another', async () => {
    const first = await checkout(ideaCheck, { key: 'same' });
    const again = await checkout({ ...ideaCheck, opportunityId: null, quantity: 1 }, { key: 'same' });
    expect(first).toMatchObject({ status: 200, body: { replayed: false, price: { amount: 4900, currency: 'usd' } } });
    expect(again.body).toEqual({ ...first.body, replayed: true });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const other of [{ product: 'custom_search' }, { quantity: 3 }]) {
      const { body } = await checkout({ ...ideaCheck, ...other }, { key: 'same' });
      expect(body).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
    }
  });

  test('opens one order when sent fifty times at once', async () => {
    const id = await offer(db);
    const answers = await Promise.all(Array.from({ length: 50 }, () => purchase(id, { key: 'fifty' })));
    const opened = answers.filter(({ status, body }) => status === 200 && !body.replayed);
    expect(opened).toHaveLength(1);
    const strange = answers.filter(({ status, body, headers }) =>
      status === 200
        ? body.orderId !== opened[0]!.body.orderId
        : body.code !== 'idempotency_in_flight' || headers.get('retry-after') === null,
    );
    expect(strange).toEqual([]);
    expect(await ordersOf(id)).toBe(1);
  });

  test.each([
    ['error_500', 502, 'payment_provider_failed'],
    ['timeout_before', 502, 'payment_provider_failed'],
    ['timeout_after', 502, 'payment_provider_failed'],
    ['rate_limit', 503, 'service_unavailable'],
  ])('resumes its order after a provider failure (%s)', async (effect, status, code) => {
    const id = await offer(db);
    await provider.fault('POST /v1/checkout/sessions', effect, 1, 2_000);
    expect(await purchase(id, { key: effect })).toMatchObject({ status, body: { code, retryable: true } });
    expect((await purchase(id, { of: await somebodyElse() })).status).toBe(409);
    const resumed = await purchase(id, { key: effect });
    expect(resumed).toMatchObject({ status: 200, body: { replayed: false, status: 'pending_payment' } });
    expect(resumed.body.checkoutUrl).toContain(provider.url);
    expect(await ordersOf(id)).toBe(1);
  });

  test('opens one new order when sent twice at once after a permanent refusal', async () => {
    const again = () => checkout(ideaCheck, { key: 'refused twice' });
    await whereRefused(async (at) => {
      expect((await checkout(ideaCheck, { key: 'refused twice', at })).status).toBe(502);
    });
    // Both requests read the failed order before one of them continues.
    const answers = await transaction(db, async (tx) => {
      await tx.query(`SELECT FROM orders WHERE account_id = '${customer.accountId}' FOR UPDATE`);
      const asked = [again(), again()];
      await eventually('both wait for the order', async () => {
        const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await db.pool.query(waiting)).rowCount === 2;
      });
      return asked;
    }).then((asked) => Promise.all(asked));
    const outcomes = answers.map(({ status, body: { code } }) => code ?? status).toSorted();
    expect(outcomes).toEqual([200, 'idempotency_in_flight']);
    const orders = await db.prisma.order.findMany({ where: { accountId: customer.accountId } });
    expect(orders.map(({ status }) => status).toSorted()).toEqual(['failed', 'pending_payment']);
    const { orderId } = answers.find(({ status }) => status === 200)!.body;
    expect((await again()).body).toMatchObject({ orderId, replayed: true });
  });
});

describe('a hold', () => {
  test('belongs to one buyer, who gets the open order back under any key', async () => {
    const id = await offer(db);
    const first = await purchase(id);
    expect((await purchase(id)).body).toEqual({ ...first.body, replayed: true });
    const asProduct = await checkout({ product: 'opportunity', opportunityId: id, ...CONSENTED });
    expect(asProduct.body).toMatchObject({ orderId: first.body.orderId, replayed: true });
    const other = await purchase(id, { of: await somebodyElse() });
    expect(other).toMatchObject({ status: 409, body: { code: 'opportunity_unavailable' } });
  });

  test('goes to one of thirty buyers who ask at once', async () => {
    const id = await offer(db);
    const buyers = await Promise.all(Array.from({ length: 30 }, somebodyElse));
    const ask = (of: Customer) => retryUntilAnswered('purchase', () => purchase(id, { of, key: 'at-once' }), failing);
    const codes = (await Promise.all(buyers.map(ask))).map((answer) => answer!.body.code ?? 'held');
    expect(codes.toSorted()).toEqual(['held', ...Array<string>(29).fill('opportunity_unavailable')]);
    expect(await ordersOf(id)).toBe(1);
  });

  test('is limited to two per buyer, even concurrently', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => offer(db)));
    const answers = await Promise.all(ids.map((id) => purchase(id)));
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(refused).toEqual(['too_many_holds', 'too_many_holds']);
  });

  test('frees the opportunity when it ends, and needs an opportunity that exists', async () => {
    const id = await offer(db);
    await purchase(id);
    await db.prisma.opportunity.update({ where: { id }, data: { reservedUntil: new Date(0) } });
    expect((await purchase(id, { of: await somebodyElse() })).status).toBe(200);
    for (const unknown of ['opp_01kah2v5q8e4wb6t7n9rjx3mzc', 'nonsense'])
      expect((await purchase(unknown)).body.code).toBe('opportunity_unavailable');
  });
});

test('pages the catalog by Link header, newest first, and shows only teasers', async () => {
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
    for (const teaser of page.body) expect(teaser).not.toHaveProperty('findings');
  }
  expect(seen).toEqual(ids.toReversed());
  expect((await call(shop, 'GET', '/v1/opportunities', { key: 'noi_live_wrong' })).status).toBe(200);
  await shop.close();
  await fresh.close();
});

describe('the checkout form', () => {
  const fields = { product: 'idea_check', immediateAccessConsent: 'true', withdrawalLossAcknowledgment: 'true' };
  const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/checkout/start`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ idempotencyKey: `form-${keys++}`, ...form }),
      headers,
    });
  const cookieOf = ({ headers }: Response) => headers.get('set-cookie')!.split(';')[0]!;

  test('redirects to the provider with the account’s address, and opens one order if sent twice', async () => {
    const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: customer.accountId } });
    const known = await send(fields, { cookie: await signIn(api, db, email) });
    expect(await (await fetch(known.headers.get('location')!)).text()).toMatch(
      new RegExp(`value="${email}"\\s+readonly`),
    );
    const form = { ...fields, idempotencyKey: 'twice' };
    const first = await send(form, { origin: api.url });
    const second = await send(form, { origin: api.url, cookie: cookieOf(first) });
    expect([first.status, second.headers.get('location')]).toEqual([302, first.headers.get('location')]);
    const lasting = /^noi_buyer=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/;
    expect(first.headers.get('set-cookie')).toMatch(lasting);
  });

  test('says that nothing was charged when the provider is silent, and then resumes the order', async () => {
    await provider.fault('POST /v1/checkout/sessions', 'timeout_before', 1, 60_000);
    const cookie = cookieOf(await fetch(`${api.url}/buy?product=idea_check`));
    const form = { ...fields, idempotencyKey: `form-${keys++}` };
    const orders = await db.prisma.order.count();
    const refused = await send(form, { accept: 'text/html', cookie });
    const page = await refused.text();
    expect([refused.status, page]).toEqual([502, expect.stringContaining('You were not charged.')]);
    expect(refused.headers.get('content-security-policy')).toContain(`form-action 'self' ${provider.url}`);
    const hidden = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
    const repeated = Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!]));
    expect(repeated).toEqual(form);
    expect((await send(repeated, { accept: 'text/html', cookie })).status).toBe(302);
    expect(await db.prisma.order.count()).toBe(orders + 1);
  });
});

test('says that sales are not open, instead of showing a form, without a live key', async () => {
  const rehearsal = await startApi(db);
  for (const path of ['/buy', '/buy?product=idea_check', `/opportunities/${await offer(db, 'live')}`]) {
    const { status, text } = await call(rehearsal, 'GET', path);
    expect([path, status, text.includes('Sales are not open yet'), text.includes('/checkout/start')]).toEqual([
      ...[path, 200, true, false],
    ]);
  }
  await rehearsal.close();
});
