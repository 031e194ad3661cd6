import { createKey } from '../../modules/accounts/store/keys';
import { call, startApi } from '../support/api';
import {
  cookiesAfter,
  createOwner,
  csrfOf,
  mailedToken,
  OWNER_PASSWORD,
  sendForm,
  sessionCookie,
  signInByLink,
  signInByPassword,
} from '../support/people';
import { useApi } from '../support/use';

const { db, api } = useApi();

const WRONG = 'a wrong sentence about storks';
const NEW_KEY = { name: 'k', mode: 'live', expiresIn: '90d', scopes: 'runs:read' };

const owner = () => createOwner(api, db);
const byPassword = (email: string, password: string, cookie = '') => signInByPassword(api, email, password, cookie);
const byLink = (email: string, headers: Record<string, string> = {}) => signInByLink(api, db, email, headers);
const isIn = async (cookie: string) => (await call(api, 'GET', '/account', { headers: { cookie } })).status === 200;
/** Status of the response to a form that creates a key. */
const makesKey = async (cookie: string) =>
  (await sendForm(api, '/account/keys', { ...NEW_KEY, csrf: await csrfOf(api, cookie) }, { cookie })).status;
const mailsOf = (mail: string) =>
  db.pool
    .query<{ id: string }>({
      text: `SELECT message->'input'->>'id' AS id FROM outbox WHERE message->'input'->>'mail' = $1 ORDER BY outbox.id`,
      values: [mail],
    })
    .then(({ rows }) => rows.map(({ id }) => id));

describe('a stolen session', () => {
  async function stolen() {
    const { email, accountId } = await owner();
    const cookie = sessionCookie(await byPassword(email, OWNER_PASSWORD))!;
    await db.prisma.accountSession.updateMany({
      where: { accountId },
      data: { provedAt: new Date(Date.now() - 11 * 60_000) },
    });
    return { email, accountId, cookie, csrf: await csrfOf(api, cookie) };
  }

  test('neither creates nor replaces a key without a recent proof of identity', async () => {
    const { accountId, cookie, csrf } = await stolen();
    const { record } = await createKey(db, { accountId, name: 'old', mode: 'live', scopes: [] });
    const made = await sendForm(api, '/account/keys', { ...NEW_KEY, csrf }, { cookie });
    expect([made.status, made.text.includes('Confirm it is you')]).toEqual([403, true]);
    const rotated = await sendForm(api, '/account/keys/rotate', { keyId: record.id, grace: '0d', csrf }, { cookie });
    expect(rotated.status).toBe(403);
    const wrong = await sendForm(api, '/account/keys', { ...NEW_KEY, csrf, stepUpPassword: WRONG }, { cookie });
    expect(wrong.status).toBe(400);
    expect(await db.prisma.apiKey.findMany({ where: { accountId } })).toMatchObject([
      { id: record.id, revokedAt: null },
    ]);
    expect(await isIn(cookie)).toBe(true);
  });

  test('ends when the owner confirms the password, and the filled-in form continues', async () => {
    const { accountId, cookie, csrf } = await stolen();
    const asked = await sendForm(api, '/account/keys', { ...NEW_KEY, name: 'my "key"', csrf }, { cookie });
    const fields = Object.fromEntries(
      [...asked.text.split('/account/confirm')[0]!.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!.replaceAll('&quot;', '"'),
      ]),
    );
    const made = await sendForm(api, '/account/keys', { ...fields, stepUpPassword: OWNER_PASSWORD }, { cookie });
    expect(made.text).toMatch(/noi_live_\w{49}/);
    expect(await db.prisma.apiKey.findMany({ where: { accountId } })).toMatchObject([
      { name: 'my "key"', scopes: ['runs:read'] },
    ]);
    expect(await isIn(cookie)).toBe(false);
    const renewed = sessionCookie(made)!;
    expect(await isIn(renewed)).toBe(true);
    expect(await makesKey(renewed)).toBe(200);
  });

  test('ends when the owner confirms by a mailed link, which leads back to the page', async () => {
    const { email, cookie, csrf } = await stolen();
    const sent = await sendForm(api, '/account/confirm', { csrf, returnPath: '/account/keys' }, { cookie });
    expect([sent.status, sent.text.includes(email)]).toEqual([200, true]);
    const link = await db.prisma.accountLink.findFirstOrThrow({ where: { email }, orderBy: { id: 'desc' } });
    expect(link).toMatchObject({ purpose: 'sign_in', returnPath: '/account/keys' });
    const proved = await byLink(email, { cookie });
    expect(await isIn(cookie)).toBe(false);
    const renewed = sessionCookie(proved)!;
    expect(await makesKey(renewed)).toBe(200);
  });
});

describe('a form that requires a recent proof of identity', () => {
  const grown = async () => {
    const { email, accountId } = await owner();
    const cookie = sessionCookie(await byPassword(email, OWNER_PASSWORD))!;
    await db.prisma.accountSession.updateMany({ where: { accountId }, data: { provedAt: new Date(0) } });
    return { email, cookie, csrf: await csrfOf(api, cookie) };
  };
  const keysOf = async (cookie: string) => (await call(api, 'GET', '/account/keys', { headers: { cookie } })).text;

  test('asks for the proof first', async () => {
    const { cookie, csrf } = await grown();
    expect(await keysOf(cookie)).not.toContain('name="expiresIn"');
    const fields = { csrf, returnPath: '/account/keys' };
    expect((await sendForm(api, '/account/prove', fields, { cookie })).status).toBe(403);
    const proved = await sendForm(api, '/account/prove', { ...fields, stepUpPassword: OWNER_PASSWORD }, { cookie });
    expect([proved.status, proved.headers.get('location')]).toEqual([303, '/account/keys']);
    expect(await keysOf(sessionCookie(proved)!)).toContain('name="expiresIn"');
  });

  test('keeps its values while its sender opens a mailed link', async () => {
    const { email, cookie, csrf } = await grown();
    const asked = await sendForm(api, '/account/keys', { ...NEW_KEY, name: 'Nightly', csrf }, { cookie });
    expect(asked.text).toContain('value="/sign-in/done"');
    const [, kept = ''] = asked.text.split('/account/confirm');
    const fields = [...kept.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    const { csrf: old, returnPath, ...rest } = Object.fromEntries(fields) as Record<string, string>;
    expect([old, returnPath, rest]).toEqual([csrf, '/sign-in/done', { ...NEW_KEY, name: 'Nightly' }]);
    const renewed = sessionCookie(await byLink(email, { cookie }))!;
    const again = await sendForm(api, '/account/keys', rest, { cookie: renewed });
    expect([again.status, again.text.includes('value="Nightly"')]).toEqual([400, true]);
  });
});

describe('sessions', () => {
  test('never adopt a planted session or device cookie', async () => {
    const { email, accountId } = await owner();
    const answer = await byPassword(email, OWNER_PASSWORD, 'session=planted; device=planted');
    const cookie = cookiesAfter(answer);
    expect(cookie).not.toContain('planted');
    expect(await isIn('session=planted')).toBe(false);
    const again = cookiesAfter(await byPassword(email, OWNER_PASSWORD, cookie), cookie);
    expect(again.split('; ').filter((one) => cookie.includes(one))).toEqual([]);
    expect(await isIn(cookie)).toBe(false);
    expect(await db.prisma.accountSession.count({ where: { accountId } })).toBe(1);
    expect(await db.prisma.accountDevice.count({ where: { accountId } })).toBe(1);
  });

  test('are listed and can be ended, singly or all at once, only by their owner', async () => {
    const [{ email, accountId }, other] = [await owner(), await owner()];
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' };
    const [here, there] = [sessionCookie(await byLink(email))!, sessionCookie(await byLink(email, firefox))!];
    const page = await call(api, 'GET', '/account/security', { headers: { cookie: here } });
    expect(page.text).toContain('Firefox on Linux');
    const { id: sessionId } = await db.prisma.accountSession.findFirstOrThrow({
      where: { accountId, browser: 'Firefox on Linux' },
    });
    const stranger = sessionCookie(await byLink(other.email))!;
    const end = async (cookie: string) =>
      sendForm(api, '/account/security/end-session', { sessionId, csrf: await csrfOf(api, cookie) }, { cookie });
    await end(stranger);
    expect(await isIn(there)).toBe(true);
    await end(here);
    expect([await isIn(there), await isIn(here)]).toEqual([false, true]);

    const again = sessionCookie(await byLink(email, firefox))!;
    const csrf = await csrfOf(api, again);
    expect((await sendForm(api, '/account/security/sign-out-everywhere', { csrf }, { cookie: again })).status).toBe(
      303,
    );
    expect([await isIn(again), await isIn(here), await isIn(stranger)]).toEqual([false, false, true]);
  });

  test('end when idle, and are extended by use', async () => {
    const idle = await startApi(db, { settings: { sessionIdleMs: 3_600_000 } });
    const { email, accountId } = await owner();
    const cookie = sessionCookie(await byPassword(email, OWNER_PASSWORD))!;
    const seen = (minutes: number) =>
      db.prisma.accountSession.updateMany({
        where: { accountId },
        data: { lastSeenAt: new Date(Date.now() - minutes * 60_000) },
      });
    const status = async () => (await call(idle, 'GET', '/account', { headers: { cookie } })).status;
    await seen(59);
    expect(await status()).toBe(200);
    const { lastSeenAt } = await db.prisma.accountSession.findFirstOrThrow({ where: { accountId } });
    expect(Date.now() - lastSeenAt.getTime()).toBeLessThan(60_000);
    await seen(61);
    expect(await status()).toBe(303);
    await idle.close();
  });
});

test('lets only the browser of a password reset review and revoke keys', async () => {
  const [{ email, accountId }, other] = [await owner(), await owner()];
  const { record } = await createKey(db, { accountId, name: 'made by a thief', mode: 'live', scopes: [] });
  const foreign = await createKey(db, { accountId: other.accountId, name: 'of somebody', mode: 'live', scopes: [] });
  const void_ = (await mailedToken(api, db, 'password_reset', email))!;
  const token = (await mailedToken(api, db, 'password_reset', email))!;
  const cookie = cookiesAfter(
    await sendForm(api, '/reset-password', { token, newPassword: `${OWNER_PASSWORD} again` }),
  );
  const done = async (sent: string) =>
    (await call(api, 'GET', '/reset-password/done', { headers: { cookie: sent } })).text.includes('made by a thief');
  expect(await done(cookie)).toBe(true);
  expect(await done('')).toBe(false);
  expect(await done(`reviewing=${void_}`)).toBe(false);
  const revoke = async (keyId: string, sent: string) =>
    (await sendForm(api, '/reset-password/revoke-key', { keyId }, { cookie: sent })).status;
  expect(await revoke(record.id, `reviewing=${void_}`)).toBe(400);
  expect(await revoke(foreign.record.id, cookie)).toBe(404);
  expect(await revoke(record.id, cookie)).toBe(303);
  expect((await db.prisma.apiKey.findUniqueOrThrow({ where: { id: record.id } })).revokedAt).not.toBeNull();
  await db.pool.query(`UPDATE account_links SET used_at = used_at - interval '31 minutes'`);
  expect(await revoke(record.id, cookie)).toBe(400);
});

test('notifies owners of a new browser and a new key, but not of a known browser', async () => {
  const email = 'fresh-first-visit@example.com';
  const before = new Set([...(await mailsOf('new_device')), ...(await mailsOf('new_key'))]);
  const own = cookiesAfter(await byLink(email));
  const known = cookiesAfter(await byLink(email, { cookie: own }), own);
  expect((await mailsOf('new_device')).filter((id) => !before.has(id))).toEqual([]);
  await byLink(email, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' });
  const [device, ...more] = (await mailsOf('new_device')).filter((id) => !before.has(id));
  expect(more).toEqual([]);
  expect(await db.prisma.accountDevice.findUniqueOrThrow({ where: { id: device! } })).toMatchObject({
    browser: 'Chrome on Windows',
  });
  await sendForm(api, '/account/keys', { ...NEW_KEY, csrf: await csrfOf(api, known) }, { cookie: known });
  const { id: keyId } = await db.prisma.apiKey.findFirstOrThrow({ where: { account: { email } } });
  expect((await mailsOf('new_key')).filter((id) => !before.has(id))).toEqual([keyId]);
});

describe('strangers who know an address', () => {
  test('cannot lock out a browser that has signed in before', async () => {
    const { email } = await owner();
    const own = cookiesAfter(await byPassword(email, OWNER_PASSWORD));
    for (let i = 0; i < 15; i++) await byPassword(email, WRONG);
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD))).toBeNull();
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD, own))).not.toBeNull();
  });

  test('can guess ten times an hour at most, and failures expire', async () => {
    const { email } = await owner();
    await Promise.all(Array.from({ length: 20 }, () => byPassword(email, WRONG)));
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD))).toBeNull();
    await db.pool.query(`UPDATE password_attempts SET counted_since = now() - interval '59 minutes'`);
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD))).toBeNull();
    await db.pool.query(`UPDATE password_attempts SET counted_since = now() - interval '61 minutes'`);
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD))).not.toBeNull();
  });

  test('gain no guesses through other addresses of the same mailbox', async () => {
    const { email } = await owner();
    const [name, domain] = email.split('@');
    for (let i = 0; i < 10; i++) await byPassword(`${name}+${i}@${domain}`, WRONG);
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD))).toBeNull();
  });

  test('gain no guesses through a made-up, foreign or reset device cookie', async () => {
    const [victim, other] = [await owner(), await owner()];
    const others = cookiesAfter(await byPassword(other.email, OWNER_PASSWORD));
    const stolen = cookiesAfter(await byPassword(victim.email, OWNER_PASSWORD)).replace(/session=[^;]+; /, '');
    const token = (await mailedToken(api, db, 'password_reset', victim.email))!;
    await sendForm(api, '/reset-password', { token, newPassword: `${OWNER_PASSWORD} again` });
    for (let i = 0; i < 10; i++) await byPassword(victim.email, WRONG);
    for (const cookie of ['device=made-up', others, stolen]) {
      expect(sessionCookie(await byPassword(victim.email, `${OWNER_PASSWORD} again`, cookie))).toBeNull();
    }
  });

  test.each(['sign_in', 'password_reset'] as const)(
    'leave a working %s link in the inbox, even if they request every link',
    async (purpose) => {
      const { email } = await owner();
      const age = (share: number) =>
        db.pool.query({
          text: `UPDATE account_links SET issued_at = issued_at - $2 * interval '1 second',
                 expires_at = expires_at - $2 * interval '1 second' WHERE email = $1 AND used_at IS NULL`,
          values: [email, 900 * share],
        });
      for (let i = 0; i < 6; i++) await mailedToken(api, db, purpose, email);
      expect(await mailedToken(api, db, purpose, email)).toBeNull();
      await age(0.6);
      const fresh = await mailedToken(api, db, purpose, email);
      expect(fresh).not.toBeNull();
      expect(await mailedToken(api, db, purpose, email)).toBeNull();
    },
  );
});
