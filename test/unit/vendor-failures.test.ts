// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import { APIError, APIUserAbortError } from '@anthropic-ai/sdk';
import { ApplicationFailure } from '@temporalio/activity';
import Stripe from 'stripe';
import { callAgents, callMailer, callPayments, retriedRefusal } from '../../activities/failures';
import { ACTIVITY_FAILURES } from '../../contracts/activity-failures';
import { PaymentsError } from '../../contracts/payments';
import { AgentsError } from '../../contracts/research-agents';
import { RUN_FAILURES } from '../../contracts/run-failures';
import { vendorWords } from '../../platform/vendor-words';
import { retryAfterMs, toAgentsError } from '../../providers/agents/vendor-errors';
import { MailError } from '../../providers/mail/mailer';
import { translated } from '../../providers/payments/vendor-errors';

const answered = (status: number, headers: Record<string, string> = {}) =>
  APIError.generate(
    status,
    { type: 'error', error: { type: 'some_error', message: 'why' } },
    'why',
    new Headers({ 'request-id': 'req_1', ...headers }),
  );

test.each([
  [400, 'rejected'],
  [404, 'session_lost'],
  [409, 'rejected'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [529, 'unavailable'],
])('maps %i of the agent provider to %s', (status, kind) => {
  expect(toAgentsError(answered(status), 'session')).toMatchObject({ name: 'AgentsError', kind });
});

test.each([
  'messages.0.content: unexpected "a secret idea" at the end',
  "invalid value: 'a secret idea'",
  'could not read “a secret idea”',
  'unterminated: "a secret idea',
])('drops what the provider quotes: %s', (words) => {
  const body = { type: 'error', error: { type: 'some_error', message: words } };
  const error = APIError.generate(400, body, words, new Headers({ 'request-id': 'req_1' }));
  const { message } = toAgentsError(error, 'other') as AgentsError;
  expect(message).not.toContain('secret');
  expect(message).toMatch(/400 .*…/);
});

test('maps a broken body to unavailable', () => {
  expect(toAgentsError(new TypeError('terminated'), 'session')).toMatchObject({ kind: 'unavailable' });
});

test('passes aborts and our own errors on', () => {
  for (const error of [new APIUserAbortError(), new TypeError('x is not a function'), new RangeError('low')]) {
    expect(toAgentsError(error, 'session')).toBe(error);
  }
});

test('reads Retry-After as seconds or date', () => {
  const wait = (value: string) => retryAfterMs(new Headers({ 'retry-after': value }));
  expect(wait('1.5')).toBe(1_500);
  expect(wait('-3')).toBe(0);
  expect(wait(new Date(Date.now() - 60_000).toUTCString())).toBe(0);
  const ahead = wait(new Date(Date.now() + 60_000).toUTCString());
  expect(ahead).toBeGreaterThan(50_000);
  expect(ahead).toBeLessThanOrEqual(60_000);
  expect(wait('soon')).toBeNull();
  expect(retryAfterMs(new Headers())).toBeNull();
  expect(retryAfterMs(undefined)).toBeNull();
});

describe('an error of the payment provider', () => {
  const failed = (raw: { statusCode: number; type: string; code?: string; message: string }) =>
    callPayments(() => translated(() => Promise.reject(Stripe.errors.StripeError.generate(raw as never)))).catch(
      (failure: unknown) => failure as object,
    );

  test.each([500, 502, 503, 504, 409, 429])('%i is retried, whatever its code', async (statusCode) => {
    for (const code of [undefined, 'resource_missing', 'charge_disputed']) {
      const raw = { statusCode, type: statusCode === 429 ? 'rate_limit_error' : 'api_error', message: 'try later' };
      expect(await failed({ ...raw, ...(code && { code }) })).toMatchObject({
        type: 'payment_unavailable',
        nonRetryable: false,
        cause: { message: 'try later' },
      });
    }
  });

  test.each(['charge_disputed', 'refund_disputed_payment'])('400 with %s is a dispute', async (code) => {
    const raw = { statusCode: 400, type: 'invalid_request_error', message: 'It is disputed', code };
    expect(await failed(raw)).toMatchObject({ type: 'payment_disputed', nonRetryable: false });
  });

  test('400 is a refusal with the provider’s words', async () => {
    const raw = { statusCode: 400, type: 'invalid_request_error', message: "The charge 'ch_1' is too old" };
    expect(await failed(raw)).toMatchObject({
      type: 'payment_refused',
      nonRetryable: true,
      cause: { message: 'The charge … is too old' },
    });
  });

  test('a retried reversal is never final', () => {
    const typed = (kind: 'insufficient_funds' | 'rejected' | 'account_gone') =>
      retriedRefusal(new PaymentsError(kind, 'no'));
    expect(typed('insufficient_funds')).toMatchObject({ type: 'payment_insufficient_funds', nonRetryable: false });
    expect(typed('rejected')).toMatchObject({ type: 'payment_refused', nonRetryable: false });
    expect(typed('account_gone')).toMatchObject({ type: 'payment_refused', nonRetryable: false });
  });
});

describe('activities', () => {
  const failureOf = async (calling: (call: () => Promise<never>) => Promise<never>, error: Error) =>
    calling(() => Promise.reject(error)).catch((failure: unknown) => failure as ApplicationFailure);

  test.each([
    ['unavailable', 'mail_unavailable', false],
    ['rate_limited', 'mail_unavailable', false],
    ['rejected', 'mail_refused', true],
  ] as const)('a mail that is %s fails as %s', async (kind, type, nonRetryable) => {
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
  ] as const)('an agent call that is %s fails as the reason of its run', async (kind, nonRetryable) => {
    const failure = await failureOf(callAgents, new AgentsError(kind, 'no'));
    expect(failure).toMatchObject({ type: 'agent_unavailable', nonRetryable });
    expect(Object.keys(RUN_FAILURES)).toContain(failure.type);
  });

  test('retries when the provider says', async () => {
    const failures = [
      await failureOf(callAgents, new AgentsError('rate_limited', 'slow down', 1_500)),
      await failureOf(callMailer, new MailError('rate_limited', 'slow down', 1_500)),
      await failureOf(callPayments, new PaymentsError('rate_limited', 'slow down', 1_500)),
    ];
    expect(failures.map(({ nextRetryDelay }) => nextRetryDelay)).toEqual([1_500, 1_500, 1_500]);
  });

  test('keeps errors of our own and of other providers', async () => {
    const ours = new TypeError('a bug');
    const mail = new MailError('unavailable', 'no');
    expect(await failureOf(callAgents, ours)).toBe(ours);
    expect(await failureOf(callAgents, mail)).toBe(mail);
    expect(await failureOf(callPayments, mail)).toBe(mail);
  });

  test('no activity failure is a reason to end a run', () => {
    const reasons = Object.keys(RUN_FAILURES);
    expect(Object.values(ACTIVITY_FAILURES).filter((type) => reasons.includes(type))).toEqual([]);
  });

  test('keeps the provider’s words without quotes, request or stack', async () => {
    const vendor = Object.assign(new Error("Your destination account needs 'acct_1' to be verified, not a@b.example"), {
      raw: { headers: { authorization: 'Bearer sk_live_secret' } },
    });
    const failure = await failureOf(
      callPayments,
      new PaymentsError('rejected', '400 refused', null, { cause: vendor }),
    );
    const { cause } = failure as { cause: ApplicationFailure };
    expect(cause).toBeInstanceOf(ApplicationFailure);
    expect(cause).toMatchObject({ message: 'Your destination account needs … to be verified, not …', stack: '' });
    expect(JSON.stringify(cause)).not.toContain('sk_live');
    expect(cause.cause).toBeUndefined();
  });
});

describe('vendor words', () => {
  test.each([
    ["No such customer: 'cus_123'", 'No such customer: …'],
    ['unexpected "a secret idea" in the body', 'unexpected … in the body'],
    ["unterminated: 'a secret that's long", 'unterminated: …'],
    ['Invalid address reader@example.net given', 'Invalid address … given'],
    [`Invalid address ${'x'.repeat(80)}@example.net`, 'Invalid address …'],
    ['Invalid API Key provided: sk_live_51Habc', 'Invalid API Key provided: …'],
    ['Authorization: Bearer abc.def was refused', 'Authorization: … was refused'],
    ['see https://pay.example/x?token=abc now', 'see https://pay.example/x… now'],
  ])('removes what could be personal or secret: %s', (message, kept) => {
    expect(vendorWords(new Error(message))).toBe(kept);
  });

  test('bounds them and prefers words for people', () => {
    expect(vendorWords(new Error('a '.repeat(5_000)))!.length).toBeLessThanOrEqual(200);
    expect(vendorWords({ message: '400 {"type":"error"}', apiMessage: 'too many tokens' })).toBe('too many tokens');
    expect([undefined, null, {}, { message: '' }, 'text'].map(vendorWords)).toEqual([null, null, null, null, null]);
  });
});
