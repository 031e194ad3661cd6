import { Webhook } from 'standardwebhooks';
import { generateSigningSecret } from '../../platform/webhook-signature';
import { listDeliveries } from '../../store/webhooks/read-deliveries';
import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { disableWebhook } from '../../store/webhooks/disable-webhook';
import { rotateWebhookSecret } from '../../store/webhooks/rotate-webhook-secret';
import { createWebhook, call, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { textOfHistory } from '../support/workflows';
import { startReceiver, type Receiver, testWebhooks } from '../support/webhooks';
import { useStack } from '../support/use';
import { pino } from 'pino';
import { SCOPES } from '../../contracts/access';
import { ALL_EVENTS } from '../../contracts/webhooks';
import { newId } from '../../contracts/ids';
import type { RunEventPayload } from '../../contracts/product-events';
import { createKey } from '../../store/keys/create-key';
import { runRelay } from '../../worker/relay';

/** Immediate retries: only their number and outcome are tested. */
const AT_ONCE = { firstRetryMs: 1, maxRetryMs: 1 };

let receivers: Receiver[] = [];
const stack = useStack({ productEvents: true, settings: ALL_EVENTS });
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});

async function subscribed(...answers: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...answers);
  receivers.push(receiver);
  const { webhookId, signingSecret } = (
    await createWebhook(stack.api, stack.customer, receiver.url, { url: receiver.url, eventTypes: ['webhook.test'] })
  ).body;
  return { receiver, webhookId, signingSecret };
}

/** Requests a test delivery and waits until its workflow ends. */
async function deliver(webhookId: string, patience = AT_ONCE) {
  const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, { patience });
  await stack.start(pending!.message);
  const result = (await stack.temporal.workflow.getHandle(`webhook-delivery/${deliveryId}`).result()) as object;
  const [logged] = await listDeliveries(stack.db, webhookId, { limit: 1 });
  return { deliveryId, result, logged: logged! };
}

test('a delivery arrives once, signed for Standard Webhooks, and is logged', async () => {
  const { receiver, webhookId, signingSecret } = await subscribed();

  const { deliveryId, result, logged } = await deliver(webhookId);

  expect(result).toMatchObject({ status: 'delivered', outcome: 'delivered' });
  expect(receiver.received).toHaveLength(1);
  const { headers, body } = receiver.received[0]!;
  expect(new Webhook(signingSecret).verify(body, headers as Record<string, string>)).toEqual({
    type: 'webhook.test',
    timestamp: expect.any(String),
    data: { webhookId },
  });
  expect(headers).toMatchObject({ 'webhook-id': deliveryId, 'content-type': 'application/json' });
  expect(logged).toMatchObject({
    id: deliveryId,
    status: 'delivered',
    attempts: [{ attempt: 1, responseStatus: 204, error: null }],
  });
});

test('errors and redirects are retried with the same id and bytes', async () => {
  const answers = [{ status: 500 }, { status: 302, headers: { location: 'http://localhost:1/' } }, { status: 404 }];
  const { receiver, webhookId, signingSecret } = await subscribed(answers);

  const { deliveryId, result, logged } = await deliver(webhookId);

  expect(result).toMatchObject({ status: 'delivered', outcome: 'delivered' });
  expect(logged.attempts.map(({ responseStatus, error }) => [responseStatus, error])).toEqual([
    [500, 'refused'],
    [302, 'redirect_not_followed'],
    [404, 'refused'],
    [204, null],
  ]);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(4).fill(deliveryId));
  for (const { headers, body } of receiver.received) {
    expect(new Webhook(signingSecret).verify(body, headers as Record<string, string>)).toBeTruthy();
  }
});

test('a delivery is given up after eight refusals', async () => {
  const { receiver, webhookId } = await subscribed(Array.from({ length: 8 }, () => ({ status: 500 })));
  const { result, logged } = await deliver(webhookId);
  expect(result).toMatchObject({
    status: 'failed',
    failureCode: 'refused',
    summary: expect.stringContaining('Answered 500'),
  });
  expect(logged).toMatchObject({ status: 'failed', endedAt: expect.any(Date) });
  expect(logged.attempts).toHaveLength(8);
  expect(receiver.received).toHaveLength(8);
});

test('a failure of ours does not count as an attempt', async () => {
  const { receiver, webhookId } = await subscribed();
  const patience = { firstRetryMs: 3_600_000, maxRetryMs: 3_600_000 };
  const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, { patience });
  const handle = stack.temporal.workflow.getHandle(`webhook-delivery/${deliveryId}`);
  await stack.db.asOwner('ALTER TABLE webhook_deliveries RENAME TO webhook_deliveries_away');
  try {
    await stack.start(pending!.message);
    await eventually('it failed', async () => {
      const { pendingActivities } = (await handle.describe()).raw;
      return (pendingActivities?.[0]?.attempt ?? 0) > 1;
    });
  } finally {
    await stack.db.asOwner('ALTER TABLE webhook_deliveries_away RENAME TO webhook_deliveries');
  }
  expect(await handle.result()).toMatchObject({ status: 'delivered' });
  expect(receiver.received).toHaveLength(1);
  expect((await listDeliveries(stack.db, webhookId, { limit: 1 }))[0]!.attempts).toHaveLength(1);
});

test('a delivery to a disabled endpoint sends nothing and fails', async () => {
  const { receiver, webhookId } = await subscribed();
  const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, { patience: AT_ONCE });
  await disableWebhook(stack.db, webhookId);
  await stack.start(pending!.message);
  const handle = stack.temporal.workflow.getHandle(`webhook-delivery/${deliveryId}`);
  expect(await handle.result()).toMatchObject({ status: 'failed', failureCode: 'disabled' });
  expect(receiver.received).toEqual([]);
});

test('after a rotation both secrets verify until its grace is over', async () => {
  const { receiver, webhookId, signingSecret: old } = await subscribed();
  const { secrets } = testWebhooks();
  const fresh = generateSigningSecret();
  await rotateWebhookSecret(stack.db, webhookId, secrets.seal(fresh, webhookId), 60_000);
  await deliver(webhookId);
  await stack.db.pool.query("UPDATE webhooks SET previous_expires_at = now() - interval '1 second' WHERE id = $1", [
    webhookId,
  ]);
  await deliver(webhookId);

  const [during, after] = receiver.received;
  const verify = (secret: string, { headers, body }: typeof during & object) =>
    new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(verify(old, during!)).toEqual(verify(fresh, during!));
  expect(verify(fresh, after!)).toBeTruthy();
  expect(() => verify(old, after!)).toThrow('No matching signature');
});

test('no workflow history holds the address, payload or secret of a delivery', async () => {
  const { receiver, webhookId, signingSecret } = await subscribed([{ status: 500 }]);
  const { deliveryId } = await deliver(webhookId);
  const history = await textOfHistory(stack.temporal.workflow.getHandle(`webhook-delivery/${deliveryId}`));
  expect(history).toContain(deliveryId);
  for (const secret of [signingSecret, new URL(receiver.url).host, 'webhook.test","timestamp']) {
    expect(history).not.toContain(secret);
  }
});

test('the ends of runs arrive as signed events with links', async () => {
  const { api, db, customer } = stack;
  const { accountId } = customer;
  const { secret: key } = await createKey(db, { accountId, name: 'sandbox', mode: 'test', scopes: SCOPES });
  const receiver = await startReceiver();
  receivers.push(receiver);
  const stopping = new AbortController();
  const relay = runRelay(db, stack.start, { intervalMs: 50, log: pino({ level: 'silent' }), signal: stopping.signal });
  const types = ['run.completed', 'run.failed', 'run.expired'];
  const wanted = { url: receiver.url, eventTypes: types };
  const { signingSecret } = (await createWebhook(api, { apiKey: key }, 'events', wanted)).body;
  const start = async (words: string) => {
    const headers = { 'idempotency-key': newId('run') };
    const body = { idea: `${IDEA} ${words}` };
    return (await call<{ runId: string }>(api, 'POST', '/v1/sandbox/evaluations', { key, headers, body })).body.runId;
  };
  const runs = [await start(''), await start('sandbox:fails'), await start('sandbox:expires')];
  await eventually('all events arrived', () => receiver.received.length === runs.length);
  const events = receiver.received.map(
    ({ headers, body }) =>
      new Webhook(signingSecret).verify(body, headers as Record<string, string>) as RunEventPayload,
  );
  const byRun = new Map(events.map((event) => [event.data.subject, event]));
  expect(runs.map((runId) => byRun.get(runId)?.type)).toEqual(types);
  const { links } = byRun.get(runs[0]!)!.data;
  expect((await call(api, 'GET', links.findings!, { key })).body).toMatchObject({ runId: runs[0] });
  expect(JSON.stringify(events)).not.toContain(IDEA);
  stopping.abort();
  await relay;
});
