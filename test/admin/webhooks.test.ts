import { spawnSync } from 'node:child_process';
import { createSecretBox, generateSealingKey } from '../../platform/secret-box';
import { built } from '../../local/programs';
import { createWebhooks } from '../../providers/webhooks/create-webhooks';
import { listDeliveries } from '../../store/webhooks/deliveries';
import { rotateWebhookSecret } from '../../store/webhooks/webhooks';
import { TEST_SEALING_KEY } from '../../tools/support/webhooks';
import { createCustomer, createWebhook, startApi, type TestApi } from '../../tools/support/api';
import { createTestDatabase, type TestDatabase } from '../../tools/support/database';

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
  return spawnSync(process.execPath, [built('admin/main'), 'webhooks', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: db.url, WEBHOOK_SECRET_KEY: TEST_SEALING_KEY, LOCAL_DIR: '/nonexistent' },
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

describe('a sealing key is rotated', () => {
  const [old, fresh] = [TEST_SEALING_KEY, generateSealingKey()];
  const withKey = (key: string, ...args: string[]) =>
    spawnSync(process.execPath, [built('admin/main'), ...args, '--json'], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: db.url, WEBHOOK_SECRET_KEY: key, LOCAL_DIR: '/nonexistent' },
    });
  const boxOf = (...keys: string[]) =>
    createSecretBox(keys.map((key) => Buffer.from(key, 'base64')) as [Buffer, ...Buffer[]]);

  test('secrets, previous ones included, are resealed with the first key, and a repeated creation still returns its secret', async () => {
    const customer = await createCustomer(db);
    const { webhookId, signingSecret } = (await createWebhook(api, customer, 'to-reseal')).body;
    await rotateWebhookSecret(db, webhookId, boxOf(old).seal('whsec_second', webhookId), 60_000);

    const before = withKey(`${fresh},${old}`, 'secrets', 'list');
    expect(JSON.parse(before.stdout)).toContainEqual(
      expect.objectContaining({ setting: 'WEBHOOK_SECRET_KEY', keyId: boxOf(old).keyId, state: 'verifies' }),
    );
    expect(withKey(`${fresh},${old}`, 'webhooks', 'reseal').status).toBe(0);
    const again = withKey(`${fresh},${old}`, 'webhooks', 'reseal');
    expect(JSON.parse(again.stdout)).toMatchObject({ keyId: boxOf(fresh).keyId, resealed: 0 });

    const row = await db.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } });
    expect(boxOf(fresh).open(row.sealedSecret, webhookId)).toBe('whsec_second');
    expect(boxOf(fresh).open(row.previousSecret!, webhookId)).toBe(signingSecret);
    const after = withKey(fresh, 'secrets', 'list');
    expect(after.status).toBe(0);
    expect(after.stdout).not.toContain(boxOf(old).keyId);

    const webhooks = createWebhooks({
      WEBHOOK_SECRET_KEY: [Buffer.from(fresh, 'base64')],
      WEBHOOK_ALLOW_PRIVATE: true,
    });
    const rotated = await startApi(db, { webhooks });
    try {
      expect((await createWebhook(rotated, customer, 'to-reseal')).body).toMatchObject({ webhookId, signingSecret });
    } finally {
      await rotated.close();
    }
  });

  test('a secret whose key is missing is named, and stays unchanged', async () => {
    const customer = await createCustomer(db);
    const { webhookId } = (await createWebhook(api, customer, 'kept-sealed')).body;
    const reseal = withKey(fresh, 'webhooks', 'reseal');
    expect(reseal.status).toBe(1);
    expect((JSON.parse(reseal.stdout) as { unreadable: string[] }).unreadable).toContain(webhookId);
    const list = withKey(fresh, 'secrets', 'list');
    expect(list.status).toBe(1);
    expect(JSON.parse(list.stdout)).toContainEqual(
      expect.objectContaining({ keyId: boxOf(old).keyId, state: 'missing', neededBy: { webhookSecrets: 1 } }),
    );
    const row = await db.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } });
    expect(boxOf(old).open(row.sealedSecret, webhookId)).toMatch(/^whsec_/);
  });
});
