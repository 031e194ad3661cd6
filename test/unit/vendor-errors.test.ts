// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { APIConnectionTimeoutError, APIError, APIUserAbortError } from '@anthropic-ai/sdk';
import { callPayments, retriedRefusal } from '../../activities/failures';
import { AgentsError } from '../../contracts/research-agents';
import { retryAfterMs, toAgentsError } from '../../providers/agents/vendor-errors';
import { PaymentsError } from '../../contracts/payments';
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
  [401, 'rejected'],
  [403, 'rejected'],
  [404, 'session_lost'],
  [408, 'unavailable'],
  [409, 'rejected'],
  [422, 'rejected'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [529, 'unavailable'],
])('a %i about a session is %s', (status, kind) => {
  expect(toAgentsError(answered(status), 'session')).toMatchObject({ name: 'AgentsError', kind });
});

test('a 404 about anything but a session is a wrong request', () => {
  expect(toAgentsError(answered(404), 'other')).toMatchObject({ kind: 'rejected' });
});

test('the message names status, reason and request, so that the provider can be asked', () => {
  const { message } = toAgentsError(answered(400), 'other') as AgentsError;
  expect(message).toMatch(/400/);
  expect(message).toMatch(/why/);
  expect(message).toMatch(/req_1/);
});

test.each([
  'messages.0.content: unexpected "a secret idea" at the end',
  "invalid value: 'a secret idea'",
  'could not read “a secret idea”',
  'unterminated: "a secret idea',
])('the message leaves out what the provider quotes: %s', (words) => {
  const body = { type: 'error', error: { type: 'some_error', message: words } };
  const error = APIError.generate(400, body, words, new Headers({ 'request-id': 'req_1' }));
  const { message } = toAgentsError(error, 'other') as AgentsError;
  expect(message).not.toContain('secret');
  expect(message).toMatch(/400 .*…/);
});

test('no answer in time is unavailable', () => {
  expect(toAgentsError(new APIConnectionTimeoutError(), 'other')).toMatchObject({ kind: 'unavailable' });
});

test('a body that breaks off is unavailable', () => {
  expect(toAgentsError(new TypeError('terminated'), 'session')).toMatchObject({ kind: 'unavailable' });
});

test("the caller's own abort and errors of our own code come back unchanged", () => {
  for (const error of [new APIUserAbortError(), new TypeError('x is not a function'), new RangeError('low')]) {
    expect(toAgentsError(error, 'session')).toBe(error);
  }
});

test('a rate limit that names no time still has a wait, one that names it has that', () => {
  expect((toAgentsError(answered(429), 'other') as AgentsError).retryAfterMs).toBeGreaterThan(0);
  expect(toAgentsError(answered(429, { 'retry-after': '12' }), 'other')).toMatchObject({ retryAfterMs: 12_000 });
});

test('Retry-After is read in seconds and as a date, is never below 0, and is null where it says nothing', () => {
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

  test.each([500, 502, 503, 504, 409, 429])(
    '%i is never taken for a refusal: it is tried again',
    async (statusCode) => {
      for (const code of [undefined, 'resource_missing', 'charge_disputed']) {
        const raw = { statusCode, type: statusCode === 429 ? 'rate_limit_error' : 'api_error', message: 'try later' };
        expect(await failed({ ...raw, ...(code && { code }) })).toMatchObject({
          type: 'payment_unavailable',
          nonRetryable: false,
          cause: { message: 'try later' },
        });
      }
    },
  );

  test.each(['charge_disputed', 'refund_disputed_payment'])('400 with %s is the word of a dispute', async (code) => {
    const raw = { statusCode: 400, type: 'invalid_request_error', message: 'It is disputed', code };
    expect(await failed(raw)).toMatchObject({ type: 'payment_disputed', nonRetryable: false });
  });

  test('400 is a refusal, with the provider’s own words as its cause', async () => {
    const raw = { statusCode: 400, type: 'invalid_request_error', message: "The charge 'ch_1' is too old" };
    expect(await failed(raw)).toMatchObject({
      type: 'payment_refused',
      nonRetryable: true,
      cause: { message: 'The charge … is too old' },
    });
  });

  test('a reversal that is tried again all the same is typed by what was said', () => {
    const typed = (kind: 'insufficient_funds' | 'rejected' | 'account_gone') =>
      retriedRefusal(new PaymentsError(kind, 'no'));
    expect(typed('insufficient_funds')).toMatchObject({ type: 'payment_insufficient_funds', nonRetryable: false });
    expect(typed('rejected')).toMatchObject({ type: 'payment_refused', nonRetryable: false });
    expect(typed('account_gone')).toMatchObject({ type: 'payment_refused', nonRetryable: false });
  });
});
