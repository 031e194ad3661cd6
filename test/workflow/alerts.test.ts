import { raiseAlert } from '../../modules/alerts/store/alerts';
import { claimPending } from '../../modules/outbox/store/outbox';
import { transaction } from '../../prisma/client';
import { MailError, type Mail } from '../../vendors/mail/mailer';
import { eventually } from '../support/eventually';
import { startStack } from '../support/stack';
import { use } from '../support/use';
import { startReceiver } from '../support/webhooks';
import { endOf } from '../support/workflows';

let refuseMail = false;
const mails: Mail[] = [];
const receiver = use(() => startReceiver([{ status: 500 }]));
const stack = use(() =>
  startStack({
    alerts: { ALERT_WEBHOOK_URL: receiver.url, ALERT_WEBHOOK_KEY: undefined },
    send: (mail) => {
      if (refuseMail) throw new MailError('rejected', 'no such sender');
      return Promise.resolve(void mails.push(mail));
    },
  }),
);

const stuck = (id: string) => ({ alert: 'withdrawal-stuck' as const, subject: id, facts: { withdrawalId: id } });
/** Delivers the outbox. Backdates its messages first, because a column of whole milliseconds may round now() up. */
const deliver = async () => {
  await stack.db.pool.query("UPDATE outbox SET available_at = now() - interval '1 second'");
  for (const { message } of await claimPending(stack.db, 100, 60_000)) await stack.start(message);
};
const mailsAbout = (id: string) => mails.filter(({ idempotencyKey }) => idempotencyKey === `withdrawal-stuck/${id}`);
const postsAbout = (id: string) => receiver.received.filter(({ body }) => body.includes(id));

test('sends an alert to mailbox and receiver once, even if raised many times', async () => {
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

test('sends an alert to the receiver when its mail is refused, and fails the workflow', async () => {
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
