import { ActivityFailure, ApplicationFailure, RetryState } from '@temporalio/common';
import { explained, reasonOf } from '../../workflows/reasons';

const failed = (cause: Error) =>
  new ActivityFailure('Activity task failed', 'sendMail', '1', RetryState.MAXIMUM_ATTEMPTS_REACHED, 'worker', cause);

test('the log line of an activity that failed names the cause and its type', () => {
  expect(
    explained(failed(ApplicationFailure.create({ type: 'mail_unavailable', message: 'Resend answered 500' }))),
  ).toBe('mail_unavailable: Resend answered 500');
  expect(explained(new TypeError('a bug'))).toBe('TypeError: a bug');
});

test('a failure of mail or payments is never the reason for which a run ends', () => {
  const reason = (type: string) => reasonOf(failed(ApplicationFailure.create({ type, message: 'no' })));
  expect(reason('agent_unavailable')).toBe('agent_unavailable');
  expect([reason('mail_unavailable'), reason('payment_refused')]).toEqual(['internal_error', 'internal_error']);
});

test('the log line of an activity that failed adds what the provider said', () => {
  const cause = ApplicationFailure.create({ type: 'provider_said', message: 'Insufficient funds' });
  const failure = ApplicationFailure.create({ type: 'payment_refused', message: 'Payment provider: 400', cause });
  expect(explained(failed(failure))).toBe('payment_refused: Payment provider: 400 (“Insufficient funds”)');
});
