import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { SCOPES } from '../../base/access';
import { createKey } from '../../modules/accounts/store/keys';
import { call, createCustomer, createEvaluation, createWebhook, IDEA, startApi } from '../support/api';
import { allRoutes, nameOf, needsTestKey, requestFor } from '../support/routes';
import { use, useSellingApi } from '../support/use';

const { db, api } = useSellingApi();
const customer = use(() => createCustomer(db, { credits: 100, plan: 'partner' }));

interface Problem {
  status: number;
  code: string;
  errors: { pointer: string; code: string }[];
}
let keys = 0;

async function sendBytes(bytes: Uint8Array, headers: Record<string, string> = {}) {
  const sent = {
    'x-api-key': customer.apiKey,
    'content-type': 'application/json',
    'idempotency-key': `malformed-${++keys}`,
  };
  const answer = await fetch(`${api.url}/v1/evaluations`, {
    method: 'POST',
    body: bytes,
    headers: { ...sent, ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as Problem };
}
const good = Buffer.from(JSON.stringify({ idea: IDEA }));

describe('a compressed body', () => {
  test.each([
    ['gzip', gzipSync(good)],
    ['deflate', deflateSync(good)],
    ['br', brotliCompressSync(good)],
    ['GZIP', gzipSync(good)],
    ['identity', good],
  ])('is read in %s', async (encoding, bytes) => {
    expect((await sendBytes(bytes, { 'content-encoding': encoding })).status).toBe(202);
  });

  test.each<[string, string, Uint8Array, number, string]>([
    ['plain text as gzip', 'gzip', good, 400, 'invalid_request'],
    ['truncated gzip', 'gzip', gzipSync(good).subarray(0, 20), 400, 'invalid_request'],
    ['plain text as brotli', 'br', good, 400, 'invalid_request'],
    ['an empty body', 'gzip', Buffer.alloc(0), 400, 'invalid_request'],
    ['an unknown encoding', 'rot13', good, 415, 'unsupported_media_type'],
    ['a name on Object.prototype', 'constructor', good, 415, 'unsupported_media_type'],
    ['two encodings', 'gzip, gzip', gzipSync(gzipSync(good)), 415, 'unsupported_media_type'],
    ['a gzip bomb', 'gzip', gzipSync(Buffer.alloc(1_000_000, ' ')), 413, 'payload_too_large'],
    ['a brotli bomb', 'br', brotliCompressSync(Buffer.alloc(50_000_000, ' ')), 413, 'payload_too_large'],
  ])('is refused: %s', async (_, encoding, bytes, status, code) => {
    const answer = await sendBytes(bytes, { 'content-encoding': encoding });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('text that cannot be stored', () => {
  test.each([
    ['a NUL in a name', `{"idea":"${IDEA}","a\\u0000":1}`, 'invalid_request'],
    ['30,000 combining marks', `{"idea":"${IDEA}${'\u0301\u0323'.repeat(15_000)}"}`, 'invalid_request'],
    ['an escaped prototype', `{"idea":"${IDEA}","__\\u0070roto__":{"x":1}}`, 'invalid_json'],
    ['a stray byte', Buffer.from([0xff]), 'invalid_json'],
    ['an overlong NUL', Buffer.from([0xc0, 0x80]), 'invalid_json'],
    ['half a surrogate pair in bytes', Buffer.from([0xed, 0xa0, 0x80]), 'invalid_json'],
    ['UTF-16', Buffer.from(IDEA, 'utf16le'), 'invalid_json'],
  ])('is refused in a body: %s', async (_, text, code) => {
    const wrapped = (bytes: Buffer) => Buffer.concat([Buffer.from(`{"idea":"${IDEA}`), bytes, Buffer.from('"}')]);
    const { status, body } = await sendBytes(typeof text === 'string' ? Buffer.from(text) : wrapped(text));
    expect([status, body.code]).toEqual([400, code]);
  });

  test.each(['%00', '%ff', '%ed%a0%80', '%', '%zz', '%c0%80', '..%2f..%2f', '%5c'])(
    'never causes a server error in a path, ID or query: %s',
    async (text) => {
      for (const path of [
        `/${text}`,
        `/v1/runs/${text}`,
        `/v1/runs/run_${text}/findings`,
        `/opportunities/${text}`,
        `/v1/opportunities?cursor=${text}`,
        `/v1/account?${text}=${text}`,
        `/buy?product=${text}`,
        `/sign-in?returnPath=${text}`,
      ]) {
        const { status } = await call(api, 'GET', path, { key: customer.apiKey });
        expect([path, status < 500]).toEqual([path, true]);
      }
    },
  );
});

test('treats an empty optional text as absent, also in the fingerprint of the request', async () => {
  const first = await createEvaluation(api, customer, 'same', { idea: IDEA });
  const again = await createEvaluation(api, customer, 'same', { idea: IDEA, audience: '', geography: ' \t\n ' });
  expect([first.status, again.status, again.body.replayed]).toEqual([202, 202, true]);
  const hook = { url: 'https://hooks.example.com/noi', eventTypes: ['webhook.test'], description: ' ' };
  expect((await createWebhook(api, customer, 'empty', hook)).body).toMatchObject({ description: null });
  expect((await createEvaluation(api, customer, 'none', { idea: '  ' })).status).toBe(400);
});

test.each([
  ['more than a hundred parameters', 'a&'.repeat(7_000)],
  ['more than 4,096 characters', `a=${'x'.repeat(14_000)}`],
])('refuses a query with %s on every route', async (_, query) => {
  const { accountId, apiKey } = customer;
  const test = await createKey(db, { accountId, name: 'test', mode: 'test', scopes: SCOPES });
  const read: unknown[] = [];
  for (const route of allRoutes()) {
    if (route.linkToken || route.uncounted || route.signedBy) continue;
    const key = needsTestKey(route) ? test.secret : apiKey;
    const { path, init } = requestFor(route, { key, ...(route.idIsToken && { id: 'a-token' }) });
    const answer = await fetch(`${api.url}${path.split('?')[0]}?${query}`, init);
    const says = route.failsAs === 'page' ? 'This address is too long' : 'query_too_long';
    if (answer.status !== 400 || !(await answer.text()).includes(says)) read.push([nameOf(route), answer.status]);
  }
  expect(read).toEqual([]);
});

/** Query strings of links that a mail client truncated, duplicated or rewrote. */
const TOKENS = [
  '',
  '?token=',
  '?token=%00',
  '?token=a&token=b',
  '?token=%ed%a0%80',
  `?token=${'x'.repeat(5_000)}`,
  '?token=unknown&utm_source=%00',
];

test.each(TOKENS)(
  'shows a page to people and a code to programs for a mailed link with the query "%s"',
  async (query) => {
    const html = { headers: { accept: 'text/html' } };
    for (const path of ['/sign-in/link', '/reset-password', '/unsubscribe', '/scan/confirm', '/scan/result']) {
      expect([path, (await call(api, 'GET', path + query, html)).status]).toEqual([path, 400]);
    }
    for (const [method, path] of [
      ['GET', '/v1/scan/confirm'],
      ['POST', '/v1/marketing/unsubscribe'],
    ] as const) {
      const redirect = await call(api, 'GET', path + query, html);
      const page = await call(api, 'GET', redirect.headers.get('location')!, html);
      expect([path, page.status, page.text.includes('This link is not valid')]).toEqual([path, 400, true]);
      const { status, body } = await call<Problem>(api, method, path + query, {
        headers: { accept: 'application/json' },
      });
      expect([status, body.code, body.errors[0]!.pointer]).toEqual([400, 'invalid_token', '?token']);
    }
  },
);

test('answers requests that are not HTTP, or have an oversized head, with a Problem', async () => {
  const long = await call<Problem>(api, 'GET', `/v1/usage?metadata[a]=${'a'.repeat(20_000)}`);
  expect([long.status, long.headers.get('content-type'), long.body]).toEqual([
    431,
    'application/problem+json',
    expect.objectContaining({ status: 431, code: 'invalid_request', detail: expect.stringContaining('16 kB') }),
  ]);
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.end('NO HTTP\r\n\r\n');
  const answer = await textOf(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*"code":"invalid_request"/s);
});

test('tells browsers to use https for this host and all subdomains', async () => {
  const secure = await startApi(db, { settings: { publicUrl: 'https://api.example.com' } });
  const { headers } = await call(secure, 'GET', '/health');
  await secure.close();
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});
