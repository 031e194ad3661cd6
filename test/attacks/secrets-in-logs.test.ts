import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { prepareProcesses, type Processes } from '../support/processes';

const NEEDLE = 'needle-7f3c9a of a newsletter on heat pumps for owners of old houses';
const TOKEN_SECRET = 'a needle that links are made with 5b1d and nobody prints';
const PASSWORD = 'a needle of a sentence 91ac about storks';

let product: Processes;
beforeAll(async () => {
  product = await prepareProcesses({
    env: { LOG_LEVEL: 'trace', RESEND_API_KEY: 're_needle_4410', RESEND_BASE_URL: 'http://127.0.0.1:1', TOKEN_SECRET },
  });
  await product.api.start();
  await product.worker.start();
});
afterAll(() => product.close());

test('prints neither secrets nor callers’ text in API and worker, even at log level trace', async () => {
  const { apiKey } = product.customer;
  const completed = (await product.create('needles', NEEDLE)).body.runId;
  // Makes the agent, emails and webhook deliveries fail, and sends requests that are rejected.
  await fetch(`${product.agents.url}/_control/faults`, {
    method: 'POST',
    body: JSON.stringify({ match: 'task:needle-refused', effect: 'refusal', times: 1 }),
  });
  const failed = (await product.create('refused', `${NEEDLE} needle-refused`)).body.runId;
  await call(product.api, 'POST', '/v1/webhooks', {
    key: apiKey,
    body: { url: 'https://127.0.0.1:1/needle-path', eventTypes: ['webhook.test'], description: NEEDLE },
    headers: { 'idempotency-key': 'webhook' },
  });
  await call(product.api, 'POST', '/v1/support-requests', {
    body: { email: 'needle-sender@example.com', message: NEEDLE, subject: NEEDLE },
  });
  await call(product.api, 'POST', '/v1/auth/sign-in-link', { body: { email: 'needle-address@example.com' } });
  await call(product.api, 'POST', '/v1/auth/password-reset', { body: { token: NEEDLE, newPassword: PASSWORD } });
  await call(product.api, 'POST', '/v1/evaluations', { key: apiKey, body: `{"idea": "${NEEDLE}", broken` });
  await call(product.api, 'GET', `/v1/runs?cursor=${encodeURIComponent(NEEDLE)}`, { key: apiKey });
  expect((await product.finished(completed)).status).toBe('completed');
  expect((await product.finished(failed)).status).toBe('failed');
  await eventually('a mail could not be sent, and the worker said so', () => product.worker.logged('mail').length > 0);

  const printed = [...product.api.logged(''), ...product.worker.logged('')].join('\n');
  // Proves that the output of both processes is included.
  expect(printed).toContain(product.customer.accountId);
  expect(printed).toContain('"process":"worker"');
  const password = new URL(product.db.url).password;
  const secrets = [
    apiKey,
    TOKEN_SECRET,
    PASSWORD,
    're_needle_4410',
    'needle-7f3c9a',
    'needle-address',
    'needle-sender',
  ];
  expect([...secrets, 'needle-path', password].filter((secret) => printed.includes(secret))).toEqual([]);
}, 150_000);
