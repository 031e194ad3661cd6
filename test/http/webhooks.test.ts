import { randomUUID } from 'node:crypto';
import { purgeExpiredRecords } from '../../store/idempotency/purge-expired-records';
import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
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

test('an endpoint is created with its secret, which is shown there and never again', async () => {
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
});

test('no secret is readable in the database or in the log', async () => {
  const customer = await createCustomer(db);
  const { signingSecret } = (await createWebhook(api, customer, 'secret')).body;
  const text = await textOfDatabase();
  for (const form of [signingSecret, signingSecret.slice(6), Buffer.from(signingSecret).toString('hex')]) {
    expect(text).not.toContain(form);
    expect(api.logged.join('')).not.toContain(form);
  }
});

test('the same key and body get the first answer with the same secret, also once it was disabled', async () => {
  const customer = await createCustomer(db);
  const first = await createWebhook(api, customer, 'again');
  await disableWebhook(db, first.body.webhookId);

  const again = await createWebhook(api, customer, 'again');

  expect(again.status).toBe(201);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(await list(customer.apiKey)).toHaveLength(1);
});

test('twenty identical concurrent requests create one endpoint', async () => {
  const customer = await createCustomer(db);
  const answers = await Promise.all(Array.from({ length: 20 }, () => createWebhook(api, customer, 'twins')));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.signingSecret}`)).size).toBe(1);
  expect(await list(customer.apiKey)).toHaveLength(1);
});

test('the same key with another body is 400 here, where the interface declares no 409', async () => {
  const customer = await createCustomer(db);
  await createWebhook(api, customer, 'reused');
  const other = await createWebhook(api, customer, 'reused', { url: `${URL}/2`, eventTypes: ['webhook.test'] });
  expect([other.status, other.body.code]).toEqual([400, 'idempotency_key_reused']);
  expect(other.body).toMatchObject({ status: 400 });
});

test('a key is free again once its thirty days are over', async () => {
  const customer = await createCustomer(db);
  const first = await createWebhook(api, customer, 'old');
  const expiry = await db.prisma.idempotencyRecord.findFirstOrThrow({ where: { accountId: customer.accountId } });
  expect(expiry.expiresAt!.getTime() - Date.now()).toBeGreaterThan(29 * 86_400_000);
  await purgeExpiredRecords(db, 1_000);
  expect((await createWebhook(api, customer, 'old')).body).toEqual(first.body);

  await db.pool.query("UPDATE idempotency_records SET expires_at = now() - interval '1 s' WHERE account_id = $1", [
    customer.accountId,
  ]);
  expect(await purgeExpiredRecords(db, 1_000)).toBe(1);
  expect((await createWebhook(api, customer, 'old')).body.webhookId).not.toBe(first.body.webhookId);
});

test('of twenty-five concurrent creations ten succeed; a disabled endpoint makes room', async () => {
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
});

test('fifty endpoints are kept, disabled ones included: another is refused until one is deleted', async () => {
  const customer = await createCustomer(db);
  const { webhookId } = (await createWebhook(api, customer, 'kept')).body;
  await db.pool.query(
    `INSERT INTO webhooks (id, account_id, mode, url, event_types, status, sealed_secret)
     SELECT 'whk_' || $1 || n, account_id, mode, url, event_types, 'disabled', sealed_secret
     FROM webhooks, generate_series(1, 48) AS n WHERE id = $2`,
    [randomUUID(), webhookId],
  );
  const answers = await Promise.all([1, 2, 3].map((n) => createWebhook(api, customer, `more-${n}`)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  expect(answers.find(({ status }) => status === 400)!.body).toMatchObject({
    code: 'webhook_limit_reached',
    detail: expect.stringContaining('50 webhooks, disabled ones included') as string,
  });
  const path = `/v1/webhooks/${webhookId}`;
  for (const enabled of [false, true]) {
    expect((await call(api, 'POST', path, { key: customer.apiKey, body: { enabled } })).status).toBe(200);
  }
  expect((await call(api, 'DELETE', path, { key: customer.apiKey })).status).toBe(204);
  expect((await createWebhook(api, customer, 'room again')).status).toBe(201);
});

test('live and test mode, and accounts, see nothing of each other, under the same Idempotency-Key too', async () => {
  const live = await createCustomer(db);
  const { secret } = await createKey(db, {
    accountId: live.accountId,
    name: 'sandbox',
    mode: 'test',
    scopes: ['webhooks:manage'],
  });
  const ofLive = await createWebhook(api, live, 'same');
  const ofTest = await createWebhook(api, { apiKey: secret }, 'same');
  expect(ofTest.body.webhookId).not.toBe(ofLive.body.webhookId);
  expect(await list(live.apiKey)).toMatchObject([{ webhookId: ofLive.body.webhookId }]);
  expect(await list(secret)).toMatchObject([{ webhookId: ofTest.body.webhookId }]);
  expect(await list((await createCustomer(db)).apiKey)).toEqual([]);
});

test.each([
  ['http://hooks.example.com/', 'not_https'],
  ['ftp://hooks.example.com/', 'not_https'],
  ['https://user:pass@hooks.example.com/', 'credentials_in_url'],
  ['https://hooks.example.com/#part', 'fragment_in_url'],
  ['https://127.0.0.1/', 'private_address'],
  ['https://2130706433/', 'private_address'],
  ['https://0x7f.1/', 'private_address'],
  ['https://10.1.2.3:8443/', 'private_address'],
  ['https://169.254.169.254/latest', 'private_address'],
  ['https://100.64.0.1/', 'private_address'],
  ['https://[::1]/', 'private_address'],
  ['https://[::ffff:10.0.0.1]/', 'private_address'],
  ['https://[fd00::1]/', 'private_address'],
  ['https://[fe80::1]/', 'private_address'],
  ['https://[64:ff9b::7f00:1]/', 'private_address'],
  ['https://hooks.example.com:22/', 'port_not_allowed'],
  ['https://1.1.1.1:8443/', 'port_not_allowed'],
  ['nonsense', 'invalid_format'],
  ['https://exa mple.com/', 'invalid_format'],
  [`https://hooks.example.com/${'a'.repeat(2048)}`, 'too_long'],
])('%s is refused: %s', async (url, code) => {
  const customer = await createCustomer(db);
  const answer = await createWebhook(api, customer, 'bad', { url, eventTypes: ['webhook.test'] });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  expect(answer.body.errors).toMatchObject([{ pointer: '/url', code }]);
});

test('a name of this machine is refused unless the operator delivers to it, a public literal address is not', async () => {
  const customer = await createCustomer(db);
  const eventTypes = ['webhook.test'];
  const strict = await startApi(db, { webhooks: { ...testWebhooks(), allowPrivate: false } });
  const names = ['https://localhost:8443/', 'http://localhost/', 'https://a.localhost/', 'http://127.0.0.1:9000/'];
  for (const url of names) {
    expect((await createWebhook(strict, customer, url, { url, eventTypes })).status).toBe(400);
  }
  expect((await createWebhook(strict, customer, 'literal', { url: 'https://1.1.1.1/', eventTypes })).status).toBe(201);
  await strict.close();
  const local = await createWebhook(api, customer, 'local', { url: 'http://localhost:1234/', eventTypes });
  expect(local.status).toBe(201);
  const literal = await createWebhook(api, customer, 'loopback', { url: 'http://127.0.0.1:1234/', eventTypes });
  expect(literal.status).toBe(201);
  const network = await createWebhook(api, customer, 'network', { url: 'http://192.168.0.1:1234/', eventTypes });
  expect(network.status).toBe(400);
});

test('a port that the operator names is allowed', async () => {
  const ported = await startApi(db, { webhooks: { ...testWebhooks(), ports: [443, 8443] } });
  const wanted = { url: 'https://hooks.example.com:8443/', eventTypes: ['webhook.test'] };
  expect((await createWebhook(ported, await createCustomer(db), 'ported', wanted)).status).toBe(201);
  await ported.close();
});

test.each([
  [{ eventTypes: ['webhook.test'] }, '/url', 'required'],
  [{ url: URL }, '/eventTypes', 'required'],
  [{ url: URL, eventTypes: [] }, '/eventTypes', 'too_few_items'],
  [{ url: URL, eventTypes: ['run.started'] }, '/eventTypes/0', 'not_allowed'],
  [{ url: URL, eventTypes: ['run.failed', 'run.failed'] }, '/eventTypes', 'duplicate_items'],
  [{ url: URL, eventTypes: ['run.failed'], secret: 'x' }, '/secret', 'unknown_field'],
  [{ url: URL, eventTypes: ['run.failed'], description: 'x'.repeat(201) }, '/description', 'too_long'],
  [{ url: 7, eventTypes: ['run.failed'] }, '/url', 'wrong_type'],
])('%j is refused at %s: %s', async (body, pointer, code) => {
  const answer = await createWebhook(api, await createCustomer(db), 'bad', body);
  expect([answer.status, answer.body.errors]).toMatchObject([400, [{ pointer, code }]]);
});

test('a creation without an Idempotency-Key is 400', async () => {
  const { apiKey } = await createCustomer(db);
  const { status, body } = await call(api, 'POST', '/v1/webhooks', {
    key: apiKey,
    body: { url: URL, eventTypes: ['webhook.test'] },
  });
  expect([status, body.code]).toEqual([400, 'invalid_idempotency_key']);
});

test('both endpoints are 503 while webhooks are not configured, before the body and after the scope', async () => {
  const off = await startApi(db, { webhooks: null });
  const customer = await createCustomer(db);
  const narrow = await createCustomer(db, { scopes: [] });
  for (const method of ['GET', 'POST']) {
    const answer = await call(off, method, '/v1/webhooks', { key: customer.apiKey });
    expect([answer.status, answer.body.code]).toEqual([503, 'service_not_configured']);
    expect((await call(off, method, '/v1/webhooks', { key: narrow.apiKey })).status).toBe(403);
    expect((await call(off, method, '/v1/webhooks')).status).toBe(401);
  }
  await off.close();
});

test('twenty creations an hour are allowed, and lists have a limit of their own', async () => {
  const limited = await startApi(db, { limitsScale: 1 });
  const customer = await createCustomer(db);
  const statuses = [];
  for (let i = 0; i < 21; i++) statuses.push((await createWebhook(limited, customer, 'one')).status);
  expect(statuses).toEqual([...Array<number>(20).fill(201), 429]);
  expect((await call(limited, 'GET', '/v1/webhooks', { key: customer.apiKey })).status).toBe(200);
  await limited.close();
});

test('a test delivery is asked for by the owner only, and not of a disabled endpoint', async () => {
  const owner = await createCustomer(db);
  const stranger = await createCustomer(db);
  const { webhookId } = (await createWebhook(api, owner, 'mine')).body;
  await expect(requestTestDelivery(db, webhookId, { accountId: stranger.accountId })).rejects.toMatchObject({
    code: 'webhook_not_found',
  });
  const { deliveryId, pending } = await requestTestDelivery(db, webhookId, { accountId: owner.accountId });
  expect(pending!.message).toMatchObject({
    workflowId: `webhook-delivery/${deliveryId}`,
    search: { accountId: owner.accountId, mode: 'live' },
  });
  expect(JSON.stringify(pending!.message)).not.toContain('hooks.example.com');
  await disableWebhook(db, webhookId);
  await expect(requestTestDelivery(db, webhookId)).rejects.toMatchObject({ code: 'webhook_disabled' });
});
