import { SCOPES } from '../../base/access';
import { linkToken, newLinkToken } from '../../base/tokens';
import { ensureAccount } from '../../modules/accounts/store/accounts';
import { createKey, listKeys, revokeKey, rotateKey } from '../../modules/accounts/store/keys';
import { issueConfirmation } from '../../modules/scans/store/accept';
import { requestTestDelivery } from '../../modules/webhooks/store/replay';
import { call, createCustomer, createWebhook, TEST_TOKEN_SECRETS } from '../support/api';
import { mailedToken } from '../support/people';
import { CONSENTED, offer } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi({ settings: { freeScansPerDay: 2 } });

const codesOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
const retryAfter = ({ headers }: { headers: Headers }) => Number(headers.get('retry-after'));

test('limits an account to fifty active keys, even when created concurrently', async () => {
  const { accountId, keyId } = await createCustomer(db);
  const make = () => createKey(db, { accountId, name: 'one more', mode: 'live', scopes: SCOPES });
  const made = await Promise.allSettled(Array.from({ length: 60 }, make));
  expect(codesOf(made)).toEqual(Array(11).fill('too_many_keys'));
  await expect(rotateKey(db, keyId, 60_000)).rejects.toThrow('50 active keys');
  expect(await listKeys(db, accountId)).toHaveLength(50);
  const { record } = await rotateKey(db, keyId, 0);
  await revokeKey(db, record.id);
  await expect(make()).resolves.toMatchObject({ record: { accountId } });
});

test('sheds concurrent password checks with 503 and Retry-After, and keeps their tokens valid', async () => {
  const reset = (token: string) =>
    call<{ code: string; retryable: boolean }>(api, 'POST', '/v1/auth/password-reset', {
      body: { token, newPassword: 'a quiet sentence about herons' },
    });
  const tokens: string[] = [];
  for (let i = 0; i < 16; i++) {
    await ensureAccount(db, `person-${i}@example.com`, 'free');
    tokens.push((await mailedToken(api, db, 'password_reset', `person-${i}@example.com`))!);
  }
  const answers = await Promise.all(tokens.map(reset));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeLessThan(tokens.length);
  expect(refused.filter(({ status, body }) => status !== 503 || !body.retryable)).toEqual([]);
  expect(refused.filter((answer) => !(retryAfter(answer) > 0))).toEqual([]);
  const shed = tokens.filter((_, i) => answers[i]!.body.code === 'overloaded');
  expect(shed.length).toBeGreaterThan(0);
  for (const token of shed) expect((await reset(token)).status).toBe(200);
});

test('limits an account to twenty test deliveries an hour, across all endpoints', async () => {
  const customer = await createCustomer(db);
  const { accountId } = customer;
  const one = (await createWebhook(api, customer, 'one')).body.webhookId;
  const two = (await createWebhook(api, customer, 'two')).body.webhookId;
  const request = (_: unknown, i: number) => requestTestDelivery(db, i % 2 ? one : two, { accountId });
  const asked = await Promise.allSettled(Array.from({ length: 30 }, request));
  expect(codesOf(asked)).toEqual(Array(10).fill('rate_limited'));
  expect(await db.prisma.webhookDelivery.count()).toBe(20);
  await db.pool.query("UPDATE webhook_deliveries SET created_at = now() - interval '61 minutes'");
  await expect(requestTestDelivery(db, one)).resolves.toMatchObject({ deliveryId: expect.any(String) as string });
});

test('stops free scans at the daily limit, including earlier links, which work again later', async () => {
  const ask = (email: string) =>
    call<{ scanId: string; code: string }>(api, 'POST', '/v1/scan', {
      body: { email, idea: 'A letter for beekeepers in cold places' },
    });
  const [secret] = TEST_TOKEN_SECRETS;
  const tokens: string[] = [];
  // Unconfirmed scans cost nothing and do not count toward the ceiling.
  for (let i = 0; i < 6; i++) {
    const { scanId } = (await ask(`reader-${i}@example.com`)).body;
    await issueConfirmation(db, scanId, newLinkToken(secret, 'scan', scanId));
    tokens.push(linkToken(secret, 'scan', scanId));
  }
  const confirm = (token: string) =>
    call<{ code: string }>(api, 'GET', `/v1/scan/confirm?token=${encodeURIComponent(token)}`, {
      headers: { accept: 'application/json' },
    });
  const answers = await Promise.all(tokens.map(confirm));
  const refused = [...answers.filter(({ status }) => status !== 200), await ask('late@example.com')];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([503, 'free_scans_used_up']));
  expect(refused.filter((answer) => !(retryAfter(answer) > 3_600))).toEqual([]);
  // A rejected confirmation stores nothing: no state and no consent.
  expect(await db.prisma.freeScan.count({ where: { status: 'awaiting_confirmation', confirmedAt: null } })).toBe(4);
  expect(await db.prisma.consent.count()).toBe(2);
  expect((await confirm(tokens.find((_, i) => answers[i]!.status === 200)!)).status).toBe(200);
  await db.pool.query("UPDATE free_scans SET confirmed_at = confirmed_at - interval '25 hours'");
  expect((await confirm(tokens.find((_, i) => answers[i]!.status === 503)!)).status).toBe(200);
});

test('asks the holder to wait between the end of a checkout and the end of its hold', async () => {
  const { apiKey } = await createCustomer(db);
  const id = await offer(db);
  const purchase = (key: string) =>
    call<{ code: string; replayed: boolean }>(api, 'POST', `/v1/opportunities/${id}/purchase`, {
      key: apiKey,
      body: CONSENTED,
      headers: { 'idempotency-key': key },
    });
  expect((await purchase('first')).status).toBe(200);
  expect(await purchase('second')).toMatchObject({ status: 200, body: { replayed: true } });
  await db.pool.query(
    "UPDATE orders SET expires_at = now() - interval '1 second', hold_ends_at = now() + interval '4 minutes'",
  );
  for (const key of ['first', 'second', 'third']) {
    const refused = await purchase(key);
    expect(refused).toMatchObject({ status: 409, body: { code: 'opportunity_unavailable' } });
    expect(retryAfter(refused)).toBeGreaterThan(200);
  }
});
