import { SCOPES } from '../../contracts/access';
import { createKey } from '../../store/keys/create-key';
import { listKeys } from '../../store/keys/read-keys';
import { revokeKey } from '../../store/keys/revoke-key';
import { rotateKey } from '../../store/keys/rotate-key';
import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { freePort } from '../../local/ports';
import { newLinkToken, linkToken } from '../../platform/tokens';
import { ensureAccount } from '../../store/accounts/ensure-account';
import { issueConfirmation } from '../../store/scans/issue-confirmation';
import { call, createCustomer, createWebhook, startApi, TEST_TOKEN_SECRETS, type TestApi } from '../support/api';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { csrfOf, mailedToken, sendForm, signIn } from '../support/people';
import { clientOf, CONSENTED, offer, startProvider } from '../support/shop';

let db: TestDatabase;
let api: TestApi;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await api.close();
  await db.close();
});

describe('an account has at most fifty active keys', () => {
  test('keeps to that limit under concurrent creations, and a revoked key makes room', async () => {
    api = await startApi(db);
    const { accountId, keyId } = await createCustomer(db);
    const make = () => createKey(db, { accountId, name: 'one more', mode: 'live', scopes: SCOPES });
    const made = await Promise.allSettled(Array.from({ length: 60 }, make));
    const refused = made.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(Array(11).fill('too_many_keys'));
    expect(await listKeys(db, accountId)).toHaveLength(50);
    await expect(rotateKey(db, keyId, 60_000)).rejects.toThrow('50 active keys');
    expect(await listKeys(db, accountId)).toHaveLength(50);
    const { record } = await rotateKey(db, keyId, 0);
    await revokeKey(db, record.id);
    await expect(make()).resolves.toMatchObject({ record: { accountId } });
  });

  test('and the page of the account says so with 409, what to do about it, and no key', async () => {
    api = await startApi(db);
    const cookie = await signIn(api, db, 'many-keys@example.com');
    const { id: accountId } = await db.prisma.account.findUniqueOrThrow({ where: { email: 'many-keys@example.com' } });
    const { record } = await createKey(db, { accountId, name: 'first', mode: 'live', scopes: SCOPES });
    for (let i = 1; i < 50; i++) await createKey(db, { accountId, name: `key ${i}`, mode: 'live', scopes: SCOPES });
    const csrf = await csrfOf(api, cookie);
    const send = (path: string, fields: Record<string, string>) => sendForm(api, path, { ...fields, csrf }, { cookie });
    const key = { name: 'one more', mode: 'live', expiresIn: 'never', scopes: 'runs:read' };
    for (const refused of [
      await send('/account/keys', key),
      await send('/account/keys/rotate', { keyId: record.id, grace: '1d' }),
    ]) {
      expect(refused.status).toBe(409);
      expect(refused.text).toContain('You have all the API keys that an account can have');
      expect(refused.text).toContain('Revoke one that you no longer need');
      expect(refused.text).not.toContain('id="secret"');
    }
    expect(await listKeys(db, accountId)).toHaveLength(50);
    expect((await send('/account/keys/revoke', { keyId: record.id })).status).toBe(303);
    expect((await send('/account/keys', key)).status).toBe(200);
  });
});

test('of more passwords than can be estimated in time some are refused with 503 and Retry-After, and their tokens stay good', async () => {
  api = await startApi(db);
  const newPassword = 'a quiet sentence about herons';
  const reset = (token: string) =>
    call<{ code: string; retryable: boolean }>(api, 'POST', '/v1/auth/password-reset', {
      body: { token, newPassword },
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
  expect(refused.filter(({ headers }) => !(Number(headers.get('retry-after')) > 0))).toEqual([]);

  const shed = tokens.filter((_, i) => answers[i]!.body.code === 'overloaded');
  expect(shed.length).toBeGreaterThan(0);
  const again: number[] = [];
  for (const token of shed) again.push((await reset(token)).status);
  expect(again).toEqual(shed.map(() => 200));
});

describe('test deliveries', () => {
  test('are twenty an hour for all endpoints of an account, however many are asked for at once', async () => {
    api = await startApi(db);
    const customer = await createCustomer(db);
    const one = (await createWebhook(api, customer, 'one')).body.webhookId;
    const two = (await createWebhook(api, customer, 'two')).body.webhookId;
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) =>
        requestTestDelivery(db, i % 2 ? one : two, { accountId: customer.accountId }),
      ),
    );
    const refused = asked.filter((each) => each.status === 'rejected').map(({ reason }) => reason as { code: string });
    expect(refused.map(({ code }) => code)).toEqual(Array(10).fill('rate_limited'));
    await expect(requestTestDelivery(db, one)).rejects.toThrow('20 test deliveries in an hour');
    expect(await db.prisma.webhookDelivery.count()).toBe(20);
    await db.pool.query("UPDATE webhook_deliveries SET created_at = now() - interval '61 minutes'");
    await expect(requestTestDelivery(db, one)).resolves.toMatchObject({ deliveryId: expect.any(String) as string });
  });
});

describe('free scans of a day', () => {
  const ask = (email: string) =>
    call<{ scanId: string; code: string }>(api, 'POST', '/v1/scan', {
      body: { email, idea: 'A letter for beekeepers in cold places' },
    });

  test('end at their ceiling with 503 that says when to come again, and begin again a day later', async () => {
    api = await startApi(db, { settings: { freeScansPerDay: 2 } });
    for (const email of ['a@example.com', 'b@example.com']) expect((await ask(email)).status).toBe(202);
    // Unconfirmed scans cost nothing and do not count.
    expect((await ask('c@example.com')).status).toBe(202);
    await db.pool.query(
      "UPDATE free_scans SET status = 'confirmed', confirmed_at = now() WHERE email IN ('a@example.com', 'b@example.com')",
    );
    const refused = await ask('d@example.com');
    expect(refused).toMatchObject({ status: 503, body: { code: 'free_scans_used_up', retryable: true } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
    await db.pool.query(
      "UPDATE free_scans SET confirmed_at = now() - interval '25 hours' WHERE confirmed_at IS NOT NULL",
    );
    expect((await ask('d@example.com')).status).toBe(202);
  });

  test('are not begun above it by links that were mailed before, however many are confirmed at once; the links go on working', async () => {
    api = await startApi(db, { settings: { freeScansPerDay: 2 } });
    const [secret] = TEST_TOKEN_SECRETS;
    const tokens: string[] = [];
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
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('free_scans_used_up'));
    expect(refused.filter(({ headers }) => !(Number(headers.get('retry-after')) > 3_600))).toEqual([]);
    // Nothing of a refused one was kept: neither that it is confirmed nor a consent.
    expect(await db.prisma.freeScan.count({ where: { status: 'awaiting_confirmation', confirmedAt: null } })).toBe(4);
    expect(await db.prisma.consent.count()).toBe(2);
    // Who confirmed gets the same answer again; the ceiling is no reason to refuse what has begun.
    const taken = tokens.find((_, i) => answers[i]!.status === 200)!;
    expect((await confirm(taken)).status).toBe(200);

    await db.pool.query(
      "UPDATE free_scans SET confirmed_at = now() - interval '25 hours' WHERE confirmed_at IS NOT NULL",
    );
    const waiting = tokens.find((_, i) => answers[i]!.status === 503)!;
    expect((await confirm(waiting)).status).toBe(200);
  });
});

test('between the end of a checkout and of its hold, the holder is asked to wait and never sent to a checkout that is gone', async () => {
  const { provider, close } = await startProvider(await freePort());
  api = await startApi(db, { payments: clientOf(provider) });
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
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
  }
  await close();
});
