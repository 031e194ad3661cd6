import type { LinkPurpose } from '../../contracts/sign-in';
import { hashToken, linkToken } from '../../contracts/tokens';
import { issueLink } from '../../store/account-links';
import { call, TEST_TOKEN_SECRET, type Answer, type TestApi } from './api';
import type { TestDatabase } from './database';

const REQUESTS = { sign_in: '/v1/auth/sign-in-link', password_reset: '/v1/auth/password-reset-link' } as const;

/** Asks for a link over HTTP. */
export function requestLink(api: TestApi, purpose: LinkPurpose, email: string): Promise<Answer> {
  return call(api, 'POST', REQUESTS[purpose], { body: { email } });
}

/** Asks for a link and does what the worker does, without the mail: the token, or null where none would be mailed. */
export async function mailedToken(
  api: TestApi,
  db: TestDatabase,
  purpose: LinkPurpose,
  email: string,
  lifetimeMs = 900_000,
): Promise<string | null> {
  await requestLink(api, purpose, email);
  const { id } = await db.prisma.accountLink.findFirstOrThrow({ where: { email, purpose }, orderBy: { id: 'desc' } });
  const token = linkToken(TEST_TOKEN_SECRET, purpose, id);
  return (await issueLink(db, id, hashToken(token), lifetimeMs)) && token;
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

/** The session cookie that an answer sets, as a browser sends it back; null where it sets none. */
export function sessionCookie(answer: Answer): string | null {
  const cookie = answer.headers.getSetCookie().find((one) => /^(__Host-)?session=[^;]/.test(one));
  return cookie ? cookie.split(';')[0]! : null;
}

/** Signs an address in by mail and returns its cookie. */
export async function signIn(api: TestApi, db: TestDatabase, email: string): Promise<string> {
  const token = (await mailedToken(api, db, 'sign_in', email))!;
  return sessionCookie(await sendForm(api, '/sign-in/link', { token }))!;
}

/** The token that the forms of a signed-in browser carry. */
export async function csrfOf(api: TestApi, cookie: string): Promise<string> {
  const { text } = await call(api, 'GET', '/account', { headers: { cookie } });
  return /name="csrf" value="([^"]+)"/.exec(text)![1]!;
}
