import {
  cookiesAfter,
  createOwner,
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

const owner = () => createOwner(api, db);
const byPassword = (email: string, password: string, cookie = '') => signInByPassword(api, email, password, cookie);
const byLink = (email: string, headers: Record<string, string> = {}) => signInByLink(api, db, email, headers);

describe('strangers who know an address', () => {
  test('cannot lock out a browser that signed in before', async () => {
    const { email } = await owner();
    const own = cookiesAfter(await byPassword(email, OWNER_PASSWORD));
    for (let i = 0; i < 15; i++) await byPassword(email, WRONG);
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD))).toBeNull();
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD, own))).not.toBeNull();
  });

  test('guess at most ten times an hour, and their failures expire', async () => {
    const { email } = await owner();
    await Promise.all(Array.from({ length: 20 }, () => byPassword(email, WRONG)));
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD))).toBeNull();
    await db.pool.query(`UPDATE password_attempts SET counted_since = now() - interval '59 minutes'`);
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD))).toBeNull();
    await db.pool.query(`UPDATE password_attempts SET counted_since = now() - interval '61 minutes'`);
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD))).not.toBeNull();
  });

  test('gain no guesses by other addresses of the same mailbox', async () => {
    const { email } = await owner();
    const [name, domain] = email.split('@');
    for (let i = 0; i < 10; i++) await byPassword(`${name}+${i}@${domain}`, WRONG);
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD))).toBeNull();
  });

  test('gain no guesses by a made-up, foreign or reset device cookie', async () => {
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

  test('get ten guesses from a known browser, which can still sign in by a link', async () => {
    const { email } = await owner();
    const own = cookiesAfter(await byPassword(email, OWNER_PASSWORD)).replace(/session=[^;]+; /, '');
    for (let i = 0; i < 10; i++) await byPassword(email, WRONG, own);
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD, own))).toBeNull();
    expect(sessionCookie(await byPassword(email, OWNER_PASSWORD))).not.toBeNull();
    expect(sessionCookie(await byLink(email, { cookie: own }))).not.toBeNull();
  });

  test.each(['sign_in', 'password_reset'] as const)(
    'who request every %s link leave a working one in the inbox',
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

test('logs password attempts by account, or by a keyed hash of an unknown address', async () => {
  const { email, accountId } = await owner();
  await byPassword(email, WRONG);
  await byPassword('nobody-knows@example.com', WRONG);
  const lines = api.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const attempts = lines.filter(({ msg }) => msg === 'password attempt');
  expect(attempts.at(-2)).toMatchObject({ accountId, outcome: 'wrong', knownBrowser: false });
  expect(attempts.at(-1)).toMatchObject({
    addressHash: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    outcome: 'wrong',
  });
  expect(attempts.at(-1)).not.toHaveProperty('accountId');
  expect(api.logged.join('')).not.toMatch(/owner-\d+@|nobody-knows/);
});
