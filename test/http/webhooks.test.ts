import { disableWebhook } from '../../store/webhooks/disable-webhook';
import { createKey } from '../../store/keys/create-key';
import { call, createCustomer, createWebhook, startApi } from '../support/api';
import { ALL_EVENTS } from '../../contracts/webhooks';
import { testWebhooks } from '../support/webhooks';
import { useApi } from '../support/use';

const { db, api } = useApi({ settings: ALL_EVENTS });

const URL = 'https://hooks.example.com/noi';
const list = async (apiKey: string) => (await call<object[]>(api, 'GET', '/v1/webhooks', { key: apiKey })).body;
const textOfDatabase = async () => {
  const { rows } = await db.pool.query<{ row: string }>(
    `SELECT webhooks::text AS row FROM webhooks UNION ALL SELECT response::text FROM idempotency_records`,
  );
  return rows.map(({ row }) => row).join('\n');
};

test('an endpoint is created with its secret, which is shown and stored nowhere else', async () => {
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
  expect(await list(customer.apiKey)).toEqual([shown]);
  const text = (await textOfDatabase()) + api.logged.join('');
  for (const form of [signingSecret, signingSecret.slice(6), Buffer.from(signingSecret).toString('hex')])
    expect(text).not.toContain(form);
});

test('the same key creates one endpoint with one secret, also concurrently', async () => {
  const customer = await createCustomer(db);
  const answers = await Promise.all(Array.from({ length: 20 }, () => createWebhook(api, customer, 'twins')));
  const [{ webhookId, signingSecret }] = [answers[0]!.body];
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.signingSecret}`)).size).toBe(1);
  expect(await list(customer.apiKey)).toHaveLength(1);
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
  expect(await list(secret)).toMatchObject([{ webhookId: ofTest.body.webhookId }]);
  expect(ofTest.body.webhookId).not.toBe(webhookId);
});

test('an account has ten active endpoints at most, also concurrently', async () => {
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
])('the URL %s is refused: %s', async (url, code) => {
  const customer = await createCustomer(db);
  const answer = await createWebhook(api, customer, 'bad', { url, eventTypes: ['webhook.test'] });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  expect(answer.body.errors).toMatchObject([{ pointer: '/url', code }]);
});

test('names of this machine and other ports work only where the operator allows them', async () => {
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
