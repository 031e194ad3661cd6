import { MailError, type Mail } from '../../providers/mail/mailer';
import { clearEpisode } from '../../store/alerts/clear-episode';
import { openEpisode } from '../../store/alerts/open-episode';
import { raiseAlert } from '../../store/alerts/raise-alert';
import { transaction } from '../../prisma/client';
import { claimPending } from '../../store/outbox/claim-pending';
import { recordMailEvent } from '../../store/mail/record-mail-event';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { endOf, textOfHistory } from '../support/history';
import { startReceiver, type Receiver } from '../support/receiver';
import { startStack, type Stack } from '../support/stack';

let receiver: Receiver;
let stack: Stack;
let refuseMail = false;
const mails: Mail[] = [];
beforeAll(async () => {
  receiver = await startReceiver([{ status: 500 }]);
  stack = await startStack({
    alerts: { ALERT_WEBHOOK_URL: receiver.url, ALERT_WEBHOOK_KEY: undefined },
    send: (mail) => {
      if (refuseMail) throw new MailError('rejected', 'no such sender');
      return Promise.resolve(void mails.push(mail));
    },
  });
}, 60_000);
afterAll(async () => {
  await stack.close();
  await receiver.close();
});

const stuck = (id: string) => ({ alert: 'withdrawal-stuck' as const, subject: id, facts: { withdrawalId: id } });
/** Delivers what is in the outbox, as the relay would. A column of whole milliseconds rounds now() up to later than now(). */
const deliver = async () => {
  await stack.db.pool.query("UPDATE outbox SET available_at = now() - interval '1 second'");
  for (const { message } of await claimPending(stack.db, 100, 60_000)) await stack.start(message);
};
const mailsAbout = (id: string) => mails.filter(({ idempotencyKey }) => idempotencyKey === `withdrawal-stuck/${id}`);
const postsAbout = (id: string) => receiver.received.filter(({ body }) => body.includes(id));

test('an alert raised many times for one subject reaches mailbox and receiver, though the receiver fails at first', async () => {
  await transaction(stack.db, (tx) => raiseAlert(tx, stuck('wdr_1')));
  await Promise.all([1, 2, 3].map(() => raiseAlert(stack.db.pool, stuck('wdr_1'))));
  await deliver();
  await deliver();
  await eventually('the mail', () => mailsAbout('wdr_1').length === 1);
  await eventually('the accepted post', () => postsAbout('wdr_1').length === 2);
  await stack.temporal.workflow.getHandle('alert/withdrawal-stuck/wdr_1').result();
  expect(mailsAbout('wdr_1')[0]).toMatchObject({
    to: 'operator@example.com',
    subject: 'ALERT: withdrawal wdr_1 is stuck',
  });
  expect(JSON.parse(postsAbout('wdr_1')[1]!.body)).toEqual({ text: expect.stringContaining('wdr_1 is stuck') });
  expect(await stack.db.prisma.alert.count({ where: { subject: 'wdr_1' } })).toBe(1);
});

test('an alert whose transaction is rolled back is never raised', async () => {
  await expect(
    transaction(stack.db, async (tx) => {
      await raiseAlert(tx, stuck('wdr_2'));
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await stack.db.prisma.alert.count({ where: { subject: 'wdr_2' } })).toBe(0);
  expect(await stack.db.prisma.outboxMessage.count({ where: { dedupeKey: { contains: 'wdr_2' } } })).toBe(0);
});

test('alerts and support requests reach our own mailboxes, though a bounce suppressed them', async () => {
  await recordMailEvent(stack.db, {
    id: 'msg_own',
    type: 'email.bounced',
    reason: 'bounce',
    addresses: ['operator@example.com', 'support@example.com'],
  });
  await raiseAlert(stack.db.pool, stuck('wdr_4'));
  await deliver();
  await eventually('the alert', () => mailsAbout('wdr_4').length === 1);
  const body = { email: 'reader@example.net', subject: 'Help', message: 'Where is my order?' };
  expect((await call(stack.api, 'POST', '/v1/support-requests', { body })).status).toBe(202);
  await eventually('the request', () => mails.some(({ to }) => to === 'support@example.com'));
});

test('an episode is mailed by its workflow, which leaves log and receiver to the API', async () => {
  const { received } = receiver;
  const before = received.length;
  await openEpisode(stack.db, 'worker-frozen', { facts: { seconds: '61' }, readAt: new Date() });
  await clearEpisode(stack.db, 'worker-frozen', { readAt: new Date(Date.now() + 60_000), calmMs: 0 });
  const { subject } = await stack.db.prisma.alert.findFirstOrThrow({ where: { alert: 'worker-frozen' } });
  await deliver();
  await stack.temporal.workflow.getHandle(`alert/worker-frozen/${subject}`).result();
  const [mail, ...more] = mails.filter(({ idempotencyKey }) => idempotencyKey === `worker-frozen/${subject}`);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('ALERT: no worker has reported for 61 s');
  expect(mail!.text).toContain('Over since');
  expect(received).toHaveLength(before);
});

test('a mail that is refused for good does not keep an alert from the receiver, and its workflow fails visibly', async () => {
  refuseMail = true;
  await raiseAlert(stack.db.pool, stuck('wdr_3'));
  await deliver();
  const handle = stack.temporal.workflow.getHandle('alert/withdrawal-stuck/wdr_3');
  await expect(handle.result()).rejects.toMatchObject({
    message: 'Workflow execution failed',
    cause: { type: 'mail_refused', message: expect.stringMatching(/^mail_refused: /) as string },
  });
  expect(await endOf(handle)).toMatchObject({ status: 'FAILED', outcome: 'failed', failureCode: 'mail_refused' });
  expect(postsAbout('wdr_3')).toHaveLength(1);
  refuseMail = false;
});

test('neither the receiver’s address, a secret, nor a mail address is in the history of an alert', async () => {
  const history = await textOfHistory(stack.temporal.workflow.getHandle('alert/withdrawal-stuck/wdr_1'));
  expect(history).toContain('withdrawal-stuck');
  expect(history).not.toContain(new URL(receiver.url).host);
  expect(history).not.toContain('operator@example.com');
});
