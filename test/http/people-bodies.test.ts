import { call, IDEA, startApi, type Answer } from '../support/api';
import { sendForm } from '../support/people';
import { useApi } from '../support/use';

const { db, api } = useApi();

const email = 'reader@example.com';
const GOOD = {
  '/v1/scan': { email, idea: IDEA },
  '/v1/scan/status': { scanId: 'scn_01kah2v5q8e4wb6t7n9rjx3mzc', email },
  '/v1/auth/sign-in-link': { email },
  '/v1/auth/password-reset-link': { email },
  '/v1/auth/password-reset': { token: 'unknown', newPassword: 'a quiet sentence about herons' },
  '/v1/support-requests': { email, subject: 'My run', message: 'It does not end.' },
} as const;
type Path = keyof typeof GOOD;
const paths = Object.keys(GOOD) as Path[];
const rows = async () =>
  (await db.prisma.freeScan.count()) +
  (await db.prisma.accountLink.count()) +
  (await db.prisma.supportRequest.count()) +
  Number((await db.pool.query<{ count: string }>('SELECT count(*) FROM outbox')).rows[0]!.count);

const long = (length: number) => 'ä'.repeat(length);
const EMAILS: [string, unknown, string][] = [
  ['no e-mail address', undefined, 'required'],
  ['an e-mail address that is null', null, 'wrong_type'],
  ['an e-mail address that is a list', [email], 'wrong_type'],
  ['an empty e-mail address', '', 'invalid_format'],
  ['an e-mail address without @', 'reader.example.com', 'invalid_format'],
  ['an e-mail address with a name', 'Reader <reader@example.com>', 'invalid_format'],
  ['two e-mail addresses', 'a@example.com,b@example.com', 'invalid_format'],
  ['an e-mail address with a line break', 'a@example.com\nbcc:b@example.com', 'invalid_format'],
  ['an e-mail address of 255 characters', `${'a'.repeat(243)}@example.com`, 'too_long'],
  ['an e-mail address with a NUL', 'a\u0000@example.com', 'invalid_characters'],
];
const FIELDS: [Path, string, string, unknown, string][] = [
  ...paths
    .filter((path) => 'email' in GOOD[path])
    .flatMap((path) =>
      EMAILS.map(
        ([name, value, code]) => [path, 'email', name, value, code] as [Path, string, string, unknown, string],
      ),
    ),
  ['/v1/scan', 'idea', 'no idea', undefined, 'required'],
  ['/v1/scan', 'idea', 'an idea of 9 characters', '  123456789  ', 'too_short'],
  ['/v1/scan', 'idea', 'an idea of 2001 characters', long(2001), 'too_long'],
  ['/v1/scan', 'idea', 'an idea with an escape', `${IDEA}\u001b[2J`, 'invalid_characters'],
  ['/v1/scan', 'marketingConsent', 'a consent that is a text', 'true', 'wrong_type'],
  ['/v1/scan', 'marketingConsent', 'a consent that is null', null, 'wrong_type'],
  ['/v1/scan', 'locale', 'a locale that is none', 'english please', 'invalid_format'],
  ['/v1/scan', 'locale', 'a locale of 36 characters', `en${'-abcdefgh'.repeat(4)}`, 'too_long'],
  ['/v1/scan/status', 'scanId', 'no id', undefined, 'required'],
  ['/v1/scan/status', 'scanId', 'an empty id', ' ', 'too_short'],
  ['/v1/scan/status', 'scanId', 'an id of 65 characters', 'x'.repeat(65), 'too_long'],
  ['/v1/scan/status', 'scanId', 'an id that is a number', 1, 'wrong_type'],
  ['/v1/auth/sign-in-link', 'returnPath', 'a way back to another host', '//evil.example', 'invalid_format'],
  ['/v1/auth/sign-in-link', 'returnPath', 'a way back of 513 characters', `/${'x'.repeat(512)}`, 'too_long'],
  ['/v1/auth/sign-in-link', 'returnPath', 'a way back that is null', null, 'wrong_type'],
  ['/v1/auth/password-reset', 'token', 'no token', undefined, 'required'],
  ['/v1/auth/password-reset', 'token', 'an empty token', '', 'too_short'],
  ['/v1/auth/password-reset', 'token', 'a token of 513 characters', 'x'.repeat(513), 'too_long'],
  ['/v1/auth/password-reset', 'newPassword', 'no password', undefined, 'required'],
  ['/v1/auth/password-reset', 'newPassword', 'a password of 14 characters', long(14), 'too_short'],
  ['/v1/auth/password-reset', 'newPassword', 'a password of 129 characters', long(129), 'too_long'],
  ['/v1/auth/password-reset', 'newPassword', 'a password that is a list', ['x'], 'wrong_type'],
  ['/v1/support-requests', 'subject', 'no subject', undefined, 'required'],
  ['/v1/support-requests', 'subject', 'a subject of 2 characters', 'ab', 'too_short'],
  ['/v1/support-requests', 'subject', 'a subject of 151 characters', long(151), 'too_long'],
  ['/v1/support-requests', 'subject', 'a subject of two lines', 'a\r\nBcc: b@example.com', 'invalid_format'],
  ['/v1/support-requests', 'message', 'no message', undefined, 'required'],
  ['/v1/support-requests', 'message', 'a message of 9 characters', '123456789', 'too_short'],
  ['/v1/support-requests', 'message', 'a message of 5001 characters', long(5001), 'too_long'],
  ['/v1/support-requests', 'category', 'a category that there is not', 'praise', 'not_allowed'],
  ['/v1/support-requests', 'relatedId', 'an id with a space', 'run 1', 'invalid_format'],
  ['/v1/support-requests', 'relatedId', 'an id of 65 characters', 'x'.repeat(65), 'too_long'],
];

test.each(FIELDS)('%s refuses %s: %s', async (path, field, _name, value, code) => {
  const before = await rows();
  const answer = await call(api, 'POST', path, { body: { ...GOOD[path], [field]: value } });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: 'invalid_request', instance: path });
  expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer: `/${field}`, code }));
  expect(await rows()).toBe(before);
});

test.each(paths)('%s refuses what is no good body, an unknown field and an unknown parameter', async (path) => {
  for (const [body, status, code, headers] of [
    ['{"email":', 400, 'invalid_json'],
    ['[]', 400, 'invalid_request'],
    ['null', 400, 'invalid_request'],
    [JSON.stringify({ ...GOOD[path], surprise: 1 }), 400, 'invalid_request'],
    [JSON.stringify(GOOD[path]), 415, 'unsupported_media_type', { 'content-type': 'text/plain' }],
    [JSON.stringify({ ...GOOD[path], x: 'x'.repeat(70_000) }), 413, 'payload_too_large'],
  ] as [string, number, string, Record<string, string>?][]) {
    const answer = await call(api, 'POST', path, { body, ...(headers && { headers }) });
    expect([body.slice(0, 30), answer.status, answer.body.code]).toEqual([body.slice(0, 30), status, code]);
  }
  expect((await call(api, 'POST', `${path}?x=1`, { body: GOOD[path] })).status).toBe(400);
  const get = await call(api, 'GET', path);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
});

test('a scan above 16 KiB is 413, also where its idea would be too long', async () => {
  const under = await call(api, 'POST', '/v1/scan', { body: { email, idea: 'x'.repeat(15_000) } });
  expect([under.status, under.body.code]).toEqual([400, 'invalid_request']);
  const over = await call(api, 'POST', '/v1/scan', { body: { email, idea: 'x'.repeat(17_000) } });
  expect([over.status, over.body.code]).toEqual([413, 'payload_too_large']);
});

test('every endpoint that mails is 503 without mail, before its body is checked, and stores nothing', async () => {
  const off = await startApi(db, { settings: { mail: null, mailWebhookSecret: null } });
  const before = await rows();
  const calls: (() => Promise<Answer>)[] = [
    ...paths.flatMap((path) => [
      () => call(off, 'POST', path, { body: GOOD[path] }),
      () => call(off, 'POST', path, { body: 'no JSON', headers: { 'content-type': 'text/plain' } }),
    ]),
    () => call(off, 'GET', '/v1/scan/confirm?token=x', { headers: { accept: 'application/json' } }),
    () => call(off, 'GET', '/v1/scan/confirm?token=x'),
    () => call(off, 'GET', '/v1/marketing/unsubscribe?token=x'),
    () => call(off, 'POST', '/v1/marketing/unsubscribe?token=x'),
    () => call(off, 'POST', '/webhooks/resend', { body: '{}' }),
    () => sendForm(off, '/sign-in', { email }),
    () => sendForm(off, '/forgot-password', { email }),
    () => sendForm(off, '/scan', { email, idea: IDEA }),
    () => sendForm(off, '/support', { ...GOOD['/v1/support-requests'], category: 'other' }),
  ];
  for (const one of calls) expect((await one()).status).toBe(503);
  expect((await calls[0]!()).body.code).toBe('service_not_configured');
  expect(await rows()).toBe(before);
  await off.close();
});

describe('an address that asks too often', () => {
  test.each([
    ['/v1/scan', 5, 'scan', 3_600],
    ['/v1/auth/sign-in-link', 5, 'auth', 900],
    ['/v1/support-requests', 5, 'support', 3_600],
  ] as const)('%s takes %i, then answers 429 that names the limit', async (path, taken, limit, windowSeconds) => {
    const strict = await startApi(db, { limitsScale: 1 });
    for (let i = 0; i < taken; i++) {
      expect((await call(strict, 'POST', path, { body: { ...GOOD[path], email: `r${i}@example.com` } })).status).toBe(
        202,
      );
    }
    const answer = await call(strict, 'POST', path, { body: GOOD[path] });
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ code: 'rate_limited', limitLevel: 'endpoint' });
    expect(answer.headers.get('ratelimit-policy')).toContain(`"${limit}";q=${taken};w=${windowSeconds}`);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await strict.close();
  });

  test('requests for links share one limit; our own forms and what a mailed token does have others', async () => {
    const strict = await startApi(db, { limitsScale: 1 });
    const links = ['/v1/auth/sign-in-link', '/v1/auth/password-reset-link'];
    for (let i = 0; i < 5; i++) await call(strict, 'POST', links[i % 2]!, { body: { email } });
    for (const path of links) expect((await call(strict, 'POST', path, { body: { email } })).status).toBe(429);
    expect((await sendForm(strict, '/sign-in', { email })).status).toBeLessThan(400);
    const { status } = await call(strict, 'POST', '/v1/auth/password-reset', { body: GOOD['/v1/auth/password-reset'] });
    expect(status).toBe(400);
    expect((await call(strict, 'GET', '/sign-in')).status).toBe(200);
    await strict.close();
  });
});
