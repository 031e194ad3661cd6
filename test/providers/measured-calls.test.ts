/** Requests of the product's own clients, as its metrics have them: against the stand-ins, over real HTTP. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { openAgents } from '../../providers/agents/open-agents';
import { createMailer } from '../../providers/mail/create-mailer';
import { operationOf, type ProviderCall } from '../../providers/measured-calls';
import { createPayments } from '../../providers/payments/create-payments';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { startAgents } from '../support/agents';
import { freePort } from '../../local/ports';
import { anOrder, startParts, type Parts } from './payment-parts';

let calls: ProviderCall[] = [];
const onCall = (call: ProviderCall) => void calls.push(call);
beforeEach(() => (calls = []));
const counted = () => calls.map(({ provider, operation, outcome }) => `${provider} ${operation} ${outcome}`);

describe('payments', () => {
  let parts: Parts;
  beforeAll(async () => {
    parts = await startParts();
  });
  afterAll(() => parts.close());
  afterEach(() => parts.control('faults', undefined, 'DELETE'));

  const payments = () =>
    createPayments({
      keys: PAYMENTS_STAND_IN_KEYS,
      baseUrl: parts.url,
      requestTimeoutMs: 500,
      maxNetworkRetries: 0,
      webhookSecrets: {},
      deploymentId: () => Promise.resolve('deployment-of-tests'),
      onCall,
    });

  test('each request is reported by its operation without ids, with its outcome and duration', async () => {
    const { id } = await payments().createCheckoutSession(anOrder());
    await payments().retrieveSession('live', id);
    await payments()
      .retrieveSession('live', 'cs_unknown_1')
      .catch(() => undefined);
    expect(counted()).toEqual([
      'payments POST /v1/checkout/sessions ok',
      'payments GET /v1/checkout/sessions/{id} ok',
      'payments GET /v1/checkout/sessions/{id} not_found',
    ]);
    expect(calls.every(({ seconds }) => seconds > 0)).toBe(true);
  });

  test.each([
    ['error_500', 'unavailable'],
    ['rate_limit', 'rate_limited'],
    ['timeout_before', 'no_answer'],
  ])('a request that meets %s is %s', async (effect, outcome) => {
    await parts.control('faults', { match: 'POST /v1/checkout/sessions', effect, times: 1 });
    await payments()
      .createCheckoutSession(anOrder())
      .catch(() => undefined);
    expect(counted()).toEqual([`payments POST /v1/checkout/sessions ${outcome}`]);
  });
});

describe('agents', () => {
  test('requests are reported, and one that met an error of the provider as that', async () => {
    const standIn = await startAgents();
    try {
      const agents = openAgents(standIn.settings, { onCall });
      const agent = await agents.provision();
      calls = [];
      await standIn.fault('POST /v1/sessions', 'error_500');
      const brief = { idea: 'x', audience: null, geography: null };
      await agents.startSession(agent, 'run_1', brief, 1e6).catch(() => undefined);
      await agents.startSession(agent, 'run_1', brief, 1e6);
      expect(counted()).toEqual(['agents POST /v1/sessions unavailable', 'agents POST /v1/sessions ok']);
    } finally {
      await standIn.close();
    }
  });

  test('a request that we gave up is distinguished from one that was not answered in time', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const leave = new AbortController();
    const settings = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: baseUrl };
    const patient = openAgents(settings, { onCall });
    const following = patient.follow('sesn_1', { after: null, signal: leave.signal, onEvent: () => undefined });
    await once(silent, 'request');
    leave.abort(new Error('given up'));
    await expect(following).rejects.toThrow('given up');
    const hasty = openAgents(settings, { requestTimeoutMs: 200, onCall });
    await expect(hasty.stop('sesn_1')).rejects.toThrow('Agent provider');
    expect(counted()).toEqual([
      'agents GET /v1/sessions/{id}/events/stream canceled',
      'agents POST /v1/sessions/{id}/events no_answer',
    ]);
    silent.closeAllConnections();
    silent.close();
  });
});

describe('mail', () => {
  test('a mail that is taken, one that is refused and one without an answer', async () => {
    const statuses = [200, 422];
    const server = createServer((_request, response) => {
      const status = statuses.shift()!;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? { id: 'm' } : { statusCode: 422, name: 'invalid', message: 'No.' }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const mail = { to: 'a@example.com', subject: 's', html: 'h', text: 't', idempotencyKey: 'k' };
    const send = (port: number) =>
      createMailer({ apiKey: 're_key', baseUrl: `http://127.0.0.1:${port}`, from: 'b@example.com', onCall })
        .send(mail)
        .catch(() => undefined);
    const { port } = server.address() as AddressInfo;
    await send(port);
    await send(port);
    server.closeAllConnections();
    server.close();
    await send(await freePort());
    expect(counted()).toEqual(['mail POST /emails ok', 'mail POST /emails rejected', 'mail POST /emails unavailable']);
  });
});

test('whatever is an id in a path, or in its query, is in no operation', () => {
  expect(operationOf('GET', '/v1/accounts/acct_1Nv0FGQ9RKHgCVdK/persons?limit=3&after=x@example.com')).toBe(
    'GET /v1/accounts/{id}/persons',
  );
  expect(operationOf('POST', '/v1/sessions/sesn_01AbC/events')).toBe('POST /v1/sessions/{id}/events');
  expect(operationOf('GET', '/v1/customers/someone@example.com')).toBe('GET /v1/customers/{id}');
});
