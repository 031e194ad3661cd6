import { APIError, APIUserAbortError } from '@anthropic-ai/sdk';
import type { ApplicationFailure } from '@temporalio/activity';
// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { callAgents, callMailer, callPayments } from '../../activities/failures';
import { ACTIVITY_FAILURES } from '../../base/activity-failures';
import { PaymentsError } from '../../modules/orders/payment-provider';
import { AgentsError } from '../../modules/findings/contract/agents';
import { RUN_FAILURES } from '../../base/run-failures';
import { vendorMessage } from '../../base/plain-text';
import { toAgentsError } from '../../vendors/agents/vendor-client';
import { MailError } from '../../vendors/mail/mailer';
import { translated } from '../../vendors/payments/clients';

const failureOf = async (calling: (call: () => Promise<never>) => Promise<never>, error: Error) =>
  calling(() => Promise.reject(error)).catch((failure: unknown) => failure as ApplicationFailure);

describe('the agent provider', () => {
  const answered = (status: number, message = 'why') =>
    APIError.generate(status, { error: { type: 'some_error', message } }, message, new Headers({ 'request-id': 'r' }));

  test.each([
    [400, 'rejected'],
    [404, 'session_lost'],
    [409, 'rejected'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
    [529, 'unavailable'],
  ])('maps %i to %s', (status, kind) => {
    expect(toAgentsError(answered(status), 'session')).toMatchObject({ name: 'AgentsError', kind });
  });

  test('is unavailable if a response breaks off, and passes our own errors through', () => {
    expect(toAgentsError(new TypeError('terminated'), 'session')).toMatchObject({ kind: 'unavailable' });
    for (const error of [new APIUserAbortError(), new TypeError('x is not a function')]) {
      expect(toAgentsError(error, 'session')).toBe(error);
    }
  });
});

describe('the payment provider', () => {
  const answered = (statusCode: number, message: string, code?: string) =>
    failureOf(
      (call) => callPayments(() => translated(call)),
      Stripe.errors.StripeError.generate({
        statusCode,
        type: statusCode === 400 ? 'invalid_request_error' : 'api_error',
        message,
        ...(code && { code }),
      } as never),
    );

  test.each([500, 502, 503, 409, 429])('is retried after %i, whatever the error code', async (statusCode) => {
    for (const code of [undefined, 'resource_missing', 'charge_disputed']) {
      const retried = { type: 'payment_unavailable', nonRetryable: false };
      expect(await answered(statusCode, 'try later', code)).toMatchObject(retried);
    }
  });

  test('reports a dispute by the code of a 400', async () => {
    for (const code of ['charge_disputed', 'refund_disputed_payment']) {
      expect(await answered(400, 'no', code)).toMatchObject({ type: 'payment_disputed', nonRetryable: false });
    }
  });

  test('refuses with a 400, and its message is the cause', async () => {
    expect(await answered(400, "The charge 'ch_1' is too old")).toMatchObject({
      type: 'payment_refused',
      nonRetryable: true,
      cause: { message: 'The charge … is too old' },
    });
  });
});

describe('a call of an activity', () => {
  test.each([
    ['mail', 'unavailable', 'mail_unavailable', false],
    ['mail', 'rejected', 'mail_refused', true],
    ['payments', 'unavailable', 'payment_unavailable', false],
    ['payments', 'rate_limited', 'payment_unavailable', false],
    ['payments', 'not_configured', 'payment_not_configured', false],
    ['payments', 'key_refused', 'payment_key_refused', false],
    ['payments', 'disputed', 'payment_disputed', false],
    ['payments', 'insufficient_funds', 'payment_insufficient_funds', false],
    ['payments', 'rejected', 'payment_refused', true],
    ['payments', 'not_found', 'payment_refused', true],
    ['agents', 'unavailable', 'agent_unavailable', false],
    ['agents', 'rejected', 'agent_unavailable', true],
    ['agents', 'session_lost', 'agent_unavailable', true],
  ] as const)('to %s that is %s fails as %s, permanently: %s', async (provider, kind, type, nonRetryable) => {
    const calls = {
      mail: () => failureOf(callMailer, new MailError(kind as 'rejected', 'no')),
      payments: () => failureOf(callPayments, new PaymentsError(kind as 'rejected', 'no')),
      agents: () => failureOf(callAgents, new AgentsError(kind as 'rejected', 'no')),
    };
    expect(await calls[provider]()).toMatchObject({ type, nonRetryable });
  });

  test('does not end a run unless the agent provider failed', () => {
    const reasons = Object.keys(RUN_FAILURES);
    expect(reasons).toContain('agent_unavailable');
    expect(Object.values(ACTIVITY_FAILURES).filter((type) => reasons.includes(type))).toEqual([]);
  });

  test('is retried at the time that the provider requests', async () => {
    const wait = ['rate_limited', 'slow down', 1_500] as const;
    for (const failure of [
      await failureOf(callAgents, new AgentsError(...wait)),
      await failureOf(callMailer, new MailError(...wait)),
      await failureOf(callPayments, new PaymentsError(...wait)),
    ]) {
      expect(failure.nextRetryDelay).toBe(1_500);
    }
  });

  test('keeps requests, stacks and quoted text out of the workflow history', async () => {
    const raw = { headers: { authorization: 'Bearer sk_live_secret' } };
    const vendor = Object.assign(new Error("needs 'acct_1' to be verified, not a@b.example"), { raw });
    const error = new PaymentsError('rejected', '400 refused', null, { cause: vendor });
    const { cause } = (await failureOf(callPayments, error)) as { cause: ApplicationFailure };
    expect(cause).toMatchObject({ message: 'needs … to be verified, not …', stack: '' });
    expect(JSON.stringify(cause)).not.toContain('sk_live');
  });
});

describe('provider messages', () => {
  test.each([
    ["No such customer: 'cus_123'", 'No such customer: …'],
    ['Invalid address reader@example.net given', 'Invalid address … given'],
    ['Invalid API Key provided: sk_live_51Habc', 'Invalid API Key provided: …'],
    ['Authorization: Bearer abc.def was refused', 'Authorization: … was refused'],
    ['see https://pay.example/x?token=abc now', 'see https://pay.example/x… now'],
  ])('lose personal and secret data: %s', (message, kept) => {
    expect(vendorMessage(new Error(message))).toBe(kept);
  });

  test('are limited in length, and prefer text for people', () => {
    expect(vendorMessage(new Error('a '.repeat(5_000)))!.length).toBeLessThanOrEqual(200);
    expect(vendorMessage({ message: '400 {"type":"error"}', apiMessage: 'too many tokens' })).toBe('too many tokens');
  });
});
