import { createKey } from '../../modules/accounts/store/keys';
import { ALL_EVENTS } from '../../modules/webhooks/contract';
import { recordAttempt } from '../../modules/webhooks/store/deliveries';
import { disableWebhook } from '../../modules/webhooks/store/endpoints';
import { requestTestDelivery } from '../../modules/webhooks/store/replay';
import { call, createCustomer, createWebhook, IDEA, startApi, type Customer, type TestApi } from '../support/api';
import { use, useApi } from '../support/use';
import { testWebhooks } from '../support/webhooks';

const { db, api } = useApi({ settings: ALL_EVENTS });

const URL = 'https://hooks.example.com/noi';
/** An API without product events, which is the default. */
const plain: TestApi = use(() => startApi(db));

type Caller = Pick<Customer, 'apiKey'>;
type Delivery = { deliveryId: string; status: string; attempts: object[] };
type Page = { data: Delivery[]; nextCursor: string | null };
interface Asked {
  body?: unknown;
  key?: string;
  of?: TestApi;
}

const wanting = (...eventTypes: string[]) => ({ url: URL, eventTypes });
const list = async ({ apiKey }: Caller, of = api) =>
  (await call<object[]>(of, 'GET', '/v1/webhooks', { key: apiKey })).body;

const about = <T = Record<string, unknown>>(
  { apiKey }: Caller,
  webhookId: string,
  method: string,
  path = '',
  { body, key, of = api }: Asked = {},
) =>
  call<T>(of, method, `/v1/webhooks/${webhookId}${path}`, {
    key: apiKey,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

async function endpoint(customer: Caller, ...eventTypes: string[]): Promise<string> {
  const wanted = eventTypes.length > 0 ? wanting(...eventTypes) : undefined;
  return (await createWebhook(api, customer, `${Math.random()}`, wanted)).body.webhookId;
}

const textOfDatabase = async () => {
  const { rows } = await db.pool.query<{ row: string }>(
    `SELECT webhooks::text AS row FROM webhooks UNION ALL SELECT response::text FROM idempotency_records`,
  );
  return rows.map(({ row }) => row).join('\n');
};

test('returns the secret with a new endpoint, and shows or stores it nowhere else', async () => {
  const customer = await createCustomer(db);

  const { status, headers, body } = await createWebhook(api, customer, 'first', {
    url: 'HTTPS://Hooks.Example.com/noi',
    eventTypes: ['webhook.test', 'run.completed'],
    description: 'Staging',
  });

  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
  const { signingSecret, ...shown } = body;
  expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(shown).toEqual({
    webhookId: expect.stringMatching(/^whk_/),
    url: URL,
    eventTypes: ['webhook.test', 'run.completed'],
    undelivered: [],
    status: 'active',
    description: 'Staging',
    createdAt: expect.any(String),
  });
  expect(await list(customer)).toEqual([shown]);
  const text = (await textOfDatabase()) + api.logged.join('');
  for (const form of [signingSecret, signingSecret.slice(6), Buffer.from(signingSecret).toString('hex')])
    expect(text).not.toContain(form);
});

test('creates one endpoint and secret per key, even concurrently', async () => {
  const customer = await createCustomer(db);
  const answers = await Promise.all(Array.from({ length: 20 }, () => createWebhook(api, customer, 'twins')));
  const [{ webhookId, signingSecret }] = [answers[0]!.body];
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.signingSecret}`)).size).toBe(1);
  expect(await list(customer)).toHaveLength(1);
  await disableWebhook(db, webhookId);
  const again = await createWebhook(api, customer, 'twins');
  expect([again.status, again.body.signingSecret]).toEqual([201, signingSecret]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const other = await createWebhook(api, customer, 'twins', { url: `${URL}/2`, eventTypes: ['webhook.test'] });
  expect([other.status, other.body.code]).toEqual([400, 'idempotency_key_reused']);
  const { accountId } = customer;
  const key = { accountId, name: 'test', mode: 'test', scopes: ['webhooks:manage'] } as const;
  const { secret } = await createKey(db, key);
  const ofTest = await createWebhook(api, { apiKey: secret }, 'twins');
  expect(await list({ apiKey: secret })).toMatchObject([{ webhookId: ofTest.body.webhookId }]);
  expect(ofTest.body.webhookId).not.toBe(webhookId);
});

test('limits an account to ten active endpoints, even concurrently', async () => {
  const customer = await createCustomer(db);
  const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => createWebhook(api, customer, `limit-${i}`)));
  const created = answers.filter(({ status }) => status === 201);
  expect(created).toHaveLength(10);
  expect(answers.find(({ status }) => status !== 201)!.body).toMatchObject({
    status: 400,
    code: 'webhook_limit_reached',
  });
  await disableWebhook(db, created[0]!.body.webhookId);
  expect((await createWebhook(api, customer, 'room')).status).toBe(201);
  const enabling = { key: customer.apiKey, body: { enabled: true } };
  const again = await call(api, 'POST', `/v1/webhooks/${created[0]!.body.webhookId}`, enabling);
  expect(again.body).toMatchObject({ status: 400, code: 'webhook_limit_reached' });
});

test.each([
  ['http://hooks.example.com/', 'not_https'],
  ['https://user:pass@hooks.example.com/', 'credentials_in_url'],
  ['https://hooks.example.com/#part', 'fragment_in_url'],
  ['https://127.0.0.1/', 'private_address'],
  ['https://169.254.169.254/latest', 'private_address'],
  ['https://[::1]/', 'private_address'],
  ['https://[fd00::1]/', 'private_address'],
  ['https://[64:ff9b::7f00:1]/', 'private_address'],
  ['https://hooks.example.com:22/', 'port_not_allowed'],
  ['nonsense', 'invalid_format'],
  [`https://hooks.example.com/${'a'.repeat(2048)}`, 'too_long'],
])('refuses the URL %s: %s', async (url, code) => {
  const customer = await createCustomer(db);
  const answer = await createWebhook(api, customer, 'bad', { url, eventTypes: ['webhook.test'] });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  expect(answer.body.errors).toMatchObject([{ pointer: '/url', code }]);
});

test('allows local names and other ports only where the operator does', async () => {
  const customer = await createCustomer(db);
  const create = async (on: { url: string }, url: string) =>
    (await createWebhook(on, customer, url, { url, eventTypes: ['webhook.test'] })).status;
  const strict = await startApi(db, { webhooks: { ...testWebhooks(), allowPrivate: false, ports: [443, 8443] } });
  for (const url of ['https://localhost:8443/', 'http://localhost/', 'https://a.localhost/', 'http://127.0.0.1:9000/'])
    expect([url, await create(strict, url)]).toEqual([url, 400]);
  expect(await create(strict, 'https://1.1.1.1/')).toBe(201);
  expect(await create(strict, 'https://hooks.example.com:8443/')).toBe(201);
  await strict.close();
  expect(await create(api, 'http://localhost:1234/')).toBe(201);
  expect(await create(api, 'http://192.168.0.1:1234/')).toBe(400);
});

test('changes, disables and enables an endpoint, and keeps omitted fields', async () => {
  const customer = await createCustomer(db);
  const { webhookId, signingSecret: _secret, ...created } = (await createWebhook(api, customer, 'change')).body;
  const change = { url: 'https://other.example.com/hook', eventTypes: ['run.completed'], description: 'Production' };
  const moved = await about(customer, webhookId, 'POST', '', { body: change });
  expect([moved.status, moved.body]).toEqual([200, { ...created, webhookId, ...change }]);
  const disabled = await about(customer, webhookId, 'POST', '', { body: { enabled: false } });
  expect(disabled.body).toEqual({ ...moved.body, status: 'disabled' });
  const enabled = await about(customer, webhookId, 'POST', '', { body: { enabled: true, description: null } });
  expect(enabled.body).toEqual({ ...moved.body, description: null });
  expect(await list(customer)).toEqual([enabled.body]);
});

test('deletes an endpoint together with its deliveries', async () => {
  const customer = await createCustomer(db);
  const webhookId = await endpoint(customer);
  await about(customer, webhookId, 'POST', '/test');
  const one = await about(customer, webhookId, 'GET');
  expect([one.status, [one.body]]).toEqual([200, await list(customer)]);
  const deleted = await about(customer, webhookId, 'DELETE');
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  expect(await list(customer)).toEqual([]);
  expect(await db.prisma.webhookDelivery.count({ where: { webhookId } })).toBe(0);
  for (const method of ['GET', 'DELETE'])
    expect((await about(customer, webhookId, method)).body.code).toBe('webhook_not_found');
});

test('returns the same secret when a rotation is repeated, and rotates once', async () => {
  const customer = await createCustomer(db);
  const { webhookId, signingSecret: original } = (await createWebhook(api, customer, 'rotate')).body;
  const rotate = (key?: string) =>
    about<{ signingSecret: string; previousSecretExpiresAt: string; code: string }>(
      customer,
      webhookId,
      'POST',
      '/rotate',
      key === undefined ? {} : { key },
    );
  const twins = await Promise.all(['lost', 'lost', 'lost'].map(rotate));
  const [first] = twins;
  expect(new Set(twins.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(twins.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(2);
  expect(first!.body.signingSecret).toMatch(/^whsec_/);
  expect(+new Date(first!.body.previousSecretExpiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const { previousSecret } = await db.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } });
  expect(testWebhooks().secrets.open(previousSecret!, webhookId)).toBe(original);
  const { rows } = await db.pool.query('SELECT response::text FROM idempotency_records');
  expect(JSON.stringify(rows)).not.toContain(first!.body.signingSecret);
  const another = await rotate();
  expect(another.headers.get('cache-control')).toBe('no-store');
  expect([original, first!.body.signingSecret]).not.toContain(another.body.signingSecret);
});

test('accepts a test delivery once per key, and shows its attempts', async () => {
  const customer = await createCustomer(db);
  const webhookId = await endpoint(customer);
  const send = () => about<Delivery>(customer, webhookId, 'POST', '/test', { key: 'once' });
  const [first, again] = await Promise.all([send(), send()]);
  expect([first.status, again.body]).toEqual([202, first.body]);
  expect(first.headers.get('location')).toBe(`/v1/webhooks/${webhookId}/deliveries`);
  expect(first.body).toMatchObject({ webhookId, eventType: 'webhook.test', status: 'pending', attempts: [] });
  const { deliveryId } = first.body;
  const started = api.delivered.filter(({ message }) => message.workflowId === `webhook-delivery/${deliveryId}`);
  expect(started).toHaveLength(1);
  expect(JSON.stringify(started)).not.toContain('hooks.example.com');

  const attempt = { startedAt: new Date(), durationMs: 12, responseStatus: null, error: 'timeout' };
  await recordAttempt(db, deliveryId, attempt, false);
  expect((await about<Page>(customer, webhookId, 'GET', '/deliveries')).body).toEqual({
    data: [{ ...first.body, attempts: [{ attempt: 1, ...attempt, startedAt: attempt.startedAt.toISOString() }] }],
    nextCursor: null,
  });
  await about(customer, webhookId, 'POST', '', { body: { enabled: false } });
  for (const [path, body] of [['/test'], ['/replay', { deliveryId }]] as const)
    expect((await about(customer, webhookId, 'POST', path, { body })).body.code).toBe('webhook_disabled');
  expect((await send()).body).toEqual(first.body);
});

test('replays a delivery with the same body, once per key', async () => {
  const customer = await createCustomer(db);
  const webhookId = await endpoint(customer);
  const { deliveryId } = await requestTestDelivery(db, webhookId);
  const replay = () =>
    about<{ deliveryIds: string[] }>(customer, webhookId, 'POST', '/replay', { body: { deliveryId }, key: 'same' });
  const [first, again] = [await replay(), await replay()];
  const deliveryIds = [expect.stringMatching(/^whd_/) as string];
  expect([first.status, first.body]).toEqual([202, { webhookId, deliveryIds, nextSince: null, replayed: false }]);
  expect(again.body).toEqual({ ...first.body, replayed: true });
  expect(api.delivered.at(-1)!.message.workflowId).toBe(`webhook-delivery/${first.body.deliveryIds[0]!}`);
  const bodies = await db.prisma.webhookDelivery.findMany({ where: { webhookId }, select: { payload: true } });
  expect(new Set(bodies.map(({ payload }) => payload)).size).toBe(1);
});

describe("a run's webhook", () => {
  const secret = (customer: Caller, method = 'GET', path = '') =>
    call<{ signingSecret: string; previousSecretExpiresAt: string | null }>(api, method, `/v1/webhook-secret${path}`, {
      key: customer.apiKey,
    }).then(({ body }) => body);
  const started = (customer: Customer, webhook: object, of = api) =>
    call<{ detail: string; errors: object[] }>(of, 'POST', '/v1/evaluations', {
      key: customer.apiKey,
      body: { idea: IDEA, webhook },
      headers: { 'idempotency-key': `${Math.random()}` },
    });

  test('is signed by one secret per account and mode, which endpoint lists do not show', async () => {
    const customer = await createCustomer(db, { credits: 2 });
    const asked = await Promise.all([secret(customer), secret(customer)]);
    expect(asked[0]).toEqual({ signingSecret: expect.stringMatching(/^whsec_/), previousSecretExpiresAt: null });
    expect(asked[1]).toEqual(asked[0]);
    expect(await secret(await createCustomer(db))).not.toEqual(asked[0]);
    expect((await started(customer, { url: URL })).status).toBe(202);
    expect(await list(customer)).toEqual([]);
    const rotated = await secret(customer, 'POST', '/rotate');
    expect(rotated.signingSecret).not.toBe(asked[0].signingSecret);
    expect(Date.parse(rotated.previousSecretExpiresAt!)).toBeGreaterThan(Date.now());
    expect(await secret(customer)).toEqual(rotated);
    expect(await textOfDatabase()).not.toContain(rotated.signingSecret.slice(6));
  });

  test('rejects a private receiver address at its field, and takes no credit', async () => {
    const customer = await createCustomer(db, { credits: 1 });
    const refused = await started(customer, { url: 'https://10.0.0.1/noi' });
    expect(refused.body.errors).toMatchObject([{ pointer: '/webhook/url', code: 'private_address' }]);
    const batch = await call(api, 'POST', '/v1/evaluations/batch', {
      key: customer.apiKey,
      body: { items: [{ idea: IDEA }, { idea: IDEA, webhook: { url: 'http://hooks.example.com' } }] },
      headers: { 'idempotency-key': 'a-batch' },
    });
    expect(batch.body.errors).toMatchObject([{ pointer: '/items/1/webhook/url', code: 'not_https' }]);
    const unknown = await started(customer, { url: URL, eventTypes: ['order.paid'] });
    expect(unknown.body.errors).toMatchObject([{ pointer: '/webhook/eventTypes/0' }]);
    expect((await started(customer, { url: URL, eventTypes: ['run.failed'] })).status).toBe(202);
  });

  test('is refused with the reason while product events are off', async () => {
    const refused = await started(await createCustomer(db, { credits: 1 }), { url: URL }, plain);
    expect(refused.body.errors).toMatchObject([{ pointer: '/webhook', code: 'event_not_delivered' }]);
    expect(refused.body.detail).toContain('PRODUCT_EVENTS');
  });
});

describe('while product events are off', () => {
  test('subscribing to one is refused, and an existing subscription is kept and named', async () => {
    const customer = await createCustomer(db);
    const refused = await createWebhook(plain, customer, 'first', wanting('webhook.test', 'run.completed'));
    expect(refused.status).toBe(400);
    const flaw = { pointer: '/eventTypes/1', code: 'event_not_delivered' };
    expect(refused.body.errors).toEqual([expect.objectContaining(flaw)]);

    const webhookId = await endpoint(customer, 'webhook.test', 'run.failed');
    expect(await list(customer, plain)).toMatchObject([{ undelivered: ['run.failed'] }]);
    const change = (...eventTypes: string[]) =>
      about(customer, webhookId, 'POST', '', { body: { eventTypes }, of: plain });
    expect((await change('run.failed')).body.undelivered).toEqual(['run.failed']);
    expect((await change('run.failed', 'run.expired')).status).toBe(400);
    expect(await list(customer)).toMatchObject([{ eventTypes: ['run.failed'], undelivered: [] }]);
  });
});
