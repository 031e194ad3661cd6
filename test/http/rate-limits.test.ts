import { randomUUID } from 'node:crypto';
import { createLimiters } from '../../http/limits/limiters';
import { call, createCustomer, createEvaluation, createWebhook, startApi, type Answer } from '../support/api';
import { createOwner, OWNER_PASSWORD, sendForm, signInByPassword } from '../support/people';
import { useDatabase, useEach } from '../support/use';

const db = useDatabase();
const api = useEach(() => startApi(db, { limitsScale: 1 }));

async function untilLimited(most: number, request: () => Promise<Answer>): Promise<{ taken: number; last: Answer }> {
  for (let taken = 0; ; taken++) {
    const last = await request();
    if (last.status === 429 || taken === most) return { taken, last };
  }
}

/** Names of the limits that a response reports. Both headers must agree. */
function limitsOf({ headers }: Answer): (string | undefined)[] {
  const [policies, states] = ['ratelimit-policy', 'ratelimit'].map((name) => headers.get(name)?.split(', ') ?? []);
  const names = policies!.map((policy) => /^"([a-z-]+)";q=\d+;w=\d+$/.exec(policy)?.[1]);
  expect(states!.map((state) => /^"([a-z-]+)";r=\d+;t=\d+$/.exec(state)?.[1])).toEqual(names);
  return names;
}

test('reports the limits that each request counted against, including failed requests', async () => {
  const { apiKey } = await createCustomer(db);
  for (const [path, names, key] of [
    ['/health', ['platform']],
    ['/v1/findings-schema', ['ip', 'platform']],
    ['/v1/runs', ['platform', 'run-reads'], apiKey],
    ['/v1/findings-schema', ['platform', 'tenant'], apiKey],
    ['/no/such/path', ['ip', 'platform']],
  ] as [string, string[], string?][]) {
    expect(limitsOf(await call(api, 'GET', path, key ? { key } : {}))).toEqual(names);
  }
  const off = await call(api, 'POST', '/v1/checkout-sessions', { key: apiKey, body: {} });
  expect([off.body.code, limitsOf(off)]).toEqual(['service_not_configured', ['platform', 'tenant', 'checkout']]);
});

test('answers 429 with Retry-After to the eleventh creation in a minute', async () => {
  const customer = await createCustomer(db, { credits: 20 });
  const { taken, last } = await untilLimited(20, () => createEvaluation(api, customer, randomUUID()));
  expect(taken).toBe(10);
  expect(last.body).toMatchObject({ code: 'rate_limited', limitLevel: 'endpoint', retryable: true });
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(last.headers.get('ratelimit-policy')).toContain('"run-creation";q=10;w=60');
  expect(await db.prisma.run.count({ where: { accountId: customer.accountId } })).toBe(10);
});

describe('refusals', () => {
  const bad = (customer: { apiKey: string }) => createEvaluation(api, customer, randomUUID(), { idea: 'short' });

  test('count against their own limit of sixty a minute, not against that of creations', async () => {
    const customer = await createCustomer(db, { credits: 1 });
    const http = { url: 'http://hooks.example.com/', eventTypes: ['webhook.test'] };
    for (let i = 0; i < 30; i++) {
      expect((await bad(customer)).status).toBe(400);
      expect((await createWebhook(api, customer, `http-${i}`, http)).status).toBe(400);
    }
    const refused = await bad(customer);
    expect([refused.status, limitsOf(refused).at(-1)]).toEqual([429, 'refusals']);
    expect((await createEvaluation(api, customer, 'good')).status).toBe(202);
    expect((await createWebhook(api, customer, 'good')).status).toBe(201);
  });

  test('are uncounted one by one, even between concurrent creations', async () => {
    const customer = await createCustomer(db, { credits: 20 });
    const create = () => createEvaluation(api, customer, randomUUID());
    const sent = Array.from({ length: 10 }, (_, i) => (i % 2 ? bad(customer) : create()));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(5);
    expect((await untilLimited(20, create)).taken).toBe(5);
  });
});

test.each([
  ['/v1/scan', 5, 'scan', { idea: 'A weekly letter on herons' }],
  ['/v1/auth/sign-in-link', 5, 'auth', {}],
  ['/v1/support-requests', 5, 'support', { subject: 'My run', message: 'It does not end.' }],
])('%s accepts %i per address, then names its limit', async (path, most, name, body) => {
  let sent = 0;
  const post = () => call(api, 'POST', path, { body: { ...body, email: `r${sent++}@example.com` } });
  const { taken, last } = await untilLimited(10, post);
  expect([taken, limitsOf(last).at(-1)]).toEqual([most, name]);
  // Colleagues behind the same IP address can still sign in, because our forms have their own limits.
  expect((await sendForm(api, '/sign-in', { email: 'colleague@example.com' })).status).toBe(200);
});

test('counts only failed passwords against the limit of an address', async () => {
  const { email } = await createOwner(api, db);
  for (let i = 0; i < 25; i++) expect((await signInByPassword(api, email, OWNER_PASSWORD)).status).toBe(303);
  const guess = (i: number) => signInByPassword(api, `other-${i}@example.com`, 'a wrong sentence about herons');
  for (let i = 0; i < 20; i++) expect((await guess(i)).status).toBe(400);
  const last = await signInByPassword(api, email, OWNER_PASSWORD);
  expect([last.status, last.text]).toEqual([429, expect.stringMatching(/Try again in 1[45] minutes/)]);
});

test('reports only the platform limit with an early 503, which counts nowhere', async () => {
  const { apiKey } = await createCustomer(db);
  const full = await startApi(db, { limitsScale: 1, settings: { maxInFlight: 0 } });
  for (const path of ['/v1/runs', '/opportunities']) {
    const shed = await call(full, 'GET', path, { key: apiKey });
    expect([shed.status, limitsOf(shed)]).toEqual([503, ['platform']]);
    expect(shed.headers.get('ratelimit')).toContain('"platform";r=1000;');
  }
  await full.close();
});

test('counts together across processes that share PostgreSQL', async () => {
  const [one, other] = [0, 1].map(() => createLimiters(1, { type: 'postgres', pool: db.pool }).endpoint.scan);
  for (let i = 0; i < 5; i++) expect((await (i % 2 ? one! : other!).consume('shared')).exceeded).toBe(false);
  expect(await other!.peek('shared')).toMatchObject({ remaining: 0, exceeded: true });
  expect((await one!.consume('shared')).exceeded).toBe(true);
  expect(await one!.peek('nobody')).toMatchObject({ remaining: 5, resetSeconds: 3_600, exceeded: false });
  await one!.uncount('shared');
  expect((await other!.consume('shared')).resetSeconds).toBeGreaterThan(3_590);
});
