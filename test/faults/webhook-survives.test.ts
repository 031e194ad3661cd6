import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { listDeliveries } from '../../store/webhooks/read-deliveries';
import { createWebhook } from '../../tools/support/api';
import { eventually } from '../../tools/support/eventually';
import { prepareProcesses, type Processes } from '../../tools/support/processes';
import { startReceiver } from '../../tools/support/receiver';

let processes: Processes;
beforeAll(async () => {
  processes = await prepareProcesses();
  await Promise.all([processes.api.start(), processes.worker.start()]);
});
afterAll(() => processes.close());

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
    async () => (await listDeliveries(db, webhookId, 1))[0]!.status === 'delivered',
    40_000,
  );
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]!.headers['webhook-id']).toBe(receiver.received[0]!.headers['webhook-id']);
  expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body);
  await receiver.close();
});
