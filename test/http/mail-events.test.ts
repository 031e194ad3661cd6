import { createHmac } from 'node:crypto';
import { mayMail } from '../../store/suppressions';
import { call, startApi, TEST_MAIL_WEBHOOK_SECRET, type TestApi } from '../support/api';
import { createTestDatabase, type TestDatabase } from '../support/database';

let db: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  db = await createTestDatabase();
  api = await startApi(db);
});
afterAll(async () => {
  await api.close();
  await db.close();
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
const suppressions = (email: string) =>
  db.prisma.suppression.findMany({ where: { email }, select: { scope: true, reason: true } });

test.each([
  ['a bounce', 'bounce', bounce('Gone@Example.com'), 'gone@example.com'],
  ['a complaint', 'complaint', event('email.complained', 'Reader <angry@example.com>'), 'angry@example.com'],
])('after %s the address gets no mail at all', async (_name, reason, body, email) => {
  expect(await mayMail(db, email, 'service')).toBe(true);
  expect((await send(body)).status).toBe(200);
  expect(await suppressions(email)).toEqual([{ scope: 'all', reason }]);
  expect(await mayMail(db, email, 'service')).toBe(false);
});

test.each([
  ['a mailbox that is full for now', bounce('full@example.com', 'Transient')],
  ['a delivery', event('email.delivered', 'fine@example.com')],
  ['an event that nobody knows yet', event('email.teleported', 'fine@example.com')],
  ['an event without data', { type: 'email.complained' }],
  ['an event with odd addresses', { type: 'email.complained', data: { to: [1, null] } }],
])('%s is taken and changes nothing', async (_name, body) => {
  const before = await db.prisma.suppression.count();
  expect((await send(body)).status).toBe(200);
  expect(await db.prisma.suppression.count()).toBe(before);
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
