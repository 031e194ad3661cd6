import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { linkToken, newLinkToken } from '../../base/tokens';
import type { LinkPurpose } from '../../modules/accounts/contract';
import { ensureAccount } from '../../modules/accounts/store/accounts';
import { issueLink } from '../../modules/accounts/store/links';
import { call, createCustomer, TEST_TOKEN_SECRETS, type Answer, type TestApi } from './api';
import type { TestDatabase } from './database';
import { eventually } from './eventually';
import { useEach } from './use';

const REQUESTS = { sign_in: '/v1/auth/sign-in-link', password_reset: '/v1/auth/password-reset-link' } as const;

/** Requests a sign-in or password reset link over HTTP. */
export function requestLink(api: TestApi, purpose: LinkPurpose, email: string): Promise<Answer> {
  return call(api, 'POST', REQUESTS[purpose], { body: { email } });
}

/** Requests a link and issues its token like the worker, but sends no email. Null if no email would be sent. */
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

/** Submits a form as a browser does. */
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

/** The session cookie set by a response, as a browser sends it back. Null if the response sets no session. */
export function sessionCookie(answer: Answer): string | null {
  const cookie = answer.headers.getSetCookie().find((one) => /^(__Host-)?session=[^;]/.test(one));
  return cookie ? cookie.split(';')[0]! : null;
}

/** The browser's next Cookie header: `before` with the changes that the response makes. */
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

/** Signs in with an emailed link and returns the session cookie. */
export async function signIn(api: TestApi, db: TestDatabase, email: string): Promise<string> {
  const token = (await mailedToken(api, db, 'sign_in', email))!;
  return sessionCookie(await sendForm(api, '/sign-in/link', { token }))!;
}

/** A new customer for each test, with a signed-in browser that opens pages and submits forms. */
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
    open: (path: string): Promise<Answer> =>
      call(api, 'GET', path, { headers: { cookie: customer.cookie, accept: 'text/html' } }),
    /** Submits a form with the session's CSRF token, unless `fields` override the token. */
    send: (path: string, fields: Record<string, string>): Promise<Answer> =>
      sendForm(api, path, { csrf: customer.csrf, ...fields }, { cookie: customer.cookie }),
  };
}

/** The CSRF token in the forms of a signed-in browser. */
export async function csrfOf(api: TestApi, cookie: string): Promise<string> {
  const { text } = await call(api, 'GET', '/account', { headers: { cookie } });
  return /name="csrf" value="([^"]+)"/.exec(text)![1]!;
}

/** Password of accounts made by {@link createOwner}. */
export const OWNER_PASSWORD = 'a quiet sentence about herons';
let owners = 0;

/** Creates an active account with a password, and a browser that has not signed in yet. */
export async function createOwner(api: TestApi, db: TestDatabase): Promise<{ email: string; accountId: string }> {
  const email = `owner-${++owners}@example.com`;
  const { id } = await ensureAccount(db, email, 'free');
  const token = (await mailedToken(api, db, 'password_reset', email))!;
  // A busy machine returns 503 instead of waiting for the password hash, so repeat the form.
  const answer = await eventually('the password is set', async () => {
    const sent = await sendForm(api, '/reset-password', { token, newPassword: OWNER_PASSWORD });
    return sent.status !== 503 && sent;
  });
  if (answer.status !== 303) throw new Error(`The password was not set: ${answer.status}`);
  return { email, accountId: id };
}

/** Signs in with a password, then with the link that is emailed afterwards. */
export const signInByPassword = (api: TestApi, email: string, password: string, cookie = '') =>
  sendForm(api, '/sign-in/password', { email, password }, { cookie });
export const signInByLink = async (
  api: TestApi,
  db: TestDatabase,
  email: string,
  headers: Record<string, string> = {},
) => sendForm(api, '/sign-in/link', { token: (await mailedToken(api, db, 'sign_in', email))! }, headers);

/** WebAuthn options from a page's `data-passkey` attribute. */
interface Options {
  challenge: string;
}

/** Deviations of a careless or hostile authenticator or browser from the standard. */
interface Deviation {
  origin?: string;
  relyingParty?: string;
  /** False if nobody touched the authenticator or entered a PIN. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const encode = (data: Buffer | string) => Buffer.from(data).toString('base64url');

// Encodes CBOR (RFC 8949) for authenticator data: short maps, short strings, small numbers and bytes.
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length);
  return length < 256 ? Buffer.of((major << 5) | 24, length) : Buffer.of((major << 5) | 25, length >> 8, length & 255);
}
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const map = (...entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** A software security key with one P-256 credential. `origin` is the origin of the browser's page. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, deviation: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: deviation.origin ?? origin, crossOrigin: false }));

  function authenticatorData(deviation: Deviation, attested = Buffer.alloc(0)): Buffer {
    const { relyingParty = new URL(origin).hostname, verified = true } = deviation;
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(deviation.counter ?? (counter += 1));
    const flags = Buffer.of(0x01 | (verified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0));
    return Buffer.concat([sha256(relyingParty), flags, counted, attested]);
  }

  const answer = (response: object) =>
    JSON.stringify({ id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {}, response });

  return {
    /** Answers `navigator.credentials.create` in the format that the page's script sends. */
    create(options: Options, deviation: Deviation = {}): string {
      const key = map(
        [number(1), number(2)],
        [number(3), number(-7)],
        [number(-1), number(1)],
        [number(-2), bytes(Buffer.from(x, 'base64url'))],
        [number(-3), bytes(Buffer.from(y, 'base64url'))],
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]);
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(authenticatorData(deviation, attested))],
      );
      return answer({
        clientDataJSON: encode(clientData('webauthn.create', options, deviation)),
        attestationObject: encode(attestation),
        transports: ['usb', '<b>'],
      });
    },

    get(options: Options, deviation: Deviation = {}): string {
      const data = authenticatorData(deviation);
      const client = clientData('webauthn.get', options, deviation);
      const signed = createSign('sha256').update(Buffer.concat([data, sha256(client)]));
      return answer({
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(signed.sign(privateKey)),
        ...(deviation.userHandle !== undefined && { userHandle: encode(deviation.userHandle) }),
      });
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** The WebAuthn options that the page gives to its browser. */
export function askedOf({ text: page }: { text: string }): Options {
  const asked = /data-passkey="([^"]+)"/.exec(page)?.[1];
  if (asked === undefined) throw new Error('This page asks for no passkey.');
  return JSON.parse(asked.replaceAll('&quot;', '"')) as Options;
}
