import { randomUUID } from 'node:crypto';
import { createLimiters } from '../../http/limits/limiters';
import { ENDPOINT_LIMITS, TENANT_LIMITS } from '../../http/limits/limit-classes';
import { call, createCustomer, createEvaluation, createWebhook, startApi, type Answer } from '../support/api';
import { openDatabase } from '../../prisma/client';
import {
  createOwner,
  csrfOf,
  mailedToken,
  OWNER_PASSWORD,
  sendForm,
  signIn,
  signInByPassword,
} from '../support/people';
import { portOf, startStallingProxy, through } from '../support/silence';
import { allRoutes } from '../support/routes';
import { useDatabase, useEach } from '../support/use';

const db = useDatabase();
const api = useEach(() => startApi(db, { limitsScale: 1 }));

async function callUntilLimited(max: number, request: () => Promise<Answer>): Promise<{ taken: number; last: Answer }> {
  for (let taken = 0; ; taken++) {
    const last = await request();
    if (last.status === 429 || taken === max) return { taken, last };
  }
}

test('the eleventh creation in a minute is 429 that names the endpoint level and when to come back', async () => {
  const customer = await createCustomer(db, { credits: 20 });
  let i = 0;
  const { taken, last } = await callUntilLimited(20, () => createEvaluation(api, customer, `limit-${i++}`));

  expect(taken).toBe(10);
  expect(last.body).toMatchObject({ code: 'rate_limited', limitLevel: 'endpoint', retryable: true });
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(last.headers.get('ratelimit-policy')).toContain('"run-creation";q=10;w=60');
  expect(last.headers.get('ratelimit')).toContain('"run-creation";r=0;');
  expect(await db.prisma.run.count({ where: { accountId: customer.accountId } })).toBe(10);
});

const policiesOf = ({ headers }: Answer) => headers.get('ratelimit-policy')!.match(/"[a-z-]+"/g);

test('what was refused spends the limit of refusals, not that of what it did not make', async () => {
  const customer = await createCustomer(db, { credits: 10 });
  const poor = await createCustomer(db, { credits: 0 });
  let i = 0;
  for (; i < 15; i++) {
    const bad = await createEvaluation(api, customer, `bad-${i}`, { idea: 'short' });
    expect([bad.status, policiesOf(bad)]).toEqual([400, ['"platform"', '"tenant"', '"refusals"']]);
    expect((await createEvaluation(api, poor, `poor-${i}`)).status).toBe(402);
    const http = { url: 'http://hooks.example.com/', eventTypes: ['webhook.test'] };
    expect((await createWebhook(api, poor, `http-${i}`, http)).status).toBe(400);
  }
  const { taken, last } = await callUntilLimited(20, () => createEvaluation(api, customer, `good-${i++}`));
  expect([taken, policiesOf(last)?.at(-1)]).toEqual([10, '"run-creation"']);
  expect((await createWebhook(api, poor, 'good')).status).toBe(201);
});

test('refusals are bounded too: beyond sixty a minute they are 429 of their own, and what is sound still passes', async () => {
  const customer = await createCustomer(db, { credits: 1 });
  const bad = (i: number) => createEvaluation(api, customer, `bad-${i}`, { idea: 'short' });
  for (let i = 0; i < 60; i++) expect((await bad(i)).status).toBe(400);
  const refused = await bad(60);
  expect(refused.body).toMatchObject({ status: 429, limitLevel: 'endpoint' });
  expect(policiesOf(refused)?.at(-1)).toBe('"refusals"');
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await createEvaluation(api, customer, 'good')).status).toBe(202);
});

test('requests that are refused at once are given back one by one, also between those that pass', async () => {
  const customer = await createCustomer(db, { credits: 10 });
  const sent = Array.from({ length: 8 }, (_, i) => [
    createEvaluation(api, customer, `bad-${i}`, { idea: 'short' }),
    createEvaluation(api, customer, `good-${i}`),
  ]).flat();
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 202).length).toBeGreaterThan(0);
  const made = statuses.filter((status) => status === 202).length;
  const { taken } = await callUntilLimited(20, () => createEvaluation(api, customer, `more-${Math.random()}`));
  expect(taken).toBe(10 - made);
});

test('a form of the account that is refused spends the limit of refusals as well', async () => {
  const { accountId } = await createCustomer(db, { credits: 0 });
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const cookie = await signIn(api, db, email);
  const csrf = await csrfOf(api, cookie);
  const start = () =>
    sendForm(
      api,
      '/account/runs/new',
      { csrf, kind: 'idea_check', idempotencyKey: randomUUID(), idea: 'A weekly letter on herons for their friends' },
      { cookie },
    );
  for (let i = 0; i < 60; i++) expect((await start()).status).toBe(402);
  expect((await start()).status).toBe(429);
});

test('reading runs has a bucket of its own, which all keys of an account share, and no other account', async () => {
  const customer = await createCustomer(db, { plan: 'free' });
  const other = await createCustomer(db);
  const { taken, last } = await callUntilLimited(130, () => call(api, 'GET', '/v1/runs', { key: customer.apiKey }));

  expect(taken).toBe(120);
  expect(last.body.limitLevel).toBe('endpoint');
  expect((await call(api, 'GET', '/v1/runs', { key: other.apiKey })).status).toBe(200);
  expect((await createEvaluation(api, customer, 'not-limited')).status).toBe(202);
});

test('a plan limits what an account asks for in a minute', async () => {
  expect(Object.values(TENANT_LIMITS).map((limit) => limit.requests)).toEqual([60, 120, 600, 1200, 1200]);
  const customer = await createCustomer(db, { plan: 'free', scopes: [] });
  // Refused by scope, so neither endpoint limit nor credits play a part; the tenant's does.
  const answers: Answer[] = [];
  for (let i = 0; i < 11; i++) answers.push(await createEvaluation(api, customer, 'x'));
  expect(answers[0]!.status).toBe(403);
  expect(answers[0]!.headers.get('ratelimit-policy')).toContain('"tenant";q=60;w=60');
  expect(answers[9]!.headers.get('ratelimit')).toContain('"tenant";r=50;');
});

test('keyless requests and failed authentications use up the address; a known key behind it still works', async () => {
  const customer = await createCustomer(db);
  expect((await call(api, 'GET', '/v1/runs', { key: customer.apiKey })).status).toBe(200);
  const { taken, last } = await callUntilLimited(310, () => call(api, 'GET', '/v1/findings-schema'));
  expect(taken).toBe(300);
  expect(last.body.limitLevel).toBe('ip');
  expect((await call(api, 'GET', '/v1/runs')).status).toBe(429);
  expect((await call(api, 'GET', '/health')).status).toBe(200);
  expect((await call(api, 'GET', '/v1/runs', { key: customer.apiKey })).status).toBe(200);
});

test('a person who mistypes and resets a password passes, with a whole office behind the same address', async () => {
  const { email } = await createOwner(api, db);
  for (let i = 0; i < 8; i++) {
    expect((await sendForm(api, '/sign-in', { email: `colleague-${i}@example.com` })).status).toBe(303);
  }
  expect((await sendForm(api, '/sign-in', { email })).status).toBe(303);
  expect((await signInByPassword(api, email, 'a wrong sentence about herons')).status).toBe(400);
  const token = (await mailedToken(api, db, 'password_reset', email))!;
  expect((await sendForm(api, '/reset-password', { token, newPassword: 'passwordpassword' })).status).toBe(400);
  expect((await sendForm(api, '/reset-password', { token, newPassword: 'a second choice of herons' })).status).toBe(
    303,
  );
  for (let i = 0; i < 25; i++) {
    expect((await signInByPassword(api, email, 'a second choice of herons')).status).toBe(303);
  }
});

test('only passwords that fail use up the limit of an address, and a person reads when it ends', async () => {
  const { email } = await createOwner(api, db);
  const guess = (i: number) => signInByPassword(api, `other-${i}@example.com`, 'a wrong sentence about herons');
  for (let i = 0; i < 20; i++) expect((await guess(i)).status).toBe(400);
  const last = await signInByPassword(api, email, OWNER_PASSWORD);
  expect(last.status).toBe(429);
  expect(last.text).toContain('Too many attempts');
  expect(last.text).toMatch(/Try again in 1[45] minutes/);
  expect(last.text).not.toMatch(/Retry-After|limitLevel/);
});

test('every answer reports the limits that applied', async () => {
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
});

/** Names of the limits that an answer reports, from both headers. */
function limitsOf({ headers }: Answer): (string | undefined)[] {
  const [policies, states] = ['ratelimit-policy', 'ratelimit'].map((name) => headers.get(name)?.split(', ') ?? []);
  const names = policies!.map((policy) => /^"([a-z-]+)";q=\d+;w=\d+$/.exec(policy)?.[1]);
  expect(states!.map((state) => /^"([a-z-]+)";r=\d+;t=\d+$/.exec(state)?.[1])).toEqual(names);
  return names;
}

test('a 503 reports the limits that the request counted against', async () => {
  const { apiKey } = await createCustomer(db);
  const answer = await call(api, 'POST', '/v1/checkout-sessions', { key: apiKey, body: {} });
  expect([answer.status, answer.body.code]).toEqual([503, 'service_not_configured']);
  expect(limitsOf(answer)).toEqual(['platform', 'tenant', 'checkout']);
});

test('a 503 that precedes every limit reports that of the platform, and counts against none', async () => {
  const { apiKey } = await createCustomer(db);
  const full = await startApi(db, { limitsScale: 1, settings: { maxInFlight: 0 } });
  for (const path of ['/v1/runs', '/v1/findings-schema', '/opportunities']) {
    const shed = await call(full, 'GET', path, { key: apiKey });
    expect([shed.status, limitsOf(shed)]).toEqual([503, ['platform']]);
    expect(shed.headers.get('ratelimit')).toContain('"platform";r=1000;');
  }
  await full.close();

  const proxy = await startStallingProxy(portOf(db.url));
  const url = through(db.url, proxy);
  const behind = openDatabase(url, 2);
  const cut = await startApi({ ...db, ...behind, url }, { limitsScale: 1 });
  try {
    expect((await call(cut, 'GET', '/v1/account')).status).toBe(401);
    proxy.stall({ further: true });
    const silent = await call(cut, 'GET', '/v1/account', { key: apiKey });
    expect([silent.status, silent.body.code, limitsOf(silent)]).toEqual([503, 'service_unavailable', ['platform']]);
    await proxy.close();
    const down = await call(cut, 'GET', '/v1/account', { key: apiKey });
    expect([down.status, down.body.code, limitsOf(down)]).toEqual([503, 'service_unavailable', ['platform']]);
  } finally {
    await cut.close();
    await behind.close();
  }
});

test('limits are counted by address exactly where no key is needed', () => {
  const limited = allRoutes().filter(({ limit }) => limit);
  expect(limited.map(({ path, limit }) => [path, ENDPOINT_LIMITS[limit!].by === 'address'])).toEqual(
    limited.map(({ path, auth }) => [path, auth.type === 'open']),
  );
});

test('where PostgreSQL keeps the counts, two processes share one limit', async () => {
  const [first, second] = [1, 2].map(() => createLimiters(0.2, { type: 'postgres', pool: db.pool }));
  expect((await first!.endpoint.runCreation.consume('acc_shared')).remaining).toBe(1);
  expect((await second!.endpoint.runCreation.consume('acc_shared')).remaining).toBe(0);
  expect(await first!.endpoint.runCreation.consume('acc_shared')).toMatchObject({ exceeded: true });
  expect(await first!.endpoint.runCreation.consume('acc_other')).toMatchObject({ exceeded: false });
});
