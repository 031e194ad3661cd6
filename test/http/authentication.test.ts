import { generateApiKey } from '../../modules/accounts/contract';
import { createKey, revokeKey, rotateKey } from '../../modules/accounts/store/keys';
import { call, createCustomer } from '../support/api';
import { eventually } from '../support/eventually';
import { useApi } from '../support/use';

const { db, api } = useApi({ keyCacheTtlMs: 200 });

const get = (key?: string) => call(api, 'GET', '/v1/runs', key === undefined ? {} : { key });
const isRefused = async (key: string) => (await get(key)).status === 401;

async function newKey(expiresInMs = 3_600_000) {
  const { accountId } = await createCustomer(db);
  return createKey(db, { accountId, name: 'ci', mode: 'live', scopes: ['runs:read'], expiresInMs });
}

test('answers missing and wrong keys with 401, a challenge and different codes', async () => {
  const missing = await get();
  expect([missing.status, missing.body.code]).toEqual([401, 'missing_api_key']);
  expect(missing.headers.get('www-authenticate')).toBe('ApiKey realm="noi"');
  const { apiKey } = await createCustomer(db);
  const typo = apiKey.slice(0, -1) + (apiKey.endsWith('a') ? 'b' : 'a');
  for (const wrong of ['wrong-key', typo, generateApiKey('live')]) {
    const { status, body, text } = await get(wrong);
    expect([status, body.code]).toEqual([401, 'invalid_api_key']);
    expect(text).not.toContain(wrong);
  }
});

test('stores keys as hashes and never logs them', async () => {
  const { apiKey, keyId } = await createCustomer(db);
  await get(apiKey);
  await get(`${apiKey}x`);
  const row = await db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } });
  expect([Buffer.from(row.hash).length, row.prefix]).toEqual([64, apiKey.slice(0, 13)]);
  expect(JSON.stringify(row) + api.logged.join('\n')).not.toContain(apiKey.slice(14));
});

test('refuses revoked keys within the cache lifetime, and expired keys on time', async () => {
  const [revoked, short] = [await newKey(), await newKey(3_000)];
  expect([await isRefused(revoked.secret), await isRefused(short.secret)]).toEqual([false, false]);
  await revokeKey(db, revoked.record.id);
  await eventually('the revoked key is refused', () => isRefused(revoked.secret), 5_000);
  await eventually('the expired key is refused', () => isRefused(short.secret));
});

test('gives a rotated key the same rights, and ends the old one after its grace period', async () => {
  const [old, leaked] = [await newKey(), await newKey()];
  const rotated = await rotateKey(db, old.record.id, 3_000);
  expect(rotated.record).toMatchObject({ name: 'ci', mode: 'live', scopes: ['runs:read'] });
  expect([await isRefused(rotated.secret), await isRefused(old.secret)]).toEqual([false, false]);
  await expect(rotateKey(db, old.record.id, 0)).rejects.toMatchObject({ code: 'invalid_request' });
  await eventually('the old key is refused', () => isRefused(old.secret));
  expect(await isRefused(rotated.secret)).toBe(false);
  await rotateKey(db, leaked.record.id, 0);
  expect(await isRefused(leaked.secret)).toBe(true);
});
