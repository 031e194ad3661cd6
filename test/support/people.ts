import { ensureAccount } from '../../store/accounts/ensure-account';
import type { LinkPurpose } from '../../contracts/sign-in';
import { linkToken, newLinkToken } from '../../platform/tokens';
import { issueLink } from '../../store/accounts/issue-link';
import { call, createCustomer, TEST_TOKEN_SECRETS, type Answer, type TestApi } from './api';
import type { TestDatabase } from './database';
import { useEach } from './use';

const REQUESTS = { sign_in: '/v1/auth/sign-in-link', password_reset: '/v1/auth/password-reset-link' } as const;

/** Requests a link over HTTP. */
export function requestLink(api: TestApi, purpose: LinkPurpose, email: string): Promise<Answer> {
  return call(api, 'POST', REQUESTS[purpose], { body: { email } });
}

/** Requests a link and issues its token as the worker does, without a mail; null if none would be mailed. */
export async function mailedToken(
  api: TestApi,
  db: TestDatabase,
  purpose: LinkPurpose,
  email: string,
  lifetimeMs = 600_000,
): Promise<string | null> {
  await requestLink(api, purpose, email);
  const { id } = await db.prisma.accountLink.findFirstOrThrow({ where: { email, purpose }, orderBy: { id: 'desc' } });
  const [secret] = TEST_TOKEN_SECRETS;
  const issued = await issueLink(db, id, newLinkToken(secret, purpose, id), lifetimeMs);
  return issued && linkToken(secret, purpose, id);
}

/** Sends a form as a browser does. */
export function sendForm(
  api: TestApi,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return call(api, 'POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
  });
}

/** The session cookie set by an answer, as a browser sends it back; null if there is none. */
export function sessionCookie(answer: Answer): string | null {
  const cookie = answer.headers.getSetCookie().find((one) => /^(__Host-)?session=[^;]/.test(one));
  return cookie ? cookie.split(';')[0]! : null;
}

/** The browser's next Cookie header: `before` with the cookies that the answer set and deleted. */
export function cookiesAfter(answer: Answer, before = ''): string {
  const jar = new Map(
    before
      .split('; ')
      .filter(Boolean)
      .map((one) => one.split('=') as [string, string]),
  );
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]!.split('=');
    if (value) jar.set(name, value);
    else jar.delete(name);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Signs an address in by mail and returns its cookie. */
export async function signIn(api: TestApi, db: TestDatabase, email: string): Promise<string> {
  const token = (await mailedToken(api, db, 'sign_in', email))!;
  return sessionCookie(await sendForm(api, '/sign-in/link', { token }))!;
}

/** A customer of each test's own whose browser is signed in, and what it sends. */
export function useSignedIn(
  { api, db }: { api: TestApi; db: TestDatabase },
  options: Parameters<typeof createCustomer>[1] = {},
) {
  const customer = useEach(async () => {
    const made = await createCustomer(db, options);
    const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: made.accountId } });
    const cookie = await signIn(api, db, email);
    return { ...made, email, cookie, csrf: await csrfOf(api, cookie) };
  });
  return {
    customer,
    /** Opens a page. */
    open: (path: string): Promise<Answer> =>
      call(api, 'GET', path, { headers: { cookie: customer.cookie, accept: 'text/html' } }),
    /** Sends a form of the browser's own, unless `fields` say otherwise. */
    send: (path: string, fields: Record<string, string>): Promise<Answer> =>
      sendForm(api, path, { csrf: customer.csrf, ...fields }, { cookie: customer.cookie }),
  };
}

/** The CSRF token in the forms of a signed-in browser. */
export async function csrfOf(api: TestApi, cookie: string): Promise<string> {
  const { text } = await call(api, 'GET', '/account', { headers: { cookie } });
  return /name="csrf" value="([^"]+)"/.exec(text)![1]!;
}

/** Password of {@link createOwner}. */
export const OWNER_PASSWORD = 'a quiet sentence about herons';
let owners = 0;

/** Creates an active account with a password, and a browser that has not signed in yet. */
export async function createOwner(api: TestApi, db: TestDatabase): Promise<{ email: string; accountId: string }> {
  const email = `owner-${++owners}@example.com`;
  const { id } = await ensureAccount(db, email, 'free');
  const token = (await mailedToken(api, db, 'password_reset', email))!;
  const answer = await sendForm(api, '/reset-password', { token, newPassword: OWNER_PASSWORD });
  if (answer.status !== 303) throw new Error(`The password was not set: ${answer.status}`);
  return { email, accountId: id };
}

/** Signs in by password, and by a link that is mailed for it. */
export const signInByPassword = (api: TestApi, email: string, password: string, cookie = '') =>
  sendForm(api, '/sign-in/password', { email, password }, { cookie });
export const signInByLink = async (
  api: TestApi,
  db: TestDatabase,
  email: string,
  headers: Record<string, string> = {},
) => sendForm(api, '/sign-in/link', { token: (await mailedToken(api, db, 'sign_in', email))! }, headers);
