import { call, createCustomer, createEvaluation, linesAbout } from '../support/api';
import { sendForm } from '../support/people';
import { CONSENTED } from '../support/shop';
import { use, useSellingApi } from '../support/use';

const { db, api, provider } = useSellingApi();
const customer = use(() => createCustomer(db));

test('the line of a request names the run that it made, read or canceled', async () => {
  const created = await createEvaluation(api, customer, 'logged');
  const { runId } = created.body;
  const read = await call(api, 'GET', `/v1/runs/${runId}`, { key: customer.apiKey });
  const canceled = await call(api, 'POST', `/v1/runs/${runId}/cancel`, { key: customer.apiKey });
  for (const answer of [created, read, canceled]) {
    expect(linesAbout(api, answer)).toMatchObject([{ status: answer.status, runId, accountId: customer.accountId }]);
  }
});

test('a failure of the provider is logged with its words and the order', async () => {
  const checkout = () =>
    call<{ orderId: string }>(api, 'POST', '/v1/checkout-sessions', {
      key: customer.apiKey,
      body: { product: 'idea_check', ...CONSENTED },
      headers: { 'idempotency-key': 'failing' },
    });
  await provider.fault('POST /v1/checkout/sessions', 'error_500', 1);
  const failed = await checkout();
  const { orderId } = (await checkout()).body;
  const [error, line, ...more] = linesAbout(api, failed);
  expect(more).toEqual([]);
  expect(error).toMatchObject({ level: 50, msg: 'payment_provider_failed', causeType: 'PaymentsError', orderId });
  expect(error!.cause).toMatch(/^Payment provider: 500 /);
  expect(line).toMatchObject({ level: 30, endpoint: '/v1/checkout-sessions', status: 502, orderId });
});

test('the line of a refusal or of a sign-in attempt names its network by a keyed hash', async () => {
  const refused = [await call(api, 'GET', '/v1/account'), await call(api, 'GET', '/v1/account', { key: 'noi_live_x' })];
  await sendForm(api, '/sign-in/password', { email: 'nobody@example.com', password: 'a wrong one' });
  await sendForm(api, '/sign-in/passkey/answer', { passkey: 'a wrong one' });
  const lines = api.logged.map((line) => JSON.parse(line) as { msg: string; network?: string });
  const attempts = lines.filter(({ msg }) => /^(?:password|passkey) attempt$/.test(msg));
  expect(attempts).toHaveLength(2);
  const named = [...refused.flatMap((answer) => linesAbout(api, answer)), ...attempts];
  const networks = named.map(({ network }) => network as string);
  expect(networks).toEqual(networks.map(() => expect.stringMatching(/^[0-9a-f]{16}$/) as string));
  expect(new Set(networks).size).toBe(1);
  const allowed = await call(api, 'GET', '/v1/account', { key: customer.apiKey });
  expect(linesAbout(api, allowed)[0]).not.toHaveProperty('network');
});
