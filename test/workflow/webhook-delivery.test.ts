import { Webhook } from 'standardwebhooks';
import { generateSigningSecret } from '../../platform/webhook-signature';
import { deleteWebhook } from '../../store/webhooks/delete-webhook';
import { listDeliveries } from '../../store/webhooks/read-deliveries';
import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { disableWebhook } from '../../store/webhooks/disable-webhook';
import { rotateWebhookSecret } from '../../store/webhooks/rotate-webhook-secret';
import { createWebhook } from '../support/api';
import { eventually } from '../support/eventually';
import { startReceiver, type Receiver } from '../support/receiver';
import { testWebhooks } from '../support/webhooks';
import { useStack } from '../support/use';

/** Immediate retries: only their number and outcome are tested. */
const AT_ONCE = { firstRetryMs: 1, maxRetryMs: 1 };

let receivers: Receiver[] = [];
const stack = useStack();
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

test('a test delivery arrives once, signed so that the library of Standard Webhooks accepts it, and is logged', async () => {
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

test('errors, redirects and busy receivers are tried again with the same id and bytes, until one attempt is taken', async () => {
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

test('a receiver that refuses eight times has the delivery given up', async () => {
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

test('a failure of ours is no attempt: it is tried again soon, however long the pauses of the receiver are', async () => {
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

test('a delivery to an endpoint that answers 410 is not retried', async () => {
  const { receiver, webhookId } = await subscribed([{ status: 410 }]);
  expect((await deliver(webhookId)).result).toMatchObject({ status: 'failed', failureCode: 'refused' });
  expect(receiver.received).toHaveLength(1);
});

test('a delivery to an endpoint that was disabled meanwhile sends nothing and fails', async () => {
  const { receiver, webhookId } = await subscribed();
  const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, { patience: AT_ONCE });
  await disableWebhook(stack.db, webhookId);
  await stack.start(pending!.message);
  const handle = stack.temporal.workflow.getHandle(`webhook-delivery/${deliveryId}`);
  expect(await handle.result()).toMatchObject({ status: 'failed', failureCode: 'disabled' });
  expect(receiver.received).toEqual([]);
});

test('a delivery to an endpoint that was deleted meanwhile sends nothing and ends, whether it waits or has begun', async () => {
  const { receiver, webhookId } = await subscribed();
  const waiting = await requestTestDelivery(stack.db, webhookId, { patience: AT_ONCE });
  const { accountId } = stack.customer;
  await deleteWebhook(stack.db, { accountId, mode: 'live' }, webhookId);
  await stack.start(waiting.pending!.message);
  const workflow = stack.temporal.workflow.getHandle(`webhook-delivery/${waiting.deliveryId}`);
  expect(await workflow.result()).toMatchObject({ status: 'failed' });
  expect(receiver.received).toEqual([]);

  const refusing = await subscribed(Array(8).fill({ status: 500 }));
  const patience = { firstRetryMs: 2_000, maxRetryMs: 2_000 };
  const begun = await requestTestDelivery(stack.db, refusing.webhookId, { patience });
  await stack.start(begun.pending!.message);
  await eventually('the first attempt', () => refusing.receiver.received.length > 0);
  await deleteWebhook(stack.db, { accountId, mode: 'live' }, refusing.webhookId);
  const next = stack.temporal.workflow.getHandle(`webhook-delivery/${begun.deliveryId}`);
  expect(await next.result()).toMatchObject({ status: 'failed' });
  expect(refusing.receiver.received.length).toBeLessThan(8);
});

test('an endpoint is deleted also while an attempt of its delivery is being recorded', async () => {
  const { webhookId } = await subscribed();
  const { deliveryId } = await deliver(webhookId);
  const { accountId } = stack.customer;
  const waits = async () =>
    (
      await stack.db.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%webhook_deliveries%'`,
      )
    ).rowCount === 1;
  const recorder = await stack.db.pool.connect();
  try {
    await recorder.query('BEGIN');
    await recorder.query(
      'INSERT INTO webhook_attempts (delivery_id, attempt, started_at, duration_ms) VALUES ($1, 9, now(), 1)',
      [deliveryId],
    );
    const deleted = deleteWebhook(stack.db, { accountId, mode: 'live' }, webhookId);
    await eventually('the deletion to wait for the attempt', waits);
    await recorder.query('COMMIT');
    await deleted;
  } finally {
    recorder.release();
  }
  expect(await stack.db.prisma.webhook.findUnique({ where: { id: webhookId } })).toBeNull();
});

test('after a rotation both secrets verify, and once its grace is over only the new one', async () => {
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

test('a delivery that an operator cancels while it waits to be tried again ends as failed', async () => {
  const { webhookId } = await subscribed([{ status: 500 }]);
  const { deliveryId, pending } = await requestTestDelivery(stack.db, webhookId, {
    patience: { firstRetryMs: 3_600_000, maxRetryMs: 3_600_000 },
  });
  await stack.start(pending!.message);
  const handle = stack.temporal.workflow.getHandle(`webhook-delivery/${deliveryId}`);
  await eventually('the first attempt is logged', async () => {
    const [logged] = await listDeliveries(stack.db, webhookId, { limit: 1 });
    return logged!.attempts.length === 1;
  });
  await handle.cancel();
  expect(await handle.result()).toMatchObject({ status: 'failed', failureCode: 'stopped_by_operator' });
});

test('a repeated message delivers once', async () => {
  const { receiver, webhookId } = await subscribed();
  const { pending } = await requestTestDelivery(stack.db, webhookId, { patience: AT_ONCE });
  await stack.start(pending!.message);
  await stack.temporal.workflow.getHandle(pending!.message.workflowId).result();
  await stack.start(pending!.message);
  expect(receiver.received).toHaveLength(1);
});

test('no history of a delivery holds an address, a payload or a secret', async () => {
  const { receiver, webhookId, signingSecret } = await subscribed([{ status: 500 }]);
  const { deliveryId } = await deliver(webhookId);
  const history = JSON.stringify(
    await stack.temporal.workflow.getHandle(`webhook-delivery/${deliveryId}`).fetchHistory(),
    (_key, value: unknown) =>
      value instanceof Uint8Array || (value as { type?: string })?.type === 'Buffer'
        ? Buffer.from((value as { data?: number[] }).data ?? (value as Uint8Array)).toString()
        : value,
  );
  expect(history).toContain(deliveryId);
  for (const secret of [signingSecret, new URL(receiver.url).host, 'webhook.test","timestamp']) {
    expect(history).not.toContain(secret);
  }
});
