import { generateApiKey } from '../../contracts/api-key';
import { createKey } from '../../store/keys/create-key';
import { revokeKey } from '../../store/keys/revoke-key';
import { rotateKey } from '../../store/keys/rotate-key';
import { call, createCustomer } from '../support/api';
import { eventually } from '../support/eventually';
import { useApi } from '../support/use';

const { db, api } = useApi({ keyCacheTtlMs: 200 });

const get = (key?: string) => call(api, 'GET', '/v1/runs', key === undefined ? {} : { key });

test('a missing key and a wrong key are 401 with a challenge, under two codes', async () => {
  const missing = await get();
  expect([missing.status, missing.body.code]).toEqual([401, 'missing_api_key']);
  expect(missing.headers.get('www-authenticate')).toBe('ApiKey realm="noi"');

  const { apiKey } = await createCustomer(db);
  const typo = apiKey.slice(0, -1) + (apiKey.endsWith('a') ? 'b' : 'a');
  for (const wrong of ['wrong-key', 'noi_live_x', typo, generateApiKey('live'), `${apiKey} `.trim().toUpperCase()]) {
    const answer = await get(wrong);
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_api_key']);
    expect(answer.text).not.toContain(wrong);
  }
});

test('a key is stored hashed only', async () => {
  const { apiKey, keyId } = await createCustomer(db);
  const row = await db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } });
  expect(Buffer.from(row.hash)).toHaveLength(64);
  expect(JSON.stringify(row)).not.toContain(apiKey);
  expect(apiKey.startsWith(row.prefix)).toBe(true);
  expect(row.prefix).toHaveLength(13);
});

test('a revoked key is refused within the cache lifetime, and an expired one at its time', async () => {
  const { apiKey, keyId, accountId } = await createCustomer(db);
  expect((await get(apiKey)).status).toBe(200);
  await revokeKey(db, keyId);
  await eventually('the revoked key is refused', async () => (await get(apiKey)).status === 401, 5_000);

  const short = await createKey(db, {
    accountId,
    name: 'short',
    mode: 'live',
    scopes: ['runs:read'],
    expiresInMs: 3_000,
  });
  expect((await get(short.secret)).status).toBe(200);
  await eventually('the expired key is refused', async () => (await get(short.secret)).status === 401);
});

test('rotation gives a new key with the same rights; the old one works until its grace ends', async () => {
  const { accountId } = await createCustomer(db);
  const old = await createKey(db, { accountId, name: 'ci', mode: 'live', scopes: ['runs:read'] });
  const rotated = await rotateKey(db, old.record.id, 3_000);

  expect(rotated.record).toMatchObject({ name: 'ci', mode: 'live', scopes: ['runs:read'] });
  expect((await get(rotated.secret)).status).toBe(200);
  expect((await get(old.secret)).status).toBe(200);
  await expect(rotateKey(db, old.record.id, 0)).rejects.toMatchObject({ code: 'invalid_request' });
  await eventually('the old key is refused', async () => (await get(old.secret)).status === 401);
  expect((await get(rotated.secret)).status).toBe(200);
});

test('rotation without grace ends the old key at once', async () => {
  const { accountId } = await createCustomer(db);
  const old = await createKey(db, { accountId, name: 'leaked', mode: 'live', scopes: ['runs:read'] });
  await rotateKey(db, old.record.id, 0);
  expect((await get(old.secret)).status).toBe(401);
});

test('the last use of a key is noted and its requests are counted, refused ones too', async () => {
  const { apiKey, keyId } = await createCustomer(db, { scopes: ['runs:read'] });
  await get(apiKey);
  await get(apiKey);
  await call(api, 'POST', '/v1/evaluations', { key: apiKey, body: {} });

  const counters = await eventually('counters are written', async () => {
    const rows = await db.prisma.usageCounter.findMany({ where: { apiKeyId: keyId }, orderBy: { status: 'asc' } });
    return rows.length === 2 && rows;
  });
  expect(counters.map(({ endpoint, status, requests }) => [endpoint, status, requests])).toEqual([
    ['GET /v1/runs', 200, 2],
    ['POST /v1/evaluations', 403, 1],
  ]);
  expect((await db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })).lastUsedAt).not.toBeNull();
});

test('no key is in the log', async () => {
  const { apiKey } = await createCustomer(db);
  await get(apiKey);
  await get(`${apiKey}x`);
  expect(api.logged.length).toBeGreaterThan(0);
  expect(api.logged.join('\n')).not.toContain(apiKey.slice(14));
});
