import { hash } from '@node-rs/argon2';
import { Client } from 'pg';
import { hashToken } from '../../base/tokens';
import { ensureAccount } from '../../modules/accounts/store/accounts';
import { isLinkValid } from '../../modules/accounts/store/links';
import { call } from '../support/api';
import { differ } from '../support/measures';
import { mailedToken, requestLink, sendForm, sessionCookie, signIn, signInByPassword } from '../support/people';
import { useApi } from '../support/use';

const { db, api } = useApi();

const PASSWORD = 'a quiet sentence about herons';
let people = 0;
const somebody = () => `person-${++people}@example.com`;
const account = (email: string) => db.prisma.account.findUnique({ where: { email } });
const tokenFor = async (purpose: 'sign_in' | 'password_reset', email: string, lifetimeMs?: number) =>
  (await mailedToken(api, db, purpose, email, lifetimeMs))!;
const reset = (token: string, newPassword = PASSWORD) =>
  call<{ code: string; requestId: string; errors: object[] }>(api, 'POST', '/v1/auth/password-reset', {
    body: { token, newPassword },
  });
const enters = async (email: string, password: string) =>
  sessionCookie(await signInByPassword(api, email, password)) !== null;
async function withPassword(password = PASSWORD): Promise<string> {
  const email = somebody();
  await ensureAccount(db, email, 'free');
  expect((await reset(await tokenFor('password_reset', email), password)).status).toBe(200);
  return email;
}

describe('a sign-in link', () => {
  test('creates a pending account, which its first use activates', async () => {
    const email = somebody();
    const token = await tokenFor('sign_in', email);
    expect((await account(email))?.status).toBe('pending');
    expect(await mailedToken(api, db, 'password_reset', email)).toBeNull();
    const answer = await sendForm(api, '/sign-in/link', { token });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
    expect((await account(email))?.status).toBe('active');
    expect(await mailedToken(api, db, 'password_reset', email)).not.toBeNull();
  });

  test('signs in one browser when used 50 times at once', async () => {
    const email = somebody();
    const token = await tokenFor('sign_in', email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => sendForm(api, '/sign-in/link', { token })));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    const accountId = (await account(email))!.id;
    expect(await db.prisma.accountSession.count({ where: { accountId } })).toBe(1);
  });
});

test('replaces the password, ends sessions, links and the lockout, and mails a notice', async () => {
  const email = await withPassword();
  const cookie = await signIn(api, db, email);
  const open = await tokenFor('sign_in', email);
  for (let i = 0; i < 11; i++) await enters(email, 'a wrong sentence about storks');
  expect(await enters(email, PASSWORD)).toBe(false);
  const answer = await reset(await tokenFor('password_reset', email), `${PASSWORD} again`);
  expect(api.delivered.at(-1)!.message.workflowId).toMatch(/^mail\/password_changed\/lnk_/);
  expect(answer.body).toMatchObject({ status: 'completed', sessionsRevoked: 1 });
  expect((await call(api, 'GET', '/account', { headers: { cookie } })).status).toBe(303);
  expect(await isLinkValid(db, 'sign_in', hashToken(open))).toBe(false);
  expect(await enters(email, PASSWORD)).toBe(false);
  expect(await enters(email, `${PASSWORD} again`)).toBe(true);
});

test('keeps spaces in passwords, and upgrades weaker hashes at sign-in', async () => {
  const padded = `  ${PASSWORD} `;
  const email = await withPassword(padded);
  expect(await enters(email, PASSWORD)).toBe(false);
  const passwordHash = await hash(padded, { memoryCost: 4_096, timeCost: 1, parallelism: 1 });
  await db.prisma.account.update({ where: { email }, data: { passwordHash } });
  expect(await enters(email, padded)).toBe(true);
  expect((await account(email))!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await enters(email, padded)).toBe(true);
});

test('repeats the first answer to a password reset while the new password is in use', async () => {
  const email = await withPassword();
  const token = await tokenFor('password_reset', email);
  const first = await reset(token, `${PASSWORD} again`);
  const repeat = (password = `${PASSWORD} again`) => reset(token, password);
  expect(await repeat()).toMatchObject({ status: 200, body: first.body });
  const form = await sendForm(api, '/reset-password', { token, newPassword: `${PASSWORD} again` });
  expect([form.status, form.headers.get('location')]).toEqual([303, '/reset-password/done']);
  expect((await repeat(`${PASSWORD} other`)).body.code).toBe('invalid_token');
  for (let i = 0; i < 10; i++) await repeat('a wrong sentence about storks');
  expect((await repeat()).body.code).toBe('invalid_token');
});

test('gives the same answer to unknown, used, expired and wrong-purpose tokens', async () => {
  const email = await withPassword();
  const used = await tokenFor('password_reset', email);
  expect((await reset(used)).status).toBe(200);
  const expired = await tokenFor('password_reset', email, 1);
  const other = await tokenFor('sign_in', email);
  const refused = async (token: string) => ({ ...(await reset(token, `${PASSWORD} again`)).body, requestId: '' });
  const expected = await refused('unknown');
  expect(expected.code).toBe('invalid_token');
  for (const token of [used, expired, other, `${other}x`]) expect(await refused(token)).toEqual(expected);
  expect((await sendForm(api, '/sign-in/link', { token: used })).status).toBe(400);
});

describe('known and unknown addresses', () => {
  /** Statements from the connection that listens for notifications, not from a request. */
  const HEARTBEATS: unknown[] = ['SELECT 1', 'SELECT pg_notify($1, $2)'];
  const ways = {
    'a sign-in link': [80, (email: string) => requestLink(api, 'sign_in', email)],
    'a reset link': [80, (email: string) => requestLink(api, 'password_reset', email)],
    'a wrong password': [40, (email: string) => signInByPassword(api, email, 'a wrong sentence about storks')],
  } as const;

  test.each(Object.entries(ways))('cost %s the same SQL statements, time and answer', async (_, [samples, way]) => {
    const known = await withPassword();
    const statements = jest.spyOn(Client.prototype, 'query');
    const worked = async (email: string) => {
      statements.mockClear();
      const { status, text } = await way(email);
      const sent = statements.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? query);
      const sql = sent.filter((query) => !HEARTBEATS.includes(query));
      return { sql, status, text: text.replaceAll(email, '').replaceAll(/[0-9a-f-]{36}/g, '') };
    };
    expect(await worked(known)).toEqual(await worked(somebody()));
    statements.mockRestore();

    const times = { known: [] as number[], unknown: [] as number[], refused: [] as number[] };
    for (let i = -20; i < samples; i++) {
      // Interleave the email addresses, so that other load on the machine affects all of them alike.
      const turns = Object.entries({ known, unknown: somebody(), refused: 'no address' });
      for (const [list, email] of i % 2 ? turns : turns.toReversed()) {
        // A locked email address would take a different code path and distort the measurement.
        await db.prisma.passwordAttempt.deleteMany();
        const begun = performance.now();
        await way(email);
        if (i >= 0) times[list as keyof typeof times].push(performance.now() - begun);
      }
    }
    expect(differ(times.known, times.unknown)).toBe(false);
    // Control: an invalid email address runs no statement, and the measurement must show that difference.
    expect(differ(times.known, times.refused)).toBe(true);
  });
});
