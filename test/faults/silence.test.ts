import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type RunningPostgres } from '../../local/postgres/start-postgres';
import type { AnyRoute } from '../../http/endpoint';
import { call, createEvaluation, IDEA } from '../support/api';
import { createTemplate } from '../support/database';
import { eventually } from '../support/eventually';
import { allRoutes, nameOf, requestFor } from '../support/routes';
import { searchableFolder } from '../support/searchable-folder';
import { freeze } from '../support/silence';
import { prepareShop, type ShopProcesses } from '../support/shop-processes';

// The interface promises 5 s, and 2 s for health. All requests run at once here, on a machine that runs other tests: up
// to twice that is load, more means waiting for the silent part.
const ANSWERED_WITHIN_MS = 10_000;
const HEALTH_WITHIN_MS = 4_000;

/** Routes that answer without the database or the caller's identity: they must be in time, but need not be 503. */
const answersAnyway = ({ auth, path }: AnyRoute) => auth.type === 'open' || path.startsWith('/health');

/** Pages that show their last good answer. */
const REMEMBERED = ['/', '/opportunities'];

const folder = searchableFolder(join(tmpdir(), 'noi-silence-'));
const server = process.env.TEST_DATABASE_URL;
let postgres: RunningPostgres;
let product: ShopProcesses;
let thaw: (() => void) | null = null;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false });
  process.env.TEST_DATABASE_URL = postgres.url;
  await createTemplate(postgres.url);
  product = await prepareShop(
    { lifetime: '31m', grace: '5m', sweep: '5m' },
    {
      env: {
        // No cache of keys: every request looks its key up.
        KEY_CACHE_TTL: '1ms',
        RESEND_API_KEY: 're_nobody_is_mailed',
        TOKEN_SECRET: 'a secret that only this test knows and nobody else',
        RESEND_WEBHOOK_SECRET: `whsec_${Buffer.from('only this test knows').toString('base64')}`,
      },
    },
  );
  await product.api.start();
});
afterEach(() => {
  thaw?.();
  thaw = null;
});
afterAll(async () => {
  await product?.close();
  process.env.TEST_DATABASE_URL = server;
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Timed {
  name: string;
  status: number;
  ms: number;
  retryAfter: number;
  code: string | null;
  limits: string | null;
}

async function ask(route: AnyRoute): Promise<Timed> {
  const begun = performance.now();
  const cookie = `session=${'a'.repeat(43)}; noi_buyer=${'b'.repeat(43)}`;
  const { path, init } = requestFor(route, { key: product.customer.apiKey, cookie });
  const response = await fetch(product.api.url + path, { ...init, signal: AbortSignal.timeout(30_000) });
  const text = await response.text();
  return {
    name: nameOf(route),
    status: response.status,
    ms: performance.now() - begun,
    retryAfter: Number(response.headers.get('retry-after')),
    code: /"code":"(\w+)"/.exec(text)?.[1] ?? null,
    limits: response.headers.get('ratelimit-policy') && response.headers.get('ratelimit'),
  };
}

test('while PostgreSQL is silent every endpoint and page answers in time, keyed ones 503 with Retry-After; then it recovers by itself', async () => {
  expect((await product.create('before')).status).toBe(202);
  for (const path of REMEMBERED)
    await eventually(`${path} is shown`, async () => (await call(product.api, 'GET', path)).status === 200);
  thaw = freeze(postgres.pid());

  // A third at once: enough to fill the pool, without measuring this machine's load.
  const answers: Timed[] = [];
  for (const third of [0, 1, 2]) {
    const routes = allRoutes().filter((_, index) => index % 3 === third);
    answers.push(...(await Promise.all(routes.map(ask))));
  }
  expect(answers.filter(({ ms }) => ms > ANSWERED_WITHIN_MS)).toEqual([]);
  // A key or session that cannot be looked up must not be called invalid, and a silent part is not a 500.
  expect(answers.filter(({ status }) => status === 401 || status === 403 || status === 500)).toEqual([]);
  expect(answers.filter(({ limits }) => !limits)).toEqual([]);
  const keyed = new Set(
    allRoutes()
      .filter((route) => !answersAnyway(route))
      .map(nameOf),
  );
  const refused = answers.filter(({ name }) => keyed.has(name));
  expect(refused.length).toBeGreaterThan(15);
  expect(refused.filter(({ status, code }) => status !== 503 || code !== 'service_unavailable')).toEqual([]);
  const unavailable = answers.filter(({ status, code }) => status === 503 && code !== 'service_not_configured');
  expect(unavailable.filter(({ name, retryAfter }) => !(retryAfter > 0) && name !== 'GET /health/ready')).toEqual([]);
  // Includes pages: those of an account, the catalogue, an order.
  expect(unavailable.filter(({ name }) => !name.includes(' /v1/')).length).toBeGreaterThan(5);

  const remembered = answers.filter(({ name }) => REMEMBERED.some((path) => name === `GET ${path}`));
  expect(remembered.map(({ status }) => status)).toEqual([200, 200]);

  // The pool has dropped its connections by now, so a new, equally silent one must be opened.
  const again = await timed(() => product.create('during'));
  expect([again.answer.status, again.answer.body.code]).toEqual([503, 'service_unavailable']);
  expect(again.ms).toBeLessThan(ANSWERED_WITHIN_MS);
  expect(product.api.logged('PostgreSQL does not answer')).toHaveLength(1);
  expect(product.api.logged('"stack"').length).toBeLessThan(5);

  thaw();
  thaw = null;
  const recovered = await eventually('the same request succeeds', async () => {
    const answer = await product.create('during');
    return answer.status === 202 && answer;
  });
  expect((await product.create('during')).body.runId).toBe(recovered.body.runId);
  expect(await product.db.prisma.run.count()).toBe(2);
  expect(await product.db.prisma.entitlement.count({ where: { status: 'consumed' } })).toBe(2);
  await eventually(
    'the end of the outage is logged',
    () => product.api.logged('PostgreSQL answers again').length === 1,
  );
});

test('while PostgreSQL is silent health answers within 2 s: itself 200, readiness 503', async () => {
  await call(product.api, 'GET', '/health/ready');
  thaw = freeze(postgres.pid());
  for (const [path, status] of [
    ['/health', 200],
    ['/health/ready', 503],
  ] as const) {
    const { answer, ms } = await timed(() => call(product.api, 'GET', path));
    expect([path, answer.status]).toEqual([path, status]);
    expect(ms).toBeLessThan(HEALTH_WITHIN_MS);
  }
  thaw();
  thaw = null;
  await eventually('it is ready again', async () => (await call(product.api, 'GET', '/health/ready')).status === 200);
});

test('evaluations that were posted while PostgreSQL fell silent and are retried are one run and one credit each', async () => {
  const before = await product.db.prisma.run.count();
  const spent = () => product.db.prisma.entitlement.count({ where: { status: 'consumed' } });
  const spentBefore = await spent();
  const keys = Array.from({ length: 40 }, (_, index) => `mid-${index}`);
  const post = (key: string) => createEvaluation(product.api, product.customer, key, { idea: `${IDEA} ${key}` });
  // Some are committed, some in progress, some not begun.
  const posting = keys.map(post);
  await Promise.race(posting);
  thaw = freeze(postgres.pid());
  const first = await Promise.all(posting);
  expect(first.filter(({ status }) => status !== 202 && status !== 503 && status !== 409)).toEqual([]);
  thaw();
  thaw = null;

  const settled = await Promise.all(
    keys.map((key) =>
      eventually(`${key} is accepted`, async () => {
        const answer = await post(key);
        return answer.status === 202 && answer;
      }),
    ),
  );
  expect(new Set(settled.map(({ body }) => body.runId)).size).toBe(keys.length);
  const accepted = first.flatMap(({ status, body }, index) => (status === 202 ? [[index, body.runId] as const] : []));
  expect(accepted.map(([index]) => settled[index]!.body.runId)).toEqual(accepted.map(([, runId]) => runId));
  expect(await product.db.prisma.run.count()).toBe(before + keys.length);
  expect(await spent()).toBe(spentBefore + keys.length);
});

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const begun = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - begun };
}
