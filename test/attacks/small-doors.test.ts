import { newId } from '../../contracts/ids';
import { call, createCustomer, createWebhook, startApi } from '../support/api';
import { testWebhooks } from '../support/webhooks';
import { useApi } from '../support/use';

const { db, api } = useApi();

test('a request with a valid key to an endpoint that needs none is counted in its usage', async () => {
  const customer = await createCustomer(db);
  const key = customer.apiKey;
  await call(api, 'GET', '/v1/runs/sample/findings', { key });
  await call(api, 'GET', '/v1/opportunities', { key });
  await call(api, 'GET', '/v1/opportunities?limit=0', { key });
  await call(api, 'GET', '/v1/developer', { key: `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}` });
  await call(api, 'GET', '/v1/developer', { key: 'noi_live_nonsense' });
  const usage = await call<{ requests: { byEndpoint: object[] } }>(api, 'GET', '/v1/usage', { key });
  expect(usage.body.requests.byEndpoint).toEqual([
    { endpoint: 'GET /v1/opportunities', total: 2, byStatus: { '200': 1, '400': 1 } },
    { endpoint: 'GET /v1/runs/sample/findings', total: 1, byStatus: { '200': 1 } },
  ]);
});

test('a credit that a dispute froze is shown as frozen, not as one that can be taken', async () => {
  const customer = await createCustomer(db, { credits: 3 });
  const frozen = `UPDATE entitlements SET frozen_at = now()
                  WHERE id = (SELECT min(id) FROM entitlements WHERE account_id = $1)`;
  await db.pool.query(frozen, [customer.accountId]);
  const { body } = await call<{ entitlements: object[] }>(api, 'GET', '/v1/account', { key: customer.apiKey });
  expect(body.entitlements[0]).toEqual({ kind: 'idea_check', unused: 2, consumed: 0, frozen: 1 });
});

test.each([
  'https://localhost./',
  'https://LOCALHOST.../hook',
  'https://a.localhost./',
  'https://localhost%2e/',
  'https://127.0.0.1./',
  'https://127.1/',
  'https://0177.0.0.1/',
  'https://[::ffff:7f00:1]/',
  'https://168.63.129.16/',
  'https://metadata.google.internal/',
  'https://metadata.google.internal./',
  'https://printer.local/',
  'https://intranet/',
  'https://router.home.arpa/',
])('%s is no receiver of webhooks', async (url) => {
  const customer = await createCustomer(db);
  const strict = await startApi(db, { webhooks: { ...testWebhooks(), allowPrivate: false } });
  const { status, body } = await createWebhook(strict, customer, newId('key'), { url, eventTypes: ['webhook.test'] });
  await strict.close();
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer: '/url', code: 'private_address' })]]);
});

test('browsers keep to https for this host and all below it', async () => {
  const secure = await startApi(db, { settings: { publicUrl: 'https://api.example.com' } });
  const { headers } = await call(secure, 'GET', '/health');
  await secure.close();
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});

test('failures that browsers see are described as pages, and the catalogue’s 503 is described', async () => {
  const { paths } = (
    await call<{ paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>> }>(
      api,
      'GET',
      '/openapi/v1.json',
    )
  ).body;
  for (const [method, path] of [
    ['post', '/checkout/start'],
    ['get', '/v1/scan/confirm'],
    ['get', '/v1/marketing/unsubscribe'],
  ] as const) {
    const failures = Object.entries(paths[path]![method]!.responses).filter(([status]) => Number(status) >= 400);
    expect(failures.length).toBeGreaterThan(2);
    for (const [, { content }] of failures) {
      expect(Object.keys(content)).toEqual(['application/problem+json', 'text/html']);
    }
  }
  expect(Object.keys(paths['/v1/opportunities']!.get!.responses)).toContain('503');
});
