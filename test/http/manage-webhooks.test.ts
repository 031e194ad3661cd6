import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { recordAttempt } from '../../store/webhooks/record-attempt';
import { createKey } from '../../store/keys/create-key';
import { call, createCustomer, createWebhook, startApi } from '../support/api';
import { ALL_EVENTS } from '../../contracts/webhooks';
import { testWebhooks } from '../support/webhooks';
import { useApi } from '../support/use';

const { db, api } = useApi({ settings: ALL_EVENTS });

const list = async (apiKey: string) => (await call<object[]>(api, 'GET', '/v1/webhooks', { key: apiKey })).body;
const storedAnswers = async () => {
  const { rows } = await db.pool.query<{ row: string }>('SELECT response::text AS row FROM idempotency_records');
  return rows.map(({ row }) => row).join('\n');
};

type Delivery = { deliveryId: string; status: string; attempts: object[] };
type DeliveryPage = { data: Delivery[]; nextCursor: string | null };

/** Calls the API about one endpoint. */
const about = <T = Record<string, unknown>>(
  { apiKey }: { apiKey: string },
  webhookId: string,
  method: string,
  path = '',
  options: { body?: unknown; headers?: Record<string, string> } = {},
) => call<T>(api, method, `/v1/webhooks/${webhookId}${path}`, { key: apiKey, ...options });

test('an endpoint is changed field by field, disabled and enabled again; what is left out stays', async () => {
  const customer = await createCustomer(db);
  const { webhookId, signingSecret: _secret, ...created } = (await createWebhook(api, customer, 'change')).body;

  const moved = await about(customer, webhookId, 'POST', '', {
    body: { url: 'https://other.example.com/hook', eventTypes: ['run.completed'], description: 'Production' },
  });
  expect([moved.status, moved.body]).toEqual([
    200,
    {
      ...created,
      webhookId,
      url: 'https://other.example.com/hook',
      eventTypes: ['run.completed'],
      description: 'Production',
    },
  ]);
  const disabled = await about(customer, webhookId, 'POST', '', { body: { enabled: false } });
  expect(disabled.body).toEqual({ ...moved.body, status: 'disabled' });
  const enabled = await about(customer, webhookId, 'POST', '', { body: { enabled: true, description: null } });
  expect(enabled.body).toEqual({ ...moved.body, description: null });
  expect(await list(customer.apiKey)).toEqual([enabled.body]);

  const { rows } = await db.pool.query<{ action: string; via: string }>(
    'SELECT action, via FROM audit_events WHERE subject = $1 ORDER BY id',
    [webhookId],
  );
  expect(rows.map(({ action, via }) => `${action} by ${via}`)).toEqual([
    'webhook.created by key',
    'webhook.changed by key',
    'webhook.disabled by key',
    'webhook.changed by key',
  ]);
});

test.each([
  [{}, '', 'required'],
  [{ description: '' }, '', 'required'],
  [{ enabled: 'yes' }, '/enabled', 'wrong_type'],
  [{ url: 'https://169.254.169.254/latest' }, '/url', 'private_address'],
  [{ eventTypes: [] }, '/eventTypes', 'too_few_items'],
  [{ signingSecret: 'whsec_mine' }, '/signingSecret', 'unknown_field'],
])('the change %j is refused at %j: %s', async (body, pointer, code) => {
  const customer = await createCustomer(db);
  const { webhookId } = (await createWebhook(api, customer, 'flawed')).body;
  const answer = await about(customer, webhookId, 'POST', '', { body });
  expect([answer.status, answer.body.errors]).toMatchObject([400, [{ pointer, code }]]);
});

test('an endpoint that is enabled in addition to ten others is refused, and stays disabled', async () => {
  const customer = await createCustomer(db);
  const { webhookId } = (await createWebhook(api, customer, 'eleventh')).body;
  await about(customer, webhookId, 'POST', '', { body: { enabled: false } });
  await Promise.all(Array.from({ length: 10 }, (_, i) => createWebhook(api, customer, `other-${i}`)));
  const answer = await about(customer, webhookId, 'POST', '', { body: { enabled: true } });
  expect([answer.status, answer.body.code]).toEqual([400, 'webhook_limit_reached']);
  expect(await list(customer.apiKey)).toContainEqual(expect.objectContaining({ webhookId, status: 'disabled' }));
});

test('a deleted endpoint is gone with its deliveries, and stays gone', async () => {
  const customer = await createCustomer(db);
  const { webhookId } = (await createWebhook(api, customer, 'delete')).body;
  await about(customer, webhookId, 'POST', '/test');
  const deleted = await about(customer, webhookId, 'DELETE');
  expect([deleted.status, deleted.text, deleted.headers.get('content-type')]).toEqual([204, '', null]);
  expect(await list(customer.apiKey)).toEqual([]);
  expect(await db.prisma.webhookDelivery.count({ where: { webhookId } })).toBe(0);
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/test'],
    ['POST', '/rotate'],
    ['GET', '/deliveries'],
  ] as const) {
    expect((await about(customer, webhookId, method, path)).body).toMatchObject({ code: 'webhook_not_found' });
  }
});

test('nobody else, and no key of the other mode, can change, delete, rotate, test or read an endpoint', async () => {
  const owner = await createCustomer(db);
  const { webhookId } = (await createWebhook(api, owner, 'mine')).body;
  const { accountId } = owner;
  const { secret } = await createKey(db, { accountId, name: 'sandbox', mode: 'test', scopes: ['webhooks:manage'] });
  for (const other of [await createCustomer(db), { apiKey: secret }]) {
    const answers = await Promise.all([
      about(other, webhookId, 'POST', '', { body: { enabled: false } }),
      about(other, webhookId, 'DELETE'),
      about(other, webhookId, 'POST', '/rotate'),
      about(other, webhookId, 'POST', '/test'),
      about(other, webhookId, 'GET', '/deliveries'),
    ]);
    expect(answers.map(({ body }) => body.code)).toEqual(Array<string>(5).fill('webhook_not_found'));
  }
  expect(await list(owner.apiKey)).toMatchObject([{ webhookId, status: 'active' }]);
  expect((await about<DeliveryPage>(owner, webhookId, 'GET', '/deliveries')).body.data).toEqual([]);
});

test('a rotation repeated with its key returns the same secret, and is no second rotation', async () => {
  const customer = await createCustomer(db);
  const { webhookId, signingSecret: original } = (await createWebhook(api, customer, 'rotate')).body;
  const rotate = (headers = {}) =>
    about<{ signingSecret: string; previousSecretExpiresAt: string; code: string }>(
      customer,
      webhookId,
      'POST',
      '/rotate',
      { headers },
    );
  const key = { 'idempotency-key': 'lost-answer' };
  const twins = await Promise.all([rotate(key), rotate(key), rotate(key)]);
  const [first] = twins;
  expect(new Set(twins.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(twins.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(2);
  expect(first.body.signingSecret).toMatch(/^whsec_/);
  expect(first.body.signingSecret).not.toBe(original);
  expect(+new Date(first.body.previousSecretExpiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const { secrets } = testWebhooks();
  const previous = await db.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } });
  expect(secrets.open(previous.previousSecret!, webhookId)).toBe(original);
  expect(await storedAnswers()).not.toContain(first.body.signingSecret);

  const another = await rotate();
  expect([another.status, another.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(another.body.signingSecret).not.toBe(first.body.signingSecret);
  expect((await rotate({ 'idempotency-key': 'x'.repeat(256) })).body.code).toBe('invalid_idempotency_key');
});

test('a test delivery is accepted once for its key, and read back with its attempts', async () => {
  const customer = await createCustomer(db);
  const { webhookId } = (await createWebhook(api, customer, 'test')).body;
  const key = { 'idempotency-key': 'once' };
  const [first, again] = await Promise.all([
    about<Delivery>(customer, webhookId, 'POST', '/test', { headers: key }),
    about<Delivery>(customer, webhookId, 'POST', '/test', { headers: key }),
  ]);
  expect([first.status, again.body]).toEqual([202, first.body]);
  expect(first.headers.get('location')).toBe(`/v1/webhooks/${webhookId}/deliveries`);
  expect(first.body).toMatchObject({ webhookId, eventType: 'webhook.test', status: 'pending', attempts: [] });
  const { deliveryId } = first.body;
  const started = api.delivered.filter(({ message }) => message.workflowId === `webhook-delivery/${deliveryId}`);
  expect(started).toHaveLength(1);

  const attempt = { startedAt: new Date(), durationMs: 12, responseStatus: null, error: 'timeout' };
  await recordAttempt(db, deliveryId, attempt, false);
  const { data, nextCursor } = (await about<DeliveryPage>(customer, webhookId, 'GET', '/deliveries')).body;
  expect(data).toEqual([
    { ...first.body, attempts: [{ attempt: 1, ...attempt, startedAt: attempt.startedAt.toISOString() }] },
  ]);
  expect(nextCursor).toBeNull();

  await about(customer, webhookId, 'POST', '', { body: { enabled: false } });
  const refused = await about(customer, webhookId, 'POST', '/test');
  expect([refused.status, refused.body.code]).toEqual([409, 'webhook_disabled']);
  expect((await about<Delivery>(customer, webhookId, 'POST', '/test', { headers: key })).body).toEqual(first.body);
});

test('deliveries are paged, newest first, without one missing or twice', async () => {
  const customer = await createCustomer(db);
  const { webhookId } = (await createWebhook(api, customer, 'pages')).body;
  const sent: string[] = [];
  for (let i = 0; i < 5; i++) sent.unshift((await requestTestDelivery(db, webhookId)).deliveryId);
  const read: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor && `&cursor=${cursor}`;
    const page = (await about<DeliveryPage>(customer, webhookId, 'GET', `/deliveries?limit=2${query}`)).body;
    read.push(...page.data.map(({ deliveryId }) => deliveryId));
    cursor = page.nextCursor;
  }
  expect(read).toEqual(sent);
});

test('changes, rotations, tests and deletions of an account share its twenty an hour; reading deliveries does not', async () => {
  const limited = await startApi(db, { limitsScale: 1 });
  const { apiKey, ...customer } = await createCustomer(db);
  const { webhookId } = (await createWebhook(limited, { ...customer, apiKey }, 'one')).body;
  const path = `/v1/webhooks/${webhookId}`;
  const send = (method: string, after = '', body?: object) =>
    call(limited, method, path + after, { key: apiKey, ...(body && { body }) });
  for (let i = 0; i < 6; i++) {
    for (const answer of [
      await send('POST', '', { enabled: true }),
      await send('POST', '/rotate'),
      await send('POST', '/test'),
    ]) {
      expect(answer.status).toBeLessThan(300);
    }
  }
  expect((await send('POST', '', { enabled: true })).status).toBe(200);
  expect((await send('DELETE')).body).toMatchObject({ status: 429, code: 'rate_limited', limitLevel: 'endpoint' });
  expect((await send('GET', '/deliveries')).status).toBe(200);
  await limited.close();
});
