import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { call, startApi, TEST_MAIL_WEBHOOK_SECRET } from '../support/api';
import { eventually } from '../support/eventually';
import { mailHeaders, stripeHeaders } from '../support/signed-events';
import { clientOf, WEBHOOK_SECRETS } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, api, provider } = useSellingApi();

interface Problem {
  code: string;
  errors: { pointer: string; code: string }[];
}

describe.each([
  ['/webhooks/stripe', (bytes: Buffer) => stripeHeaders(bytes, WEBHOOK_SECRETS.live)],
  ['/webhooks/resend', (bytes: Buffer) => mailHeaders(bytes, TEST_MAIL_WEBHOOK_SECRET, 'msg_size')],
])('%s', (path, sign) => {
  const post = (bytes: Buffer, headers: Record<string, string>) =>
    call<Problem>(api, 'POST', path, { body: bytes.toString(), headers });

  /** Sends the head of a request that announces a body, without the body; returns the status. */
  const announce = (length: number, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(api.url + path, { method: 'POST', headers: { ...headers, 'content-length': length } });
      sent.on('response', (answer) => {
        resolve(answer.statusCode!);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.flushHeaders();
    });

  test('answers at once where the headers that sign are missing, before any byte of the body', async () => {
    expect(await announce(40_000_000, {})).toBe(400);
    const [first] = Object.keys(sign(Buffer.from('{}')));
    expect(await announce(100, { [first!]: '' })).toBe(400);
  });

  test('answers 413 to a body that says it is larger than 256 KiB, before any byte of it', async () => {
    expect(await announce(262_145, sign(Buffer.from('{}')))).toBe(413);
  });

  test('takes a signed body of 256 KiB and answers 413 to one that is a byte larger', async () => {
    const padded = (length: number) => Buffer.from(`{"pad":"${'x'.repeat(length - 10)}"}`);
    const fits = padded(262_144);
    // Signed, but not an event.
    expect((await post(fits, sign(fits))).body.code).toBe('invalid_webhook');
    const large = padded(262_145);
    expect((await post(large, sign(large))).status).toBe(413);
  });

  test('ends the connection of a sender who sends megabytes', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const sentBytes = await new Promise<number>((resolve) => {
      let count = 0;
      const sending = request(api.url + path, { method: 'POST', headers: sign(Buffer.from('{}')) });
      const more = () => {
        if (sending.destroyed || count > 200_000_000) return;
        count += chunk.length;
        sending.write(chunk, more);
      };
      sending.on('close', () => resolve(count)).on('error', () => undefined);
      sending.on('response', (answer) => answer.resume());
      more();
    });
    expect(sentBytes).toBeLessThan(50_000_000);
  });

  test.each(['evt_\u0000', 'evt_\ud800', '', 'e'.repeat(256), 'evt 1'])(
    'never fails on a signed event whose id or type is “%s”',
    async (name) => {
      const object = { id: name, payment_intent: name, metadata: { orderId: name, withdrawalId: name } };
      for (const event of [
        { id: name, type: 'refund.created', livemode: true, created: 1, data: { object } },
        { id: 'evt_1', type: name, livemode: true, created: 1, account: name, data: { object, to: [name] } },
        { id: 'evt_2', type: 'refund.created', livemode: true, created: 1e300, data: { object } },
        { type: 'email.complained', data: { to: [name, `${name}@example.com`] } },
      ]) {
        const bytes = Buffer.from(JSON.stringify(event));
        const { status } = await post(bytes, sign(bytes));
        expect([200, 400]).toContain(status);
      }
    },
  );
});

test('a mail event is taken for the addresses that can be stored, and its id must be one', async () => {
  const bytes = Buffer.from(
    JSON.stringify({
      type: 'email.complained',
      data: { to: ['a\u0000@example.com', 'kept@example.com', 'x'.repeat(300)] },
    }),
  );
  const send = (id: string) =>
    call(api, 'POST', '/webhooks/resend', {
      body: bytes.toString(),
      headers: mailHeaders(bytes, TEST_MAIL_WEBHOOK_SECRET, id),
    });
  expect((await send('i'.repeat(256))).status).toBe(400);
  expect((await send('msg_some')).status).toBe(200);
  const kept = await db.prisma.suppression.findMany({ where: { reason: 'complaint' }, select: { email: true } });
  expect(kept).toContainEqual({ email: 'kept@example.com' });
  expect(kept.filter(({ email }) => email.includes('x'.repeat(300)))).toEqual([]);
});

const EVENT = Buffer.from(
  JSON.stringify({ id: 'evt_unsigned', type: 'x', livemode: true, created: 1, data: { object: {} } }),
);

/** A request to a webhook that nobody signed, or that breaks before its signature can be checked. */
interface Unsigned {
  headers: Record<string, string>;
  body: Buffer;
  /** Announced length; by default that of the body. */
  length?: number;
}

const SIGNATURES = {
  stripe: (value: string): Unsigned => ({ headers: { 'stripe-signature': value }, body: EVENT }),
  resend: (value: string): Unsigned => ({
    headers: { ...mailHeaders(EVENT, TEST_MAIL_WEBHOOK_SECRET, 'msg_1'), 'svix-signature': value },
    body: EVENT,
  }),
  resendTime: (value: string): Unsigned => ({
    headers: { ...mailHeaders(EVENT, TEST_MAIL_WEBHOOK_SECRET, 'msg_1'), 'svix-timestamp': value },
    body: EVENT,
  }),
};
const now = String(Math.floor(Date.now() / 1_000));
const TIMES = ['', '1', now, '-1', '1e999', 'NaN', 'x', '9'.repeat(400), '\u00e9', '0x10', `${now},t=${now}`];
const SIGNS = ['', '00', 'x', '=', '\u00fc', 'v1', 'NaN', 'f'.repeat(64), 'ff=ff', 'a'.repeat(9_000), 'c3RhbGU='];

const MALFORMED: [path: string, sort: string, sent: () => Unsigned][] = [
  ...TIMES.flatMap((time) =>
    SIGNS.map((sign): [string, string, () => Unsigned] => [
      '/webhooks/stripe',
      `t=${time},v1=${sign}`,
      () => SIGNATURES.stripe(`t=${time},v1=${sign}`),
    ]),
  ),
  ...['t', 'v1=', 'v1=,t=1', ',,,', '=', `t=${now}`, `t=${now},v0=00`, `t=${now}${',v1=00'.repeat(2_000)}`].map(
    (value): [string, string, () => Unsigned] => ['/webhooks/stripe', value, () => SIGNATURES.stripe(value)],
  ),
  ...[...SIGNS.map((sign) => `v1,${sign}`), ...SIGNS, ' ', 'v1,', 'v2,AAAA', 'v1,AA '.repeat(1_500)].map(
    (value): [string, string, () => Unsigned] => ['/webhooks/resend', value, () => SIGNATURES.resend(value)],
  ),
  ...TIMES.filter((time) => time !== now).map((time): [string, string, () => Unsigned] => [
    '/webhooks/resend',
    `svix-timestamp ${time}`,
    () => SIGNATURES.resendTime(time),
  ]),
  ...(['stripe', 'resend'] as const).flatMap((name) => {
    const forged = (over: Partial<Unsigned>, headers: Record<string, string> = {}): Unsigned => {
      const made = SIGNATURES[name](name === 'stripe' ? `t=${now},v1=00` : 'v1,AAAA');
      return { ...made, ...over, headers: { ...made.headers, ...headers } };
    };
    const sorts: Record<string, () => Unsigned> = {
      'a body that is too large': () => forged({ body: Buffer.alloc(262_145, 'x') }),
      'a body that says it is too large': () => forged({ length: 40_000_000 }),
      'a length that is too large for a number': () => forged({ length: Number.MAX_SAFE_INTEGER }),
      'no body': () => forged({ body: Buffer.alloc(0) }),
      'another content type': () => forged({}, { 'content-type': 'multipart/form-data' }),
      'another encoding': () => forged({ body: gzipSync(EVENT) }, { 'content-encoding': 'gzip' }),
      'an unknown encoding': () => forged({}, { 'content-encoding': 'x-unknown' }),
      'bytes that are no UTF-8': () => forged({ body: Buffer.from([0xff, 0xfe, 0x00]) }),
    };
    return Object.entries(sorts).map(([sort, sent]): [string, string, () => Unsigned] => [
      `/webhooks/${name}`,
      sort,
      sent,
    ]);
  }),
];

describe('a request to a webhook that is not signed', () => {
  const post = (url: string, path: string, { headers, body, length = body.length }: Unsigned) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(url + path, { method: 'POST', headers: { ...headers, 'content-length': length } });
      sent.on('response', (answer) => {
        resolve(answer.statusCode!);
        sent.destroy();
      });
      sent.on('error', reject);
      // A body that is announced and does not come shows that the answer does not wait for it.
      if (length === body.length) sent.end(body);
      else sent.flushHeaders();
    });

  test('is refused with 400 or 413, whatever is wrong with it', async () => {
    const statuses: unknown[] = [];
    for (const [path, sort, sent] of MALFORMED) statuses.push([path, sort, await post(api.url, path, sent())]);
    expect(statuses.filter((one) => ![400, 413].includes((one as number[])[2]!))).toEqual([]);
    expect(await db.prisma.paymentEvent.count({ where: { id: 'evt_unsigned' } })).toBe(0);
  });

  test('counts against the limit of its network, whatever is wrong with it', async () => {
    const limited = await startApi(db, {
      payments: clientOf(provider),
      limitsScale: 1 / 300,
      settings: { trustedHops: 1 },
    });
    const uncounted: unknown[] = [];
    for (const [i, [path, sort, sent]] of MALFORMED.entries()) {
      const from = { 'x-forwarded-for': `203.0.${Math.floor(i / 250)}.${i % 250}` };
      const twice = [];
      for (let time = 0; time < 2; time++) {
        const made = sent();
        twice.push(await post(limited.url, path, { ...made, headers: { ...made.headers, ...from } }));
      }
      if (twice[1] !== 429) uncounted.push([path, sort, ...twice]);
    }
    await limited.close();
    expect(uncounted).toEqual([]);
  });

  test('counts where its body ends early', async () => {
    for (const [path, made] of [
      ['/webhooks/stripe', SIGNATURES.stripe(`t=${now},v1=00`)],
      ['/webhooks/resend', SIGNATURES.resend('v1,AAAA')],
    ] as const) {
      const limited = await startApi(db, { payments: clientOf(provider), limitsScale: 1 / 300 });
      const sent = request(limited.url + path, { method: 'POST', headers: { ...made.headers, 'content-length': 900 } });
      sent.on('error', () => undefined).write('{', () => sent.destroy());
      await eventually('its line', () => Promise.resolve(limited.logged.some((line) => line.includes(path))));
      expect([path, await post(limited.url, path, made)]).toEqual([path, 429]);
      await limited.close();
    }
  });
});
