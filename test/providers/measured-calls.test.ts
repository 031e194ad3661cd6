/** Each provider call is reported by operation and outcome, without IDs. */
import { createMetrics } from '../../base/observation/metrics';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { operationOf, watchCalls, type ProviderCall } from '../../vendors/measured-calls';
import { createPayments } from '../../vendors/payments/open-payments';
import { use } from '../support/use';
import { anOrder, startParts } from './payment-parts';

let calls: ProviderCall[] = [];
const onCall = (call: ProviderCall) => void calls.push(call);
beforeEach(() => (calls = []));
const counted = () => calls.map(({ provider, operation, outcome }) => `${provider} ${operation} ${outcome}`);
const ignored = () => undefined;

const parts = use(() => startParts());

test('reports calls to the payment provider, with its outcome and duration', async () => {
  const payments = createPayments({
    keys: PAYMENTS_STAND_IN_KEYS,
    baseUrl: parts.url,
    requestTimeoutMs: 500,
    maxNetworkRetries: 0,
    webhookSecrets: {},
    deploymentId: () => Promise.resolve('deployment-of-tests'),
    onCall,
  });
  await payments.createCheckoutSession(anOrder());
  await payments.retrieveSession('live', 'cs_unknown_1').catch(ignored);
  for (const effect of ['error_500', 'rate_limit', 'timeout_before']) {
    await parts.control('faults', { match: 'POST /v1/checkout/sessions', effect, times: 1 });
    await payments.createCheckoutSession(anOrder()).catch(ignored);
  }
  expect(counted()).toEqual([
    'payments POST /v1/checkout/sessions ok',
    'payments GET /v1/checkout/sessions/{id} not_found',
    'payments POST /v1/checkout/sessions unavailable',
    'payments POST /v1/checkout/sessions rate_limited',
    'payments POST /v1/checkout/sessions no_answer',
  ]);
  expect(calls.every(({ seconds }) => seconds > 0)).toBe(true);
});

test.each([
  ['GET', '/v1/accounts/acct_1Nv0FGQ9RKHgCVdK/persons?after=x@example.com', 'GET /v1/accounts/{id}/persons'],
  ['POST', '/v1/sessions/sesn_01AbC/events', 'POST /v1/sessions/{id}/events'],
  ['GET', '/v1/customers/someone@example.com', 'GET /v1/customers/{id}'],
])('does not report ids of %s %s', (method, path, operation) => {
  expect(operationOf(method, path)).toBe(operation);
});

test('reports a provider as failing once it refuses a key, until the operation succeeds', async () => {
  const { onCall: report, failingProvider } = watchCalls(createMetrics());
  const keys = { live: 'rk_live_somebodys' };
  const options = { baseUrl: parts.url, webhookSecrets: {}, deploymentId: () => Promise.resolve('d'), onCall: report };
  await createPayments({ ...options, keys })
    .retrieveSession('live', 'cs_1')
    .catch(ignored);
  const operation = 'GET /v1/checkout/sessions/{id}';
  expect(failingProvider()).toEqual({ provider: 'payments', words: `it refuses our key for ${operation}` });
  report({ provider: 'payments', operation, outcome: 'ok', seconds: 1 });
  expect(failingProvider()).toBeNull();
});

test('reports a provider as failing after 15 minutes without an answer, not one error', () => {
  let minutes = 0;
  const { onCall: report, failingProvider } = watchCalls(createMetrics(), () => minutes * 60_000);
  const after = (later: number, provider: ProviderCall['provider'], outcome: ProviderCall['outcome']) => {
    minutes += later;
    report({ provider, operation: 'POST /v1/refunds', outcome, seconds: 1 });
    return failingProvider()?.provider;
  };
  // A rejected agent key has its own alert.
  expect(after(0, 'agents', 'key_refused')).toBeUndefined();
  for (let n = 0; n < 4; n++) expect(after(5, 'mail', 'no_answer')).toBeUndefined();
  expect(after(5, 'mail', 'unavailable')).toBe('mail');
  expect(after(5, 'mail', 'canceled')).toBe('mail');
  expect(after(5, 'mail', 'rejected')).toBeUndefined();
  expect(after(60, 'mail', 'no_answer')).toBeUndefined();
});
