import { spawnSync } from 'node:child_process';
import { generateSealingKey } from '../../contracts/secret-box';
import { built } from '../../local/programs';
import { listDeliveries } from '../../store/webhooks/deliveries';
import { createCustomer, createWebhook, startApi, type TestApi } from '../support/api';
import { createTestDatabase, type TestDatabase } from '../support/database';

let db: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  db = await createTestDatabase();
  api = await startApi(db);
});
afterAll(async () => {
  await api.close();
  await db.close();
});

function admin(...args: string[]) {
  return spawnSync(process.execPath, [built('local/admin/main'), 'webhooks', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: db.url, WEBHOOK_SECRET_KEY: generateSealingKey(), LOCAL_DIR: '/nonexistent' },
  });
}

function json<T>(...args: string[]): T {
  const { status, stdout, stderr } = admin(...args, '--json');
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

test('endpoints are listed without secrets, tested, rotated and disabled', async () => {
  const customer = await createCustomer(db);
  const { webhookId, signingSecret } = (await createWebhook(api, customer, 'one')).body;

  const list = json<{ id: string }[]>('list', '--account', customer.accountId);
  expect(list).toMatchObject([{ id: webhookId, status: 'active', url: 'https://hooks.example.com/noi' }]);
  expect(JSON.stringify(list)).not.toMatch(/secret/i);

  const { deliveryId } = json<{ deliveryId: string }>('test', webhookId);
  expect(await listDeliveries(db, webhookId, 10)).toMatchObject([{ id: deliveryId, status: 'pending' }]);
  expect(await db.prisma.outboxMessage.count({ where: { dedupeKey: `start:webhook-delivery/${deliveryId}` } })).toBe(1);
  expect(json('deliveries', webhookId)).toMatchObject([{ id: deliveryId, status: 'pending', attempts: [] }]);

  const rotated = json<{ signingSecret: string }>('rotate', webhookId, '--grace', '1h');
  expect(rotated.signingSecret).toMatch(/^whsec_/);
  expect(rotated.signingSecret).not.toBe(signingSecret);

  expect(json('disable', webhookId)).toMatchObject({ status: 'disabled' });
});

test.each([
  [['test', 'whk_unknown'], 'No active webhook'],
  [['rotate', 'whk_unknown'], 'No webhook'],
  [['rotate', 'whk_unknown', '--grace', '31d'], '30d'],
  [['disable', 'whk_unknown'], 'No webhook'],
])('%j exits non-zero and says what is wrong', (args, says) => {
  const { status, stdout, stderr } = admin(...args);
  expect(status).not.toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toContain(says);
});
