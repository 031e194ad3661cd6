import { hash, verify } from '@node-rs/argon2';
import { Client } from 'pg';
import { hashToken } from '../../platform/tokens';
import { ensureAccount } from '../../store/accounts/ensure-account';
import { isLinkValid } from '../../store/accounts/find-link';
import { call, startApi } from '../support/api';
import { eventually } from '../support/eventually';
import { differ } from '../support/distributions';
import { csrfOf, mailedToken, requestLink, sendForm, sessionCookie, signIn } from '../support/people';
import { useApi } from '../support/use';

const { db, api } = useApi();

const PASSWORD = 'a quiet sentence about herons';
let people = 0;
const somebody = () => `person-${++people}@example.com`;
const account = (email: string) => db.prisma.account.findUnique({ where: { email } });
const reset = (token: string, newPassword = PASSWORD) =>
  call<{ sessionsRevoked: number; code: string; errors: object[] }>(api, 'POST', '/v1/auth/password-reset', {
    body: { token, newPassword },
  });
const signInByPassword = (email: string, password: string) => sendForm(api, '/sign-in/password', { email, password });
async function withPassword(email: string): Promise<string> {
  await ensureAccount(db, email, 'free');
  expect((await reset((await mailedToken(api, db, 'password_reset', email))!)).status).toBe(200);
  return email;
}

test('a sign-in link makes an account that is pending until its first sign-in, and active from then on', async () => {
  const email = somebody();
  const token = (await mailedToken(api, db, 'sign_in', email.toUpperCase().toLowerCase()))!;
  expect((await account(email))?.status).toBe('pending');
  expect(await mailedToken(api, db, 'password_reset', email)).toBeNull();

  const answer = await sendForm(api, '/sign-in/link', { token });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
  expect((await account(email))?.status).toBe('active');
  expect(await mailedToken(api, db, 'password_reset', email)).not.toBeNull();
});

test('one sign-in token used 50 times at once signs one browser in', async () => {
  const email = somebody();
  const token = (await mailedToken(api, db, 'sign_in', email))!;
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendForm(api, '/sign-in/link', { token })));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
  expect(answers.filter((answer) => sessionCookie(answer) !== null)).toHaveLength(1);
  const { id } = (await account(email))!;
  expect(await db.prisma.accountSession.count({ where: { accountId: id } })).toBe(1);
});

test('one reset token used 50 times at once sets one password', async () => {
  const email = somebody();
  await ensureAccount(db, email, 'free');
  const token = (await mailedToken(api, db, 'password_reset', email))!;
  const sentences = Array.from({ length: 50 }, (_, i) => `this is the sentence of caller ${i}`);
  const answers = await Promise.all(sentences.map((sentence) => reset(token, sentence)));
  const audited = async () =>
    db.prisma.auditEvent.count({ where: { accountId: (await account(email))!.id, action: 'password.changed' } });
  // A machine that is too slow for all of them in time answers 503 to the last, or to all; the work goes on.
  await eventually('one of them took the token', async () => (await audited()) > 0);
  const { passwordHash } = (await account(email))!;
  const set = await Promise.all(sentences.map((sentence) => verify(passwordHash!, sentence)));
  expect(set.filter(Boolean)).toHaveLength(1);
  const [winner] = answers.splice(set.indexOf(true), 1);
  expect([200, 503]).toContain(winner!.status);
  const shed = answers.filter(({ status, headers }) => status === 503 && Number(headers.get('retry-after')) > 0);
  expect(answers.filter(({ body }) => body.code === 'invalid_token')).toHaveLength(49 - shed.length);
  expect(await audited()).toBe(1);
  expect(sessionCookie(await signInByPassword(email, sentences[set.indexOf(true)]!))).not.toBeNull();
});

test('a reset replaces the password, ends sessions, voids open links, ends the lockout and leaves a notice to mail', async () => {
  const email = await withPassword(somebody());
  const cookie = await signIn(api, db, email);
  const open = (await mailedToken(api, db, 'sign_in', email))!;
  for (let i = 0; i < 11; i++) await signInByPassword(email, 'a wrong sentence about storks');
  expect(sessionCookie(await signInByPassword(email, PASSWORD))).toBeNull();

  const answer = await reset((await mailedToken(api, db, 'password_reset', email))!, `${PASSWORD} again`);

  expect(api.delivered.at(-1)!.message.workflowId).toMatch(/^mail\/password_changed\/lnk_/);
  expect(answer.body).toMatchObject({ status: 'completed', sessionsRevoked: 1 });
  expect((await call(api, 'GET', '/account', { headers: { cookie } })).status).toBe(303);
  expect(await isLinkValid(db, 'sign_in', hashToken(open))).toBe(false);
  expect(sessionCookie(await signInByPassword(email, PASSWORD))).toBeNull();
  expect(sessionCookie(await signInByPassword(email, `${PASSWORD} again`))).not.toBeNull();
});

test('a password that the policy refuses leaves the token good', async () => {
  const email = somebody();
  await ensureAccount(db, email, 'free');
  const token = (await mailedToken(api, db, 'password_reset', email))!;
  for (const [password, code] of [
    ['fourteen chars', 'too_short'],
    ['x'.repeat(129), 'too_long'],
    ['PasswordPassword', 'too_common'],
    ['password password', 'too_common'],
    ['123456789012345', 'too_common'],
    ['correct horse battery staple', 'too_common'],
    ['a'.repeat(40), 'too_common'],
    ['p@ssw0rdp@ssw0rd', 'too_common'],
    [email, 'too_guessable'],
    ['Newsletter Opportunity Intelligence', 'too_guessable'],
  ] as const) {
    const answer = await reset(token, password);
    expect([password, answer.status]).toEqual([password, 400]);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: '/newPassword', code })]);
  }
  expect((await reset(token)).status).toBe(200);
});

test('spaces at the ends of a password count', async () => {
  const email = somebody();
  await ensureAccount(db, email, 'free');
  const padded = `  ${PASSWORD} `;
  expect((await reset((await mailedToken(api, db, 'password_reset', email))!, padded)).status).toBe(200);
  expect(sessionCookie(await signInByPassword(email, PASSWORD))).toBeNull();
  expect(sessionCookie(await signInByPassword(email, padded))).not.toBeNull();
});

test('a password that was hashed with less work is hashed again when its owner signs in', async () => {
  const email = await withPassword(somebody());
  const passwordHash = await hash(PASSWORD, { memoryCost: 4_096, timeCost: 1, parallelism: 1 });
  await db.prisma.account.update({ where: { email }, data: { passwordHash } });
  expect(sessionCookie(await signInByPassword(email, PASSWORD))).not.toBeNull();
  expect((await account(email))!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(sessionCookie(await signInByPassword(email, PASSWORD))).not.toBeNull();
});

test('a person signs in, forgets, chooses badly and well and signs in again within what one address may do', async () => {
  const limited = await startApi(db, { limitsScale: 1 });
  const email = somebody();
  const send = async (path: string, fields: Record<string, string>) =>
    (await sendForm(limited, path, fields, { 'x-forwarded-for': '203.0.113.9' })).status;
  expect(await send('/sign-in/link', { token: (await mailedToken(limited, db, 'sign_in', email))! })).toBe(303);
  expect(await send('/sign-in/password', { email, password: 'not the right one' })).toBe(400);
  const token = (await mailedToken(limited, db, 'password_reset', email))!;
  for (const newPassword of ['password', 'passwordpassword', email, 'Newsletter Opportunity']) {
    expect(await send('/reset-password', { token, newPassword })).toBe(400);
  }
  expect(await send('/reset-password', { token, newPassword: PASSWORD })).toBe(303);
  expect(await send('/sign-in/password', { email, password: PASSWORD })).toBe(303);
  await limited.close();
});

test('tokens that are unknown, used, over or of another purpose share one answer', async () => {
  const email = await withPassword(somebody());
  const used = (await mailedToken(api, db, 'password_reset', email))!;
  expect((await reset(used)).status).toBe(200);
  const over = (await mailedToken(api, db, 'password_reset', email, 1))!;
  const other = (await mailedToken(api, db, 'sign_in', email))!;
  const { requestId: _first, ...expected } = (await reset('unknown')).body as never as Record<string, unknown>;
  expect(expected.code).toBe('invalid_token');
  for (const token of [used, over, other, `${other}x`]) {
    const { requestId: _other, ...body } = (await reset(token)).body as never as Record<string, unknown>;
    expect(body).toEqual(expected);
  }
  expect((await sendForm(api, '/sign-in/link', { token: used })).status).toBe(400);
});

test('after ten wrong passwords the right one is refused too, however many come at once', async () => {
  const email = await withPassword(somebody());
  const guesses = Array.from({ length: 29 }, (_, i) => signInByPassword(email, `a wrong sentence number ${i}`));
  await Promise.all(guesses);
  expect(sessionCookie(await signInByPassword(email, PASSWORD))).toBeNull();
  expect((await db.prisma.passwordAttempt.findUniqueOrThrow({ where: { email } })).failures).toBe(30);
  expect(
    sessionCookie(await sendForm(api, '/sign-in/link', { token: (await mailedToken(api, db, 'sign_in', email))! })),
  ).not.toBeNull();
});

test('nine wrong passwords and the right one sign in, and the count starts again', async () => {
  const email = await withPassword(somebody());
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 9; i++) await signInByPassword(email, 'a wrong sentence about storks');
    expect(sessionCookie(await signInByPassword(email, PASSWORD))).not.toBeNull();
  }
});

test.each(['sign_in', 'password_reset'] as const)(
  'of %s links three an hour are mailed to an address',
  async (purpose) => {
    const email = somebody();
    await ensureAccount(db, email, 'free');
    const tokens: (string | null)[] = [];
    for (let i = 0; i < 5; i++) tokens.push(await mailedToken(api, db, purpose, email));
    expect(tokens.map((token) => token !== null)).toEqual([true, true, true, false, false]);
  },
);

/** Statement of the connection that listens, which no request causes. */
const HEARTBEATS: unknown[] = ['SELECT 1', 'SELECT pg_notify($1, $2)'];

describe('known and unknown addresses', () => {
  const ways = {
    'a sign-in link': (email: string) => requestLink(api, 'sign_in', email),
    'a reset link': (email: string) => requestLink(api, 'password_reset', email),
    'a wrong password': (email: string) => signInByPassword(email, 'a wrong sentence about storks'),
  };

  test.each(Object.entries(ways))(
    '%s costs the same statements and the same time for both, with the same answer',
    async (name, way) => {
      const known = await withPassword(somebody());
      const samples = name === 'a wrong password' ? 60 : 200;
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
        // Interleaved, so that the machine's other load affects both alike.
        const turns = Object.entries({ known, unknown: somebody(), refused: 'no address' });
        for (const [list, email] of i % 2 ? turns : turns.toReversed()) {
          // Neither is locked, which would take another code path.
          await db.prisma.passwordAttempt.deleteMany();
          const begun = performance.now();
          await way(email);
          if (i >= 0) times[list as keyof typeof times].push(performance.now() - begun);
        }
      }
      expect(differ(times.known, times.unknown)).toBe(false);
      // Control: a shortcut would be noticed, as an invalid address costs no statement.
      expect(differ(times.known, times.refused)).toBe(true);
    },
  );
});

describe('a browser that is signed in', () => {
  test('a form is accepted only with the token of its own session', async () => {
    const [cookie, other] = [await signIn(api, db, somebody()), await signIn(api, db, somebody())];
    const key = { name: 'k', mode: 'live', expiresIn: 'never', scopes: 'runs:read' };
    for (const csrf of ['', 'x', await csrfOf(api, other)]) {
      for (const path of ['/account/keys', '/sign-out', '/account/password-link']) {
        const answer = await sendForm(api, path, { ...key, csrf }, { cookie });
        expect([path, answer.status]).toEqual([path, 400]);
        expect(answer.text).toContain('out of date');
      }
    }
    expect((await sendForm(api, '/account/keys', { ...key, csrf: await csrfOf(api, cookie) }, { cookie })).status).toBe(
      200,
    );
  });

  test('another site can neither send a form for it nor sign it in to another account', async () => {
    const cookie = await signIn(api, db, somebody());
    const token = (await mailedToken(api, db, 'sign_in', somebody()))!;
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const csrf = await csrfOf(api, cookie);
      expect((await sendForm(api, '/sign-out', { csrf }, { cookie, ...headers })).status).toBe(400);
      expect((await sendForm(api, '/sign-in/link', { token }, headers)).status).toBe(400);
    }
    expect((await call(api, 'GET', '/account', { headers: { cookie } })).status).toBe(200);
  });

  test('a session cannot replace or revoke another account’s key, nor grant itself the staff scope', async () => {
    const [owner, other] = [await signIn(api, db, somebody()), await signIn(api, db, somebody())];
    const key = { name: 'mine', mode: 'live', expiresIn: 'never' };
    await sendForm(api, '/account/keys', { ...key, csrf: await csrfOf(api, owner) }, { cookie: owner });
    const { id: keyId } = await db.prisma.apiKey.findFirstOrThrow({ where: { name: 'mine' } });
    const csrf = await csrfOf(api, other);
    expect((await sendForm(api, '/account/keys/revoke', { keyId, csrf }, { cookie: other })).status).toBe(404);
    expect((await sendForm(api, '/account/keys/rotate', { keyId, csrf, grace: '0d' }, { cookie: other })).status).toBe(
      404,
    );
    const staff = { ...key, csrf, scopes: 'admin:review' };
    expect((await sendForm(api, '/account/keys', staff, { cookie: other })).status).toBe(400);
    expect(await db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })).toMatchObject({ revokedAt: null });
  });

  test('a session cookie over https is bound to host and transport', async () => {
    const secure = await startApi(db, { settings: { publicUrl: 'https://noi.example' } });
    const token = (await mailedToken(secure, db, 'sign_in', somebody()))!;
    const answer = await sendForm(secure, '/sign-in/link', { token });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(/^__Host-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/),
      '__Host-noi_buyer=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ]);
    await secure.close();
  });
});

test('no return path leads to another host', async () => {
  const hostile = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'evil',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/a\\b',
    'javascript:alert(1)',
  ];
  for (const returnPath of hostile) {
    const answer = await call(api, 'POST', '/v1/auth/sign-in-link', { body: { email: somebody(), returnPath } });
    expect([returnPath, answer.status]).toEqual([returnPath, 400]);
    const page = await call(api, 'GET', `/sign-in?return=${encodeURIComponent(returnPath)}`);
    expect([page.status, /name="returnPath" value="([^"]*)"/.exec(page.text)?.[1]]).toEqual([200, '/account']);
  }
  const email = somebody();
  await call(api, 'POST', '/v1/auth/sign-in-link', { body: { email, returnPath: '/account/keys?x=1#y' } });
  expect((await db.prisma.accountLink.findFirstOrThrow({ where: { email } })).returnPath).toBe('/account/keys?x=1#y');
});

test('no token is in a log line, an answer or a Referer', async () => {
  const token = (await mailedToken(api, db, 'sign_in', somebody()))!;
  const page = await call(api, 'GET', `/sign-in/link?token=${token}`);
  expect(page.headers.get('referrer-policy')).toBe('strict-origin');
  const used = await sendForm(api, '/sign-in/link', { token });
  const again = await sendForm(api, '/sign-in/link', { token });
  expect(used.text + again.text + JSON.stringify([...used.headers])).not.toContain(token);
  expect(api.logged.join('')).not.toContain(token);
});
