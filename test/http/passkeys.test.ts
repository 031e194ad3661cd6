import { call } from '../support/api';
import {
  askedOf,
  createAuthenticator,
  type Authenticator,
  cookiesAfter,
  csrfOf,
  mailedToken,
  OWNER_PASSWORD,
  sendForm,
  sessionCookie,
  signIn,
} from '../support/people';
import { useApi } from '../support/use';

const ORIGIN = 'http://localhost';
const { db, api } = useApi({ settings: { publicUrl: ORIGIN } });

let people = 0;

interface Owner {
  email: string;
  accountId: string;
  cookie: string;
  csrf: string;
}

async function owner(): Promise<Owner> {
  const email = `keeper-${++people}@example.com`;
  const cookie = await signIn(api, db, email);
  const { id: accountId } = await db.prisma.account.findUniqueOrThrow({ where: { email } });
  return { email, accountId, cookie, csrf: await csrfOf(api, cookie) };
}

const form = ({ cookie, csrf }: Owner, path: string, fields: Record<string, string> = {}) =>
  sendForm(api, path, { csrf, ...fields }, { cookie });
const askToAdd = async (of: Owner) => askedOf(await form(of, '/account/passkeys/new'));
const add = async (of: Owner, passkey: string, name = 'Phone') => form(of, '/account/passkeys', { name, passkey });
const askToSignIn = async () => askedOf(await sendForm(api, '/sign-in/passkey', {}));
const signInWith = (passkey: string) => sendForm(api, '/sign-in/passkey/answer', { passkey });
const passkeysOf = ({ accountId }: Owner) => db.prisma.passkey.findMany({ where: { accountId } });
const grownOld = ({ accountId }: Owner) =>
  db.prisma.accountSession.updateMany({ where: { accountId }, data: { provedAt: new Date(0) } });

async function keeper(): Promise<Owner & { key: Authenticator }> {
  const made = await owner();
  const key = createAuthenticator(ORIGIN);
  expect((await add(made, key.create(await askToAdd(made)))).status).toBe(303);
  return { ...made, key };
}

test('signs the owner in with a new passkey, and names it in a mail and an audit event', async () => {
  const made = await keeper();
  const [passkey] = await passkeysOf(made);
  expect(passkey).toMatchObject({ name: 'Phone', synced: false, transports: ['usb'], lastUsedAt: null });
  expect(api.delivered.at(-1)!.message.workflowId).toBe(`mail/new_passkey/${passkey!.id}`);
  const answer = await signInWith(made.key.get(await askToSignIn(), { userHandle: made.accountId }));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
  const cookie = sessionCookie(answer)!;
  expect((await call(api, 'GET', '/account/security', { headers: { cookie } })).text).toContain(made.email);
  const events = await db.prisma.auditEvent.findMany({ where: { accountId: made.accountId }, orderBy: { id: 'asc' } });
  expect(events.map(({ action }) => action)).toContain('passkey.added');
  expect(events.at(-1)).toMatchObject({ action: 'session.signed_in', after: { method: 'passkey' } });
});

test('accepts a challenge once, lets it expire, and uses it up on a wrong answer', async () => {
  const { key } = await keeper();
  const answer = key.get(await askToSignIn());
  const answers = await Promise.all(Array.from({ length: 10 }, () => signInWith(answer)));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect((await signInWith(answer)).status).toBe(400);
  const asked = await askToSignIn();
  expect((await signInWith(key.get(asked, { origin: 'https://localhost.example' }))).status).toBe(400);
  expect((await signInWith(key.get(asked))).status).toBe(400);
  const expired = await askToSignIn();
  await db.pool.query('UPDATE passkey_challenges SET expires_at = now()');
  expect((await signInWith(key.get(expired))).status).toBe(400);
  expect((await signInWith(key.get({ challenge: 'AAAA' }))).status).toBe(400);
});

test.each([
  ['another origin', { origin: 'http://localhost.example' }],
  ['another relying party', { relyingParty: 'example.com' }],
  ['no user verification', { verified: false }],
  ['another account’s handle', { userHandle: 'acc_01kah2v5q8e4wb6t7n9rjx3mzc' }],
  ['a counter that did not grow', { counter: 1 }],
  ['a counter that fell to zero', { counter: 0 }],
])('refuses a passkey answer with %s', async (_, deviation) => {
  const { key } = await keeper();
  const answer = await signInWith(key.get(await askToSignIn(), deviation));
  expect([answer.status, sessionCookie(answer)]).toEqual([400, null]);
  expect((await signInWith(key.get(await askToSignIn()))).status).toBe(303);
});

test('refuses another key’s signature, an unknown key and garbage', async () => {
  const { key } = await keeper();
  const stranger = createAuthenticator(ORIGIN);
  const forged = JSON.parse(stranger.get(await askToSignIn())) as object;
  const { id } = JSON.parse(key.get({ challenge: '' })) as { id: string };
  for (const answer of [
    JSON.stringify({ ...forged, id, rawId: id }),
    stranger.get(await askToSignIn()),
    'null',
    '[]',
    '{"id":1,"response":{"clientDataJSON":"e30"}}',
    '',
  ]) {
    expect((await signInWith(answer)).status).toBe(400);
  }
});

test('lets only the owner rename or remove a passkey, and refuses a removed one', async () => {
  const made = await keeper();
  const [passkey] = await passkeysOf(made);
  const thief = await owner();
  const fields = { passkeyId: passkey!.id, name: 'Mine' };
  for (const path of ['/account/passkeys/remove', '/account/passkeys/rename']) await form(thief, path, fields);
  expect(await passkeysOf(made)).toMatchObject([{ name: 'Phone' }]);
  await form(made, '/account/passkeys/rename', fields);
  expect(await passkeysOf(made)).toMatchObject([{ name: 'Mine' }]);
  const asked = await askToSignIn();
  await form(made, '/account/passkeys/remove', fields);
  expect((await signInWith(made.key.get(asked))).status).toBe(400);
  expect(await passkeysOf(made)).toEqual([]);
  expect(await signIn(api, db, made.email)).not.toBeNull();
});

test('refuses a suspended account’s passkey, and keeps passkeys when the password changes', async () => {
  const { key, accountId, email } = await keeper();
  const set = (status: string) =>
    db.prisma.account.update({ where: { id: accountId }, data: { status, suspendedFrom: 'active' } });
  const token = (await mailedToken(api, db, 'password_reset', email))!;
  const answer = await sendForm(api, '/reset-password', { token, newPassword: OWNER_PASSWORD });
  const done = await call(api, 'GET', '/reset-password/done', { headers: { cookie: cookiesAfter(answer) } });
  expect(done.text).toContain('Your passkeys still sign in: “Phone”');
  expect((await signInWith(key.get(await askToSignIn()))).status).toBe(303);
  await set('suspended');
  expect((await signInWith(key.get(await askToSignIn()))).status).toBe(400);
});

test('adds a passkey only with a verified answer to its own session’s challenge', async () => {
  const made = await keeper();
  const other = await owner();
  expect((await add(other, made.key.create(await askToAdd(other)))).status).toBe(400);
  const fresh = createAuthenticator(ORIGIN);
  expect((await add(other, fresh.create(await askToAdd(made)))).status).toBe(400);
  expect((await add(other, fresh.create(await askToSignIn()))).status).toBe(400);
  expect((await add(other, fresh.create(await askToAdd(other), { origin: 'http://evil.example' }))).status).toBe(400);
  expect((await add(other, fresh.create(await askToAdd(other), { verified: false }))).status).toBe(400);
  expect(await passkeysOf(other)).toEqual([]);
});

test('accepts a passkey as proof of identity, and renews the session cookie', async () => {
  const made = await keeper();
  await grownOld(made);
  const shown = await form(made, '/account/passkeys/new');
  expect([shown.status, shown.text.includes('Confirm with a passkey')]).toEqual([403, true]);
  const proved = await form(made, '/account/passkeys/new', { stepUpPasskey: made.key.get(askedOf(shown)) });
  expect([proved.status, proved.text.includes('Add a passkey')]).toEqual([200, true]);
  expect(sessionCookie(proved)).not.toBeNull();
  expect((await call(api, 'GET', '/account', { headers: { cookie: made.cookie } })).status).toBe(303);
  const cookie = cookiesAfter(proved, made.cookie);
  expect((await call(api, 'GET', '/account', { headers: { cookie } })).status).toBe(200);
});

test('refuses another account’s key or challenge as proof of identity', async () => {
  const made = await keeper();
  const other = await keeper();
  const beside = { ...made, cookie: await signIn(api, db, made.email) };
  beside.csrf = await csrfOf(api, beside.cookie);
  await Promise.all([grownOld(made), grownOld(other)]);
  const step = (of: Owner, stepUpPasskey?: string) =>
    form(of, '/account/passkeys/new', stepUpPasskey === undefined ? {} : { stepUpPasskey });
  const asked = async (of: Owner) => askedOf(await step(of));
  expect((await step(made, other.key.get(await asked(made)))).status).toBe(400);
  expect((await step(made, other.key.get(await asked(other)))).status).toBe(400);
  expect((await step(made, made.key.get(await asked(beside)))).status).toBe(400);
  expect((await step(made, made.key.get(await askToSignIn()))).status).toBe(400);
  expect((await signInWith(made.key.get(await asked(made)))).status).toBe(400);
  const answer = made.key.get(await asked(made));
  expect((await step(made, answer)).status).toBe(200);
});
