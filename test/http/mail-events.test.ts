import { createHmac } from 'node:crypto';
import { mayMail } from '../../modules/mail/store/suppressions';
import { call, TEST_MAIL_WEBHOOK_SECRET } from '../support/api';
import { useApi } from '../support/use';

const { db, api } = useApi({
  settings: {
    ownMailboxes: { SUPPORT_ADDRESS: 'Help <Support@example.com>', OPERATOR_EMAIL: 'operator@example.com' },
  },
});

let events = 0;
type Signing = { id?: string; secret?: string; ageSeconds?: number; signedBody?: string };
function send(
  event: unknown,
  { id = `msg_${++events}`, secret = TEST_MAIL_WEBHOOK_SECRET, ageSeconds = 0, signedBody }: Signing = {},
) {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key)
    .update(`${id}.${timestamp}.${signedBody ?? body}`)
    .digest('base64');
  return call(api, 'POST', '/webhooks/resend', {
    body,
    headers: { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,c3RhbGU= v1,${signature}` },
  });
}
const event = (type: string, to: string, more: object = {}) => ({
  type,
  created_at: '2026-11-21T05:00:00.000Z',
  data: { email_id: 'e1', from: 'hello@noi.example', to: [to], subject: 'x', ...more },
});
const bounce = (to: string, type = 'Permanent') =>
  event('email.bounced', to, { bounce: { type, subType: 'General', message: 'no' } });
const listed = (email: string, origin: string) => ({
  type: 'suppression.added',
  created_at: '2026-11-21T05:00:00.000Z',
  data: { id: 'sup_1', email, origin, source_id: null, created_at: '2026-11-21T05:00:00.000Z' },
});
const suppressions = (email: string) =>
  db.prisma.suppression.findMany({ where: { email }, select: { scope: true, reason: true } });

test.each([
  ['a bounce', 'bounce', bounce('Gone@Example.com'), 'gone@example.com'],
  [
    'an entry on the provider’s suppression list',
    'bounce',
    listed('blocked@example.com', 'manual'),
    'blocked@example.com',
  ],
  ['a complaint', 'complaint', event('email.complained', 'Reader <angry@example.com>'), 'angry@example.com'],
])('%s ends all mail to the address', async (_name, reason, body, email) => {
  expect(await mayMail(db, email, 'service')).toBe(true);
  expect((await send(body)).status).toBe(200);
  expect(await suppressions(email)).toEqual([{ scope: 'all', reason }]);
  expect(await mayMail(db, email, 'service')).toBe(false);
});

test.each([
  ['OPERATOR_EMAIL', 'bounce', bounce('Operator@Example.com')],
  ['SUPPORT_ADDRESS', 'complaint', event('email.complained', 'support@example.com')],
])('never suppresses the mailbox in %s, and alerts operators once a day', async (mailbox, reason, body) => {
  for (const _ of [1, 2]) expect((await send(body)).status).toBe(200);
  expect(await suppressions(body.data.to[0]!.toLowerCase())).toEqual([]);
  const where = { alert: 'mailbox-bounced', subject: { startsWith: mailbox } };
  const alerts = await db.prisma.alert.findMany({ where });
  expect(alerts.map(({ facts }) => facts)).toEqual([{ mailbox, reason }]);
});

test('handles an event once when it is delivered ten times at once', async () => {
  const deliver = () => send(bounce('twice@example.com'), { id: 'msg_same' });
  const answers = await Promise.all(Array.from({ length: 10 }, deliver));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await db.prisma.mailEvent.count({ where: { id: 'msg_same' } })).toBe(1);
  await db.prisma.suppression.deleteMany({ where: { email: 'twice@example.com' } });
  await deliver();
  expect(await suppressions('twice@example.com')).toEqual([]);
});

test.each<[string, Signing, unknown?]>([
  ['another secret', { secret: `whsec_${Buffer.from('guessed').toString('base64')}` }],
  ['a changed body', { signedBody: JSON.stringify(bounce('other@example.com')) }],
  ['an old time', { ageSeconds: 301 }],
  ['a body that is not JSON', {}, 'nonsense'],
])('refuses an event with %s, and does not store it', async (_name, signing, body = bounce('victim@example.com')) => {
  const before = await db.prisma.mailEvent.count();
  expect((await send(body, signing)).body).toMatchObject({ status: 400, code: 'invalid_webhook' });
  expect(await db.prisma.mailEvent.count()).toBe(before);
  expect(await suppressions('victim@example.com')).toEqual([]);
});
