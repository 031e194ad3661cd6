import { request } from 'node:http';
import { call, TEST_MAIL_WEBHOOK_SECRET } from '../../tools/support/api';
import { WEBHOOK_SECRETS } from '../../tools/support/shop';
import { mailHeaders, stripeHeaders } from '../../tools/storm/hostile-bodies';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi();

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
