import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { call, startApi, TEST_MAIL_WEBHOOK_SECRET } from '../support/api';
import { clientOf, WEBHOOK_SECRETS } from '../support/shop';
import { useSellingApi } from '../support/use';
import { mailHeaders, stripeHeaders } from '../support/webhooks';

const { db, api, provider } = useSellingApi();

/** A request to a webhook. `length` is the declared Content-Length; defaults to the body's length. */
interface Sent {
  headers: Record<string, string>;
  body: Buffer;
  length?: number;
}

/** Sends a request. If `length` differs from the body's, sends only headers: the server must not wait for the body. */
function send(url: string, path: string, { headers, body, length = body.length }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method: 'POST', headers: { ...headers, 'content-length': length } });
    sent.on('response', (answer) => {
      resolve(answer.statusCode!);
      sent.destroy();
    });
    sent.on('error', reject);
    if (length === body.length) sent.end(body);
    else sent.flushHeaders();
  });
}

const NOTHING = Buffer.from('{}');

describe.each([
  ['/webhooks/stripe', (bytes: Buffer) => stripeHeaders(bytes, WEBHOOK_SECRETS.live)],
  ['/webhooks/resend', (bytes: Buffer) => mailHeaders(bytes, TEST_MAIL_WEBHOOK_SECRET, 'msg_size')],
])('%s', (path, sign) => {
  const post = async (bytes: Buffer) =>
    call<{ code: string }>(api, 'POST', path, { body: bytes.toString(), headers: sign(bytes) });

  test('refuses an unsigned body, or one announced as too large, before reading it', async () => {
    const [first] = Object.keys(sign(NOTHING));
    expect(await send(api.url, path, { headers: {}, body: NOTHING, length: 40_000_000 })).toBe(400);
    expect(await send(api.url, path, { headers: { [first!]: '' }, body: NOTHING, length: 100 })).toBe(400);
    expect(await send(api.url, path, { headers: sign(NOTHING), body: NOTHING, length: 262_145 })).toBe(413);
  });

  test('accepts a signed body of 256 KiB and refuses one byte more', async () => {
    const padded = (length: number) => Buffer.from(`{"pad":"${'x'.repeat(length - 10)}"}`);
    // The body is signed but is not an event.
    expect((await post(padded(262_144))).body.code).toBe('invalid_webhook');
    expect((await post(padded(262_145))).status).toBe(413);
  });

  test('never fails on a signed event with odd IDs, types and numbers', async () => {
    for (const name of ['evt_\u0000', 'evt_\ud800', '', 'e'.repeat(256), 'evt 1']) {
      const object = { id: name, payment_intent: name, metadata: { orderId: name, withdrawalId: name } };
      for (const event of [
        { id: name, type: 'refund.created', livemode: true, created: 1, data: { object } },
        { id: 'evt_1', type: name, livemode: true, created: 1, account: name, data: { object, to: [name] } },
        { id: 'evt_2', type: 'refund.created', livemode: true, created: 1e300, data: { object } },
        { type: 'email.complained', data: { to: [name, `${name}@example.com`] } },
      ]) {
        expect([200, 400]).toContain((await post(Buffer.from(JSON.stringify(event)))).status);
      }
    }
  });
});

test('accepts unused thin events, so that their endpoint is not disabled', async () => {
  const thin = (fields: object) => {
    const type = 'v2.core.account[configuration.recipient].capability_status_updated';
    const related_object = { id: 'acct_1', type: 'v2.core.account', url: '/v2/core/accounts/acct_1' };
    return {
      object: 'v2.core.event',
      id: 'evt_thin',
      type,
      created: '2026-11-28T10:00:00.000Z',
      related_object,
      ...fields,
    };
  };
  const post = (fields: object) => {
    const bytes = Buffer.from(JSON.stringify(thin(fields)));
    const headers = stripeHeaders(bytes, WEBHOOK_SECRETS.live);
    return call<{ code: string }>(api, 'POST', '/webhooks/stripe', { body: bytes.toString(), headers });
  };
  expect((await post({ livemode: true })).status).toBe(200);
  expect(await post({ livemode: false })).toMatchObject({ status: 400, body: { code: 'invalid_webhook' } });
  expect(await db.prisma.paymentEvent.count({ where: { id: 'evt_thin' } })).toBe(0);
});

const event = { id: 'evt_unsigned', type: 'x', livemode: true, created: 1, data: { object: {} } };
const EVENT = Buffer.from(JSON.stringify(event));
const now = String(Math.floor(Date.now() / 1_000));
const stripe = (value: string): Sent => ({ headers: { 'stripe-signature': value }, body: EVENT });
const resend = (name: string, value: string): Sent => ({
  headers: { ...mailHeaders(EVENT, TEST_MAIL_WEBHOOK_SECRET, 'msg_1'), [name]: value },
  body: EVENT,
});

const TIMES = ['', '1', now, '-1', '1e999', 'NaN', '9'.repeat(400), '\u00e9', `${now},t=${now}`];
const SIGNS = ['', '00', '=', '\u00fc', 'v1', 'f'.repeat(64), 'ff=ff', 'a'.repeat(9_000), 'c3RhbGU='];

/** Defects that a forged event may have in addition to a bad signature. */
const FORGED: Partial<Sent>[] = [
  { body: Buffer.alloc(262_145, 'x') },
  { length: 40_000_000 },
  { length: Number.MAX_SAFE_INTEGER },
  { body: Buffer.alloc(0) },
  { body: Buffer.from([0xff, 0xfe, 0x00]) },
  { headers: { 'content-type': 'multipart/form-data' } },
  { headers: { 'content-encoding': 'gzip' }, body: gzipSync(EVENT) },
  { headers: { 'content-encoding': 'x-unknown' } },
];
const forged = (base: Sent) =>
  FORGED.map((over) => ({ ...base, ...over, headers: { ...base.headers, ...over.headers } }));

const UNSIGNED: [path: string, sent: Sent][] = [
  ...[
    ...TIMES.flatMap((time) => SIGNS.map((sign) => stripe(`t=${time},v1=${sign}`))),
    ...['t', 'v1=,t=1', ',,,', `t=${now}`, `t=${now},v0=00`, `t=${now}${',v1=00'.repeat(2_000)}`].map(stripe),
    ...forged(stripe(`t=${now},v1=00`)),
  ].map((sent): [string, Sent] => ['/webhooks/stripe', sent]),
  ...[
    ...[...SIGNS.map((sign) => `v1,${sign}`), ' ', 'v2,AAAA', 'v1,AA '.repeat(1_500)].map((value) =>
      resend('svix-signature', value),
    ),
    ...TIMES.filter((time) => !time.includes(now)).map((time) => resend('svix-timestamp', time)),
    ...forged(resend('svix-signature', 'v1,AAAA')),
  ].map((sent): [string, Sent] => ['/webhooks/resend', sent]),
];

const limitedApi = () =>
  startApi(db, { payments: clientOf(provider), limitsScale: 1 / 300, settings: { trustedHops: 1 } });

test('answers every unsigned event with 400 or 413 and counts it against its network', async () => {
  const limited = await limitedApi();
  const wrong: unknown[] = [];
  for (const [i, [path, sent]] of UNSIGNED.entries()) {
    const headers = { ...sent.headers, 'x-forwarded-for': `203.0.${Math.floor(i / 250)}.${i % 250}` };
    const statuses = [];
    for (let time = 0; time < 2; time++) statuses.push(await send(limited.url, path, { ...sent, headers }));
    if (![400, 413].includes(statuses[0]!) || statuses[1] !== 429) wrong.push([path, sent.headers, statuses]);
  }
  await limited.close();
  expect(wrong).toEqual([]);
  expect(await db.prisma.paymentEvent.count({ where: { id: 'evt_unsigned' } })).toBe(0);
});
