/** Each call to a provider is reported by its operation, without ids, and by what came of it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../local/ports';
import { openAgents } from '../../providers/agents/open-agents';
import { createMailer } from '../../providers/mail/create-mailer';
import { operationOf, type ProviderCall } from '../../providers/measured-calls';
import { createPayments } from '../../providers/payments/create-payments';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
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

test('distinguishes a call that we gave up from one that was not answered in time', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const leave = new AbortController();
  const settings = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: baseUrl };
  const patient = openAgents(settings, { onCall });
  const following = patient.follow('sesn_1', {
    after: null,
    budgetMicros: 5_000_000,
    signal: leave.signal,
    onEvent: ignored,
  });
  await once(silent, 'request');
  leave.abort(new Error('given up'));
  await expect(following).rejects.toThrow('given up');
  await expect(openAgents(settings, { requestTimeoutMs: 200, onCall }).stop('sesn_1')).rejects.toThrow(
    'Agent provider',
  );
  expect(counted()).toEqual([
    'agents GET /v1/sessions/{id}/events/stream canceled',
    'agents POST /v1/sessions/{id}/events no_answer',
  ]);
  silent.closeAllConnections();
  silent.close();
});

test('reports mails that are taken, refused and not answered', async () => {
  const statuses = [200, 422];
  const server = createServer((_request, response) => {
    const status = statuses.shift()!;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? { id: 'm' } : { statusCode: 422, name: 'invalid', message: 'No.' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const to of [port, port, await freePort()]) {
    const mailer = createMailer({ apiKey: 're_key', baseUrl: `http://127.0.0.1:${to}`, from: 'b@example.com', onCall });
    await mailer.send({ to: 'a@example.com', subject: 's', html: 'h', text: 't', idempotencyKey: 'k' }).catch(ignored);
  }
  server.closeAllConnections();
  server.close();
  expect(counted()).toEqual(['mail POST /emails ok', 'mail POST /emails rejected', 'mail POST /emails unavailable']);
});

test.each([
  ['GET', '/v1/accounts/acct_1Nv0FGQ9RKHgCVdK/persons?after=x@example.com', 'GET /v1/accounts/{id}/persons'],
  ['POST', '/v1/sessions/sesn_01AbC/events', 'POST /v1/sessions/{id}/events'],
  ['GET', '/v1/customers/someone@example.com', 'GET /v1/customers/{id}'],
])('names no id of %s %s', (method, path, operation) => {
  expect(operationOf(method, path)).toBe(operation);
});
