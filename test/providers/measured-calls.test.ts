/** Each call to a provider is reported by its operation, without ids, and by what came of it. */
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { operationOf, type ProviderCall } from '../../vendors/measured-calls';
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
])('names no id of %s %s', (method, path, operation) => {
  expect(operationOf(method, path)).toBe(operation);
});
