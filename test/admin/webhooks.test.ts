import { createSecretBox, generateSealingKey } from '../../base/secrets';
import { rotateWebhookSecret } from '../../modules/webhooks/store/endpoints';
import { createCustomer, createWebhook } from '../support/api';
import { runAdmin } from '../support/operator';
import { useApi } from '../support/use';
import { TEST_SEALING_KEY } from '../support/webhooks';

const { db, api } = useApi();

const [old, fresh] = [TEST_SEALING_KEY, generateSealingKey()];
const withKey = (key: string, ...args: string[]) =>
  runAdmin([...args, '--json'], { DATABASE_URL: db.url, WEBHOOK_SECRET_KEY: key });
const boxOf = (...keys: string[]) =>
  createSecretBox(keys.map((key) => Buffer.from(key, 'base64')) as [Buffer, ...Buffer[]]);

test('secrets are resealed with the first key, and only that key opens them', async () => {
  const customer = await createCustomer(db);
  const { webhookId, signingSecret } = (await createWebhook(api, customer, 'to-reseal')).body;
  await rotateWebhookSecret(db, webhookId, boxOf(old).seal('whsec_second', webhookId), 60_000);

  const before = await withKey(`${fresh},${old}`, 'secrets', 'list');
  expect(JSON.parse(before.stdout)).toContainEqual(
    expect.objectContaining({ setting: 'WEBHOOK_SECRET_KEY', keyId: boxOf(old).keyId, state: 'verifies' }),
  );
  expect((await withKey(`${fresh},${old}`, 'webhooks', 'reseal')).status).toBe(0);
  const again = await withKey(`${fresh},${old}`, 'webhooks', 'reseal');
  expect(JSON.parse(again.stdout)).toMatchObject({ keyId: boxOf(fresh).keyId, resealed: 0 });

  const row = await db.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } });
  expect(boxOf(fresh).open(row.sealedSecret, webhookId)).toBe('whsec_second');
  expect(boxOf(fresh).open(row.previousSecret!, webhookId)).toBe(signingSecret);
  const after = await withKey(fresh, 'secrets', 'list');
  expect(after.status).toBe(0);
  expect(after.stdout).not.toContain(boxOf(old).keyId);
});

test('a secret whose key is missing is reported and kept', async () => {
  const customer = await createCustomer(db);
  const { webhookId } = (await createWebhook(api, customer, 'kept-sealed')).body;
  const reseal = await withKey(fresh, 'webhooks', 'reseal');
  expect(reseal.status).toBe(1);
  expect((JSON.parse(reseal.stdout) as { unreadable: string[] }).unreadable).toContain(webhookId);
  const list = await withKey(fresh, 'secrets', 'list');
  expect(list.status).toBe(1);
  expect(JSON.parse(list.stdout)).toContainEqual(
    expect.objectContaining({ keyId: boxOf(old).keyId, state: 'missing', neededBy: { webhookSecrets: 1 } }),
  );
  const row = await db.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } });
  expect(boxOf(old).open(row.sealedSecret, webhookId)).toMatch(/^whsec_/);
});
