import { ensureAccount } from '../../modules/accounts/store/accounts';
import { recordMailEvent } from '../../modules/mail/store/mails';
import { MailError, type Mail } from '../../vendors/mail/mailer';
import { eventually } from '../support/eventually';
import { linksIn, mailTo } from '../support/mails';
import { requestLink } from '../support/people';
import type { Stack } from '../support/stack';
import { useStack } from '../support/use';
import { textOfHistory } from '../support/workflows';

/** Errors that the provider returns for each email address before it accepts an email. */
const troubles = new Map<string, MailError[]>();
const tried: Mail[] = [];
const stack: Stack = useStack({
  send: (mail) => {
    tried.push(mail);
    const trouble = troubles.get(mail.to)?.shift();
    if (trouble) return Promise.reject(trouble);
    stack.mails.push(mail);
    return Promise.resolve();
  },
});

const triedTo = (email: string) => tried.filter(({ to }) => to === email);
const workflowOf = async (email: string) => {
  const { id } = await stack.db.prisma.accountLink.findFirstOrThrow({ where: { email } });
  return stack.temporal.workflow.getHandle(`mail/account_link/${id}`);
};
const settled = (email: string) =>
  eventually('the mail is settled', async () => {
    const { status } = await (await workflowOf(email)).describe().catch(() => ({ status: { name: 'none' } }));
    return ['COMPLETED', 'FAILED'].includes(status.name) && status.name;
  });

test('retries a failed mail with the same bytes and key', async () => {
  const email = 'later@example.com';
  troubles.set(email, [new MailError('unavailable', 'down'), new MailError('rate_limited', 'slow', 10)]);
  await requestLink(stack.api, 'sign_in', email);
  await mailTo(stack.mails, email, 'sign-in-link');
  const [first, ...others] = triedTo(email);
  expect(others).toEqual([first, first]);
});

test('queues mails to strangers separately from mails to accounts', async () => {
  await ensureAccount(stack.db, 'signs-in@example.com', 'free');
  for (const email of ['signs-in@example.com', 'stranger@example.com']) {
    await requestLink(stack.api, 'sign_in', email);
    await mailTo(stack.mails, email, 'sign-in-link');
  }
  expect(triedTo('signs-in@example.com')).toMatchObject([{ lane: 'known' }]);
  expect(triedTo('stranger@example.com')).toMatchObject([{ lane: 'strangers' }]);
});

test.each(['bounce', 'complaint'] as const)(
  'sends nothing to an address after a %s, and keeps the answer the same',
  async (reason) => {
    const email = `${reason}@example.com`;
    const before = await requestLink(stack.api, 'sign_in', 'somebody-else@example.com');
    await recordMailEvent(stack.db, { id: `msg_${reason}`, type: 'email', reason, addresses: [email] });
    const answer = await requestLink(stack.api, 'sign_in', email);
    expect([answer.status, answer.text]).toEqual([before.status, before.text]);
    expect(await settled(email)).toBe('COMPLETED');
    expect(triedTo(email)).toEqual([]);
  },
);

test('keeps addresses and link tokens out of workflow histories', async () => {
  const email = 'private@example.com';
  await requestLink(stack.api, 'sign_in', email);
  const link = linksIn(await mailTo(stack.mails, email, 'sign-in-link')).find(({ searchParams }) =>
    searchParams.has('token'),
  )!;
  expect(await settled(email)).toBe('COMPLETED');
  const handle = await workflowOf(email);
  const kept = await textOfHistory(handle);
  expect(kept).toContain(handle.workflowId.replace('mail/account_link/', ''));
  expect(kept).not.toContain(email);
  expect(kept).not.toContain(link.searchParams.get('token'));
});
