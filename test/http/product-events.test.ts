import { ALL_EVENTS } from '../../contracts/webhooks';
import { newId } from '../../contracts/ids';
import { createKey } from '../../store/keys/create-key';
import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { call, createCustomer, createWebhook, startApi, type Customer, type TestApi } from '../support/api';
import { useApi, use } from '../support/use';

// Off, as everywhere by default, and on.
const { db, api: off } = useApi();
const on: TestApi = use(() => startApi(db, { settings: ALL_EVENTS }));

const URL = 'https://hooks.example.com/noi';
const wanting = (...eventTypes: string[]) => ({ url: URL, eventTypes });

const post = <T = Record<string, unknown>>(
  api: TestApi,
  customer: Customer,
  path: string,
  body?: object,
  key?: string,
) =>
  call<T>(api, 'POST', path, {
    key: customer.apiKey,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

test('where events are not commissioned a subscription to one is refused in words, at its place', async () => {
  const customer = await createCustomer(db);
  const refused = await createWebhook(off, customer, 'first', wanting('webhook.test', 'run.completed'));
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual([
    expect.objectContaining({ pointer: '/eventTypes/1', code: 'event_not_delivered' }),
  ]);
  expect(refused.text).toContain('run.completed');
  expect((await createWebhook(off, customer, 'first', wanting('webhook.test'))).status).toBe(201);
  expect((await createWebhook(on, customer, 'other', wanting('run.completed'))).status).toBe(201);
});

test('an endpoint that has such a subscription keeps it, and says that it is not delivered', async () => {
  const customer = await createCustomer(db);
  const { webhookId } = (await createWebhook(on, customer, 'kept', wanting('webhook.test', 'run.failed'))).body;

  const [shown] = (await call<object[]>(off, 'GET', '/v1/webhooks', { key: customer.apiKey })).body;
  expect(shown).toMatchObject({ eventTypes: ['webhook.test', 'run.failed'], undelivered: ['run.failed'] });
  const path = `/v1/webhooks/${webhookId}`;
  const renamed = await post(off, customer, path, { description: 'Old', eventTypes: ['run.failed'] });
  expect([renamed.status, renamed.body.undelivered]).toEqual([200, ['run.failed']]);
  expect((await post(off, customer, path, { eventTypes: ['run.failed', 'run.expired'] })).status).toBe(400);
  const [again] = (await call<object[]>(on, 'GET', '/v1/webhooks', { key: customer.apiKey })).body;
  expect(again).toMatchObject({ eventTypes: ['run.failed'], undelivered: [] });
});

interface Description {
  webhooks: Record<string, object>;
  components: { schemas: Record<string, { enum?: string[] }> };
}

test('description and guide offer what is delivered, and no more', async () => {
  const describedBy = async (api: TestApi) => (await call<Description>(api, 'GET', '/openapi/v1.json')).body;
  const [without, all] = [await describedBy(off), await describedBy(on)];
  expect(without.components.schemas.WebhookEventType!.enum).toEqual(['webhook.test']);
  expect(Object.keys(without.webhooks)).toEqual(['webhook.test']);
  expect(Object.keys(all.webhooks)).toEqual(all.components.schemas.WebhookEventType!.enum);
  expect(Object.keys(all.webhooks)).toContain('withdrawal.returned');
  const guide = async (api: TestApi) => (await call(api, 'GET', '/developers/webhooks')).text;
  expect(await guide(off)).toContain('PRODUCT_EVENTS=on npm start');
  expect(await guide(off)).not.toContain('run.completed');
  expect(await guide(on)).toContain('run.completed');
});

test('a delivery is sent again on request, once for its key, within the limit of changes', async () => {
  const customer = await createCustomer(db);
  const { webhookId } = (await createWebhook(off, customer, 'again', wanting('webhook.test'))).body;
  const { deliveryId } = await requestTestDelivery(db, webhookId);
  const path = `/v1/webhooks/${webhookId}/replay`;

  const first = await post<{ deliveryIds: string[] }>(off, customer, path, { deliveryId }, 'same');
  const again = await post(off, customer, path, { deliveryId }, 'same');

  expect(first.status).toBe(202);
  expect(first.body).toEqual({
    webhookId,
    deliveryIds: [expect.stringMatching(/^whd_/)],
    nextSince: null,
    replayed: false,
  });
  expect(again.body).toEqual({ ...first.body, replayed: true });
  expect(first.headers.get('location')).toBe(`/v1/webhooks/${webhookId}/deliveries`);
  expect(first.headers.get('ratelimit-policy')).toContain('"webhooks"');
  expect(off.delivered.at(-1)!.message.workflowId).toBe(`webhook-delivery/${first.body.deliveryIds[0]!}`);
  const bodies = await db.prisma.webhookDelivery.findMany({ where: { webhookId }, select: { payload: true } });
  expect(new Set(bodies.map(({ payload }) => payload)).size).toBe(1);
});

const span = { since: '2026-11-21T00:00:00.000Z', until: '2026-11-22T00:00:00.000Z' };
test.each([
  [{}, '', 'required'],
  [{ since: span.since }, '', 'invalid_replay'],
  [{ ...span, deliveryId: newId('whd') }, '', 'invalid_replay'],
  [{ since: span.until, until: span.since }, '/until', 'invalid_replay'],
  [{ ...span, since: 'yesterday' }, '/since', 'invalid_format'],
  [{ deliveryId: newId('whd') }, '/deliveryId', 'unknown_delivery'],
])('the replay %j is refused at %j: %s', async (body, pointer, code) => {
  const customer = await createCustomer(db);
  const { webhookId } = (await createWebhook(on, customer, 'flawed', wanting('run.failed'))).body;
  const answer = await post(on, customer, `/v1/webhooks/${webhookId}/replay`, body);
  expect([answer.status, answer.body.errors]).toMatchObject([400, [{ pointer, code }]]);
});

test('nobody replays the deliveries of another account, of the other mode, or to a disabled endpoint', async () => {
  const [customer, stranger] = [await createCustomer(db), await createCustomer(db)];
  const { webhookId } = (await createWebhook(on, customer, 'mine', wanting('run.failed'))).body;
  const { deliveryId } = await requestTestDelivery(db, webhookId);
  const path = `/v1/webhooks/${webhookId}/replay`;
  const scopes = ['webhooks:manage'] as const;
  const { secret } = await createKey(db, { accountId: customer.accountId, name: 'test', mode: 'test', scopes });
  for (const other of [stranger, { ...customer, apiKey: secret }]) {
    expect((await post(on, other, path, { deliveryId })).body).toMatchObject({
      status: 404,
      code: 'webhook_not_found',
    });
  }
  const own = (await createWebhook(on, stranger, 'own', wanting('run.failed'))).body.webhookId;
  const theirs = await post(on, stranger, `/v1/webhooks/${own}/replay`, { deliveryId });
  expect([theirs.status, theirs.body.code]).toEqual([400, 'invalid_request']);
  await post(on, customer, `/v1/webhooks/${webhookId}`, { enabled: false });
  const disabled = await post(on, customer, path, { deliveryId });
  expect([disabled.status, disabled.body.code]).toEqual([409, 'webhook_disabled']);
});
