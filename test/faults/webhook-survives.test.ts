import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { listDeliveries } from '../../store/webhooks/read-deliveries';
import { endRun } from '../../store/runs/end-run';
import { createEvaluation, createWebhook } from '../support/api';
import { eventually } from '../support/eventually';
import { prepareProcesses, running } from '../support/processes';
import { startReceiver } from '../support/receiver';
import { use } from '../support/use';

const processes = use(() => running(prepareProcesses({ env: { PRODUCT_EVENTS: 'on' } })));

test('a delivery whose worker is killed while the receiver thinks is delivered by another, under the same id', async () => {
  const { db, api, worker, customer } = processes;
  const receiver = await startReceiver([null]);
  const wanted = { url: receiver.url, eventTypes: ['webhook.test'] };
  const { webhookId } = (await createWebhook(api, customer, 'one', wanted)).body;

  // Committed and left to the relay, as after a process dies right after its commit.
  await requestTestDelivery(db, webhookId, { patience: { attemptTimeoutMs: 3_000, firstRetryMs: 100 } });
  await eventually('the receiver has it', () => receiver.received.length === 1);
  await worker.kill();
  await worker.start();

  await eventually(
    'it is delivered',
    async () => (await listDeliveries(db, webhookId, { limit: 1 }))[0]!.status === 'delivered',
    40_000,
  );
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]!.headers['webhook-id']).toBe(receiver.received[0]!.headers['webhook-id']);
  expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body);
  await receiver.close();
});

test('an event whose process dies right after its commit is delivered once, by whoever comes after', async () => {
  const { db, api, worker, customer } = processes;
  const receiver = await startReceiver();
  const { webhookId } = (await createWebhook(api, customer, 'two', { url: receiver.url, eventTypes: ['run.expired'] }))
    .body;
  await worker.kill();
  const { runId } = (await createEvaluation(api, customer, 'dies')).body;
  // Committed, and its messages are left: whoever ended the run is gone.
  await endRun({ ...db, productEvents: true }, runId, 'expired', 'queue_expired', null);
  expect(receiver.received).toEqual([]);

  await worker.start();

  await eventually(
    'it is delivered',
    async () => (await listDeliveries(db, webhookId, { limit: 1 }))[0]!.status === 'delivered',
    40_000,
  );
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toEqual([
    expect.objectContaining({ subject: runId, sequence: 1, status: 'expired' }),
  ]);
  await receiver.close();
});
