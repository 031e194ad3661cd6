import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { call, createCustomer, IDEA } from '../support/api';
import { dearer } from '../support/dearer';
import { sendForm } from '../support/people';
import { use, useApi } from '../support/use';

const { db, api } = useApi();
const customer = use(() => createCustomer(db, { credits: 100 }));

interface Problem {
  status: number;
  code: string;
  errors: { pointer: string; code: string }[];
}
let keys = 0;

/** Sends bytes as the body of an evaluation, with a new idempotency key unless the headers set one. */
async function sendBytes(bytes: Uint8Array, headers: Record<string, string> = {}) {
  const answer = await fetch(`${api.url}/v1/evaluations`, {
    method: 'POST',
    body: bytes,
    headers: {
      'x-api-key': customer.apiKey,
      'content-type': 'application/json',
      'idempotency-key': `form-${++keys}`,
      ...headers,
    },
  });
  return { status: answer.status, body: (await answer.json()) as Problem };
}
const sendText = (text: string) => sendBytes(Buffer.from(text));
const good = Buffer.from(JSON.stringify({ idea: IDEA }));

describe('a body that is encoded', () => {
  test.each([
    ['gzip', gzipSync(good)],
    ['deflate', deflateSync(good)],
    ['br', brotliCompressSync(good)],
    ['GZIP', gzipSync(good)],
    ['identity', good],
  ])('by %s is read', async (encoding, bytes) => {
    expect((await sendBytes(bytes, { 'content-encoding': encoding })).status).toBe(202);
  });

  test.each<[string, string, Uint8Array, number, string]>([
    ['gzip that is none', 'gzip', good, 400, 'invalid_request'],
    ['gzip that is cut', 'gzip', gzipSync(good).subarray(0, 20), 400, 'invalid_request'],
    ['deflate that is none', 'deflate', good, 400, 'invalid_request'],
    ['brotli that is none', 'br', good, 400, 'invalid_request'],
    ['nothing at all', 'gzip', Buffer.alloc(0), 400, 'invalid_request'],
    ['an encoding that nobody knows', 'rot13', good, 415, 'unsupported_media_type'],
    ['an encoding named like a member of every object', 'constructor', good, 415, 'unsupported_media_type'],
    ['two encodings', 'gzip, gzip', gzipSync(gzipSync(good)), 415, 'unsupported_media_type'],
    ['a megabyte in a kilobyte of gzip', 'gzip', gzipSync(Buffer.alloc(1_000_000, ' ')), 413, 'payload_too_large'],
    [
      'fifty megabytes in 50 kB of brotli',
      'br',
      brotliCompressSync(Buffer.alloc(50_000_000, ' ')),
      413,
      'payload_too_large',
    ],
  ])('as %s is refused with a reason', async (_, encoding, bytes, status, code) => {
    const answer = await sendBytes(bytes, { 'content-encoding': encoding });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('text that cannot be stored', () => {
  test.each([
    ['NUL', `{"idea":"${IDEA}\\u0000"}`, 'invalid_request'],
    ['half a surrogate pair', `{"idea":"${IDEA}\\ud800"}`, 'invalid_request'],
    ['NUL in the name of a member', `{"idea":"${IDEA}","a\\u0000":1}`, 'invalid_request'],
    ['half a surrogate pair in the name of a member', `{"idea":"${IDEA}","a\\udfff":1}`, 'invalid_request'],
    ['a prototype', `{"idea":"${IDEA}","__proto__":{"x":1}}`, 'invalid_json'],
    ['a prototype whose name is escaped', `{"idea":"${IDEA}","__\\u0070roto__":{"x":1}}`, 'invalid_json'],
  ])('with %s is refused in a body', async (_, text, code) => {
    const { status, body } = await sendText(text);
    expect([status, body.code]).toEqual([400, code]);
  });

  test.each([
    ['a byte that begins nothing', [0xff]],
    ['half a character', [0xc3]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['half a surrogate pair', [0xed, 0xa0, 0x80]],
    ['UTF-16', [...Buffer.from(IDEA, 'utf16le')]],
  ])('with %s is no JSON', async (_, bytes) => {
    const body = Buffer.concat([Buffer.from(`{"idea":"${IDEA}`), Buffer.from(bytes), Buffer.from('"}')]);
    const answer = await sendBytes(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json']);
  });

  test('in a form is refused on a page', async () => {
    for (const idea of [`${IDEA}\u0000`, `${IDEA}\u001b`]) {
      expect((await sendForm(api, '/scan', { email: 'a@example.com', idea })).status).toBe(400);
    }
    const answer = await call(api, 'POST', '/scan', {
      body: `email=a%40example.com&idea=${'%ff'.repeat(20)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBeLessThan(500);
  });

  // Ordering combining marks for NFC takes time that grows with their square: 1.5 s for 64 kB.
  test('with thousands of combining marks in a row is refused without putting them in order', async () => {
    const marks = '\u0301'.repeat(15_000) + '\u0323'.repeat(15_000);
    const sendIdea = (more: string) => sendText(JSON.stringify({ idea: `${IDEA}${more}` }));
    const { status, body } = await sendIdea(marks);
    expect([status, body.errors[0]!.code]).toEqual([400, 'invalid_characters']);
    const plain = 'é'.repeat(marks.length);
    expect(
      await dearer(
        () => sendIdea(marks),
        () => sendIdea(plain),
      ),
    ).toBeLessThan(10);
    expect((await sendIdea(` a${'\u0301'.repeat(30)}`)).status).toBe(202);
  });

  test.each(['%00', '%ff', '%ed%a0%80', '%', '%2', '%zz', '%c0%80', '..%2f..%2f', '%5c'])(
    '“%s” in a path, an id or a query is never an error of ours',
    async (text) => {
      for (const path of [
        `/${text}`,
        `/v1/runs/${text}`,
        `/v1/runs/run_${text}/findings`,
        `/v1/orders/${text}`,
        `/opportunities/${text}`,
        `/v1/opportunities?cursor=${text}`,
        `/v1/account?${text}=${text}`,
        `/buy?product=${text}`,
        `/opportunities?cursor=${text}`,
        `/sign-in?returnPath=${text}`,
      ]) {
        const { status } = await call(api, 'GET', path, { key: customer.apiKey });
        expect([path, status < 500]).toEqual([path, true]);
      }
    },
  );

  test.each([
    ['idempotency-key', 'é'],
    ['x-api-key', 'é\u00ff'],
    ['accept', 'text/html;q=é'],
    ['if-none-match', '"é'],
    ['prefer', 'wait=é'],
    ['cookie', 'session=%00é; noi_buyer=%ff; __proto__=1'],
    ['x-request-id', 'é'.repeat(20)],
    ['content-type', 'application/json; charset=é; ='],
    ['content-type', '\u00ff/\u00ff'],
    ['origin', 'é://é'],
  ])('in the header %s (“%s”) is never an error of ours', async (name, value) => {
    for (const path of ['/v1/evaluations', '/v1/scan', '/checkout/start', '/webhooks/stripe', '/webhooks/resend']) {
      const { status } = await call(api, 'POST', path, {
        key: customer.apiKey,
        body: JSON.stringify({ idea: IDEA }),
        headers: { [name]: value },
      });
      expect([path, status < 500 || status === 503]).toEqual([path, true]);
    }
  });
});

describe('a word that every object knows', () => {
  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
    '(%s) names no product',
    async (word) => {
      const { status, text } = await call(api, 'GET', `/buy?product=${word}`);
      expect(status).toBe(200);
      expect(text).not.toContain('NaN');
      expect(text).not.toContain('undefined');
      expect(text).toContain('Research credits');
    },
  );

  test.each(['constructor', '__proto__', 'toString'])(
    '(%s) is no parameter, product, format, category or kind',
    async (word) => {
      const { apiKey: key } = customer;
      const scan = { email: 'a@example.com', subject: 'My run', message: 'It does not end.', category: word };
      const answers = await Promise.all([
        call(api, 'GET', `/v1/runs?${word}=1`, { key }),
        call(api, 'GET', `/v1/runs?kind=${word}`, { key }),
        call(api, 'GET', `/v1/runs?status=${word}`, { key }),
        call(api, 'GET', `/v1/account?${word}`, { key }),
        call(api, 'POST', '/v1/support-requests', { body: scan }),
        call(api, 'GET', `/v1/opportunities/opp_01kah2v5q8e4wb6t7n9rjx3mzc/dossier?format=${word}`, { key }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
    },
  );
});

describe('a path', () => {
  test.each([
    '/V1/account',
    '/v1/Account',
    '/v1/account/',
    '/v1//account',
    '/Health',
    '/health/',
    '/v1/runs/sample/findings/',
  ])('in another form than its own (%s) is 404', async (path) => {
    const { status, body } = await call<Problem>(api, 'GET', path, { key: customer.apiKey });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});
