import { ApplicationFailure } from '@temporalio/activity';
import { callAgents, callMailer, callPayments } from '../../activities/failures';
import { ACTIVITY_FAILURES } from '../../contracts/activity-failures';
import { RUN_FAILURES } from '../../contracts/run-failures';
import { AgentsError } from '../../contracts/research-agents';
import { MailError } from '../../providers/mail/mailer';
import { PaymentsError } from '../../contracts/payments';

const failureOf = async (calling: (call: () => Promise<never>) => Promise<never>, error: Error) =>
  calling(() => Promise.reject(error)).catch((failure: unknown) => failure as ApplicationFailure);

test.each([
  ['unavailable', 'mail_unavailable', false],
  ['rate_limited', 'mail_unavailable', false],
  ['rejected', 'mail_refused', true],
] as const)('a mail that is %s fails as %s and never as another provider', async (kind, type, nonRetryable) => {
  expect(await failureOf(callMailer, new MailError(kind, 'no'))).toMatchObject({ type, nonRetryable });
});

test.each([
  ['unavailable', 'payment_unavailable', false],
  ['rate_limited', 'payment_unavailable', false],
  ['not_configured', 'payment_not_configured', false],
  ['key_refused', 'payment_key_refused', false],
  ['not_permitted', 'payment_key_refused', false],
  ['disputed', 'payment_disputed', false],
  ['insufficient_funds', 'payment_insufficient_funds', false],
  ['rejected', 'payment_refused', true],
  ['not_found', 'payment_refused', true],
] as const)('a payment call that is %s fails as %s', async (kind, type, nonRetryable) => {
  expect(await failureOf(callPayments, new PaymentsError(kind, 'no'))).toMatchObject({ type, nonRetryable });
});

test.each([
  ['unavailable', false],
  ['rate_limited', false],
  ['rejected', true],
  ['session_lost', true],
] as const)(
  'an agent call that is %s fails with the reason that its run would end with',
  async (kind, nonRetryable) => {
    const failure = await failureOf(callAgents, new AgentsError(kind, 'no'));
    expect(failure).toMatchObject({ type: 'agent_unavailable', nonRetryable });
    expect(Object.keys(RUN_FAILURES)).toContain(failure.type);
  },
);

test('a provider that says when to come back is asked again then', async () => {
  const failures = [
    await failureOf(callAgents, new AgentsError('rate_limited', 'slow down', 1_500)),
    await failureOf(callMailer, new MailError('rate_limited', 'slow down', 1_500)),
    await failureOf(callPayments, new PaymentsError('rate_limited', 'slow down', 1_500)),
  ];
  expect(failures.map(({ nextRetryDelay }) => nextRetryDelay)).toEqual([1_500, 1_500, 1_500]);
});

test('an error of our own, and one of a provider that was not called, keep their names', async () => {
  const ours = new TypeError('a bug');
  const mail = new MailError('unavailable', 'no');
  expect(await failureOf(callAgents, ours)).toBe(ours);
  expect(await failureOf(callAgents, mail)).toBe(mail);
  expect(await failureOf(callPayments, mail)).toBe(mail);
});

test('no failure type of an activity is taken for the reason of a run, which would end runs of customers', () => {
  const reasons = Object.keys(RUN_FAILURES);
  expect(Object.values(ACTIVITY_FAILURES).filter((type) => reasons.includes(type))).toEqual([]);
});

test('the provider’s own words are the cause of a failure, without what it quotes, its request or its stack', async () => {
  const vendor = Object.assign(new Error("Your destination account needs 'acct_1' to be verified, not a@b.example"), {
    raw: { headers: { authorization: 'Bearer sk_live_secret' } },
  });
  const failure = await failureOf(callPayments, new PaymentsError('rejected', '400 refused', null, { cause: vendor }));
  const { cause } = failure as { cause: ApplicationFailure };
  expect(cause).toBeInstanceOf(ApplicationFailure);
  expect(cause).toMatchObject({ message: 'Your destination account needs … to be verified, not …', stack: '' });
  expect(JSON.stringify(cause)).not.toContain('sk_live');
  expect(cause.cause).toBeUndefined();
});

test('words that the message has already are not repeated', async () => {
  const cause = new Error('overloaded');
  const failure = await failureOf(callAgents, new AgentsError('unavailable', '529 overloaded', null, { cause }));
  expect(failure.cause).toBeUndefined();
});
