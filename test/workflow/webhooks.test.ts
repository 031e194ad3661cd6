import { Webhook } from 'standardwebhooks';
import { ALL_EVENTS } from '../../modules/webhooks/contract';
import { webhookDeliveryMessage } from '../../modules/webhooks/messages';
import { listDeliveries } from '../../modules/webhooks/store/deliveries';
import { disableWebhook } from '../../modules/webhooks/store/endpoints';
import { requestTestDelivery } from '../../modules/webhooks/store/replay';
import { call, createEvaluation, createWebhook, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { useStack } from '../support/use';
import { startReceiver, type Receiver } from '../support/webhooks';
import { textOfHistory } from '../support/workflows';

/** Retries immediately, because the tests check only the number and outcome of retries. */
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

async function deliver(webhookId: string, limits = AT_ONCE) {
  const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, { limits });
  await stack.start(pending!.message);
  const result = (await stack.temporal.workflow.getHandle(`webhook-delivery/${deliveryId}`).result()) as object;
  const [logged] = await listDeliveries(stack.db, webhookId, { limit: 1 });
  return { deliveryId, result, logged: logged! };
}

test('delivers once, signed for Standard Webhooks, and logs the delivery', async () => {
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

test('retries after errors and redirects with the same ID and bytes', async () => {
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

test('sends a run’s end to the receiver in its request, signed by the secret for runs', async () => {
  const { receiver } = await subscribed([{ status: 500 }]);
  const { apiKey } = stack.customer;
  const { signingSecret } = (
    await call<{ signingSecret: string }>(stack.api, 'GET', '/v1/webhook-secret', { key: apiKey })
  ).body;
  const webhook = { url: receiver.url, eventTypes: ['run.completed'] };
  const { runId } = (await createEvaluation(stack.api, stack.customer, 'told', { idea: IDEA, webhook })).body;
  await stack.finished(runId);
  const delivery = await stack.db.prisma.webhookDelivery.findFirstOrThrow({ where: { eventType: 'run.completed' } });
  const about = { ...delivery, deliveryId: delivery.id, accountId: stack.customer.accountId, mode: 'live' as const };
  await stack.start(webhookDeliveryMessage(about, AT_ONCE));
  await stack.temporal.workflow.getHandle(`webhook-delivery/${delivery.id}`).result();
  const [refused, { headers, body }] = receiver.received as [{ body: string }, { headers: object; body: string }];
  expect(new Webhook(signingSecret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'run.completed',
    data: { subject: runId, sequence: 1 },
  });
  expect(refused.body).toBe(body);
});

test('gives up a delivery after eight refusals', async () => {
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

test('does not count a failure on our side as an attempt', async () => {
  const { receiver, webhookId } = await subscribed();
  const limits = { firstRetryMs: 3_600_000, maxRetryMs: 3_600_000 };
  const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, { limits });
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

test('fails a delivery to a disabled endpoint without sending anything', async () => {
  const { receiver, webhookId } = await subscribed();
  const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, { limits: AT_ONCE });
  await disableWebhook(stack.db, webhookId);
  await stack.start(pending!.message);
  const handle = stack.temporal.workflow.getHandle(`webhook-delivery/${deliveryId}`);
  expect(await handle.result()).toMatchObject({ status: 'failed', failureCode: 'disabled' });
  expect(receiver.received).toEqual([]);
});

test('keeps addresses, payloads and secrets of deliveries out of workflow histories', async () => {
  const { receiver, webhookId, signingSecret } = await subscribed([{ status: 500 }]);
  const { deliveryId } = await deliver(webhookId);
  const history = await textOfHistory(stack.temporal.workflow.getHandle(`webhook-delivery/${deliveryId}`));
  expect(history).toContain(deliveryId);
  for (const secret of [signingSecret, new URL(receiver.url).host, 'webhook.test","timestamp']) {
    expect(history).not.toContain(secret);
  }
});
