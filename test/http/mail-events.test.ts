import { createHmac } from 'node:crypto';
import { mayMail } from '../../store/mail/may-mail';
import { call, TEST_MAIL_WEBHOOK_SECRET } from '../support/api';
import { useApi } from '../support/use';

const { db, api } = useApi({
  settings: {
    ownMailboxes: { SUPPORT_ADDRESS: 'Help <Support@example.com>', OPERATOR_EMAIL: 'operator@example.com' },
  },
});

let events = 0;
interface Signing {
  id?: string;
  secret?: string;
  ageSeconds?: number;
  signedBody?: string;
}

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
    'a refusal by the provider’s own list',
    'bounce',
    event('email.suppressed', 'listed@example.com'),
    'listed@example.com',
  ],
  ['an entry in the provider’s own list', 'bounce', listed('blocked@example.com', 'manual'), 'blocked@example.com'],
  ['a complaint that the list tells of', 'complaint', listed('cross@example.com', 'complaint'), 'cross@example.com'],
  ['a complaint', 'complaint', event('email.complained', 'Reader <angry@example.com>'), 'angry@example.com'],
])('after %s the address gets no mail at all', async (_name, reason, body, email) => {
  expect(await mayMail(db, email, 'service')).toBe(true);
  expect((await send(body)).status).toBe(200);
  expect(await suppressions(email)).toEqual([{ scope: 'all', reason }]);
  expect(await mayMail(db, email, 'service')).toBe(false);
});

test.each([
  ['a mailbox that is full for now', bounce('full@example.com', 'Transient')],
  ['a bounce of unknown kind', bounce('perhaps@example.com', 'Undetermined')],
  ['a bounce that says nothing of its kind', event('email.bounced', 'silent@example.com')],
  [
    'an entry of the provider’s list that was removed',
    { ...listed('free@example.com', 'bounce'), type: 'suppression.removed' },
  ],
  ['an entry of the list without an address', { type: 'suppression.added', data: { origin: 'bounce' } }],
  ['a delivery', event('email.delivered', 'fine@example.com')],
  ['an event that nobody knows yet', event('email.teleported', 'fine@example.com')],
  ['an event without data', { type: 'email.complained' }],
  ['an event with odd addresses', { type: 'email.complained', data: { to: [1, null] } }],
])('%s is taken and changes nothing', async (_name, body) => {
  const before = await db.prisma.suppression.count();
  expect((await send(body)).status).toBe(200);
  expect(await db.prisma.suppression.count()).toBe(before);
});

test.each([
  ['the operator’s', 'OPERATOR_EMAIL', 'operator@example.com', 'bounce', bounce('Operator@Example.com')],
  [
    'the support’s',
    'SUPPORT_ADDRESS',
    'support@example.com',
    'complaint',
    event('email.complained', 'support@example.com'),
  ],
])(
  '%s own mailbox is never suppressed: the operators are alerted, once a day',
  async (_whose, mailbox, email, reason, body) => {
    expect((await send(body)).status).toBe(200);
    expect((await send(body)).status).toBe(200);
    expect(await suppressions(email)).toEqual([]);
    const alerts = await db.prisma.alert.findMany({
      where: { alert: 'mailbox-bounced', subject: { startsWith: mailbox } },
    });
    expect(alerts.map(({ facts }) => facts)).toEqual([{ mailbox, reason }]);
    expect(
      await db.prisma.outboxMessage.count({ where: { dedupeKey: { startsWith: `alert:mailbox-bounced:${mailbox}` } } }),
    ).toBe(1);
  },
);

test('an event about our own mailbox and another suppresses the other only', async () => {
  const body = bounce('operator@example.com');
  body.data.to.push('stranger@example.com');
  expect((await send(body)).status).toBe(200);
  expect(await suppressions('stranger@example.com')).toEqual([{ scope: 'all', reason: 'bounce' }]);
  expect(await suppressions('operator@example.com')).toEqual([]);
});

test('an event that comes ten times at once is handled once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send(bounce('twice@example.com'), { id: 'msg_same' })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await db.prisma.mailEvent.count({ where: { id: 'msg_same' } })).toBe(1);
  await db.prisma.suppression.deleteMany({ where: { email: 'twice@example.com' } });
  await send(bounce('twice@example.com'), { id: 'msg_same' });
  expect(await suppressions('twice@example.com')).toEqual([]);
});

test.each<[string, Signing, unknown?]>([
  ['another secret', { secret: `whsec_${Buffer.from('guessed').toString('base64')}` }],
  ['a body that was changed', { signedBody: JSON.stringify(bounce('other@example.com')) }],
  ['a time more than five minutes ago', { ageSeconds: 301 }],
  ['a time more than five minutes ahead', { ageSeconds: -310 }],
  ['a body that is no JSON', {}, 'nonsense'],
  ['a body that is null', {}, 'null'],
  ['no body', {}, ''],
])('%s is refused, and nothing is kept', async (_name, signing, body = bounce('victim@example.com')) => {
  const before = await db.prisma.mailEvent.count();
  const answer = await send(body, signing);
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_webhook']);
  expect(await db.prisma.mailEvent.count()).toBe(before);
  expect(await suppressions('victim@example.com')).toEqual([]);
});

test('an event without any signature is refused', async () => {
  const answer = await call(api, 'POST', '/webhooks/resend', { body: bounce('victim@example.com') });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_webhook']);
});
