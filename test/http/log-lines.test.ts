import { createHmac } from 'node:crypto';
import { newId } from '../../contracts/ids';
import { call, createCustomer, createEvaluation, linesAbout } from '../support/api';
import { CONSENTED, DEPLOYMENT_OF_TESTS, WEBHOOK_SECRETS } from '../support/shop';
import { sendForm } from '../support/people';
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

test('a provider that fails is an error with its own words and the order, which the line of the request names too', async () => {
  const checkout = () =>
    call<{ orderId: string }>(api, 'POST', '/v1/checkout-sessions', {
      key: customer.apiKey,
      body: { product: 'idea_check', ...CONSENTED },
      headers: { 'idempotency-key': 'failing' },
    });
  await provider.fault('POST /v1/checkout/sessions', 'error_500', 1);
  const failed = await checkout();
  expect(failed.status).toBe(502);
  const { orderId } = (await checkout()).body;
  const [error, line, ...more] = linesAbout(api, failed);
  expect(more).toEqual([]);
  expect(error).toMatchObject({ level: 50, msg: 'payment_provider_failed', causeType: 'PaymentsError', orderId });
  expect(error!.cause).toMatch(/^Payment provider: 500 /);
  expect(error).not.toHaveProperty('err');
  expect(line).toMatchObject({ level: 30, endpoint: '/v1/checkout-sessions', status: 502, orderId });
});

test('the line of a payment webhook names the event and the order or withdrawal that it is about', async () => {
  const post = (id: string, type: string, metadata: object) => {
    const seconds = Math.floor(Date.now() / 1000);
    const object = { id: 'obj_1', metadata: { ...metadata, deploymentId: DEPLOYMENT_OF_TESTS } };
    const body = JSON.stringify({ id, object: 'event', type, livemode: true, created: seconds, data: { object } });
    const signature = createHmac('sha256', WEBHOOK_SECRETS.live).update(`${seconds}.${body}`).digest('hex');
    return call(api, 'POST', '/webhooks/stripe', {
      body,
      headers: { 'stripe-signature': `t=${seconds},v1=${signature}` },
    });
  };
  const [orderId, withdrawalId] = [newId('ord'), newId('wdr')];
  const paid = { eventId: 'evt_paid', eventType: 'session', orderId };
  for (const _ of ['first', 'repeated']) {
    const answer = await post('evt_paid', 'checkout.session.completed', { orderId });
    expect(linesAbout(api, answer)).toMatchObject([{ endpoint: '/webhooks/stripe', status: 200, ...paid }]);
  }
  const payout = await post('evt_payout', 'payout.paid', { withdrawalId });
  expect(linesAbout(api, payout)).toMatchObject([{ eventId: 'evt_payout', eventType: 'payout', withdrawalId }]);
  const odd = await post('evt_odd', 'payout.paid', { withdrawalId: 'somebody-s-text' });
  expect(linesAbout(api, odd)[0]).not.toHaveProperty('withdrawalId');
});

test('the line of a refusal, and of an attempt to sign in, names its network by a keyed hash', async () => {
  const refused = [
    await call(api, 'GET', '/v1/account'),
    await call(api, 'GET', '/v1/account', { key: 'noi_live_x' }),
    await sendForm(api, '/sign-in/password', { email: 'nobody@example.com', password: 'a wrong one' }),
    await sendForm(api, '/sign-in/passkey/answer', { passkey: 'a wrong one' }),
  ];
  expect(refused.slice(0, 3).map(({ status }) => status)).toEqual([401, 401, 400]);
  const lines = api.logged.map((line) => JSON.parse(line) as { msg: string });
  const attempts = lines.filter(({ msg }) => /^(?:password|passkey) attempt$/.test(msg));
  expect(attempts).toHaveLength(2);
  const networks = [...refused.slice(0, 2).flatMap((answer) => linesAbout(api, answer)), ...attempts].map(
    (line) => (line as { network?: string }).network,
  );
  expect(networks).toEqual(networks.map(() => expect.stringMatching(/^[0-9a-f]{16}$/) as string));
  expect(new Set(networks).size).toBe(1);
  const allowed = await call(api, 'GET', '/v1/account', { key: customer.apiKey });
  expect(linesAbout(api, allowed)[0]).not.toHaveProperty('network');
});
