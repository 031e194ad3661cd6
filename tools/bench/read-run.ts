import { createRequire } from 'node:module';
import { join } from 'node:path';
import { newId } from '../../contracts/ids';
import { createCustomer, type Customer } from '../../test/support/api';
import { loadTools } from '../clients/tools';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { alternate, median, type Row } from './compare';
import { startServer, type ServerProcess } from './process';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 50;
const RUNS = 1_000;
const MANY_RUNS = 1_000_000;
const POOL = '10';
/** An API has more code than its floor, which V8 has compiled by then. */
const WARM_UPS = 4;

/**
 * (a) GET /v1/runs/{id} with key, rate limit, ETag and log, of finished and of running runs, against a bare Koa server
 * that does one prepared query; (d) the same with a million runs in the table against itself with a thousand.
 */
export async function benchReadRun(): Promise<Row[]> {
  const small = await prepare(RUNS);
  const large = await prepare(MANY_RUNS);
  const servers = await Promise.all([
    startServer('server/main.js', { DATABASE_URL: small.db.url, ...apiEnv }, '/health/ready'),
    startServer('tools/bench/bare/read-server.js', { DATABASE_URL: small.db.url, DATABASE_POOL: POOL }, '/ready'),
    startServer('server/main.js', { DATABASE_URL: large.db.url, ...apiEnv }, '/health/ready'),
  ]);
  const [api, bare, apiOnMany] = servers;
  try {
    const toFloor = (runIds: readonly string[]) =>
      alternate(
        ROUNDS,
        () => load(api, small.customer, runIds),
        () => load(bare, small.customer, runIds),
        WARM_UPS,
      );
    const finished = await toFloor(small.finished);
    const running = await toFloor(small.running);
    const many = await alternate(
      ROUNDS,
      () => load(apiOnMany, large.customer, large.finished),
      () => load(api, small.customer, small.finished),
      WARM_UPS,
    );
    const rps = (figures: number[]) => `${Math.round(median(figures))} rps`;
    return [
      ...Object.entries({ finished, running }).map(([status, { ratio, ours, floor }]) => ({
        name: `(a) GET ${status} run / bare Koa + one query`,
        ratio,
        target: { atLeast: 1.3 },
        detail: `${rps(ours)} / ${rps(floor)}`,
      })),
      {
        name: '(d) GET run, 1,000,000 runs / 1,000 runs',
        ratio: many.ratio,
        target: { atLeast: 0.95 },
        detail: `${rps(many.ours)} / ${rps(many.floor)}`,
      },
    ];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all([small.db.close(), large.db.close()]);
  }
}

const apiEnv = { LIMITS_SCALE: '1000000', DATABASE_POOL: POOL, TEMPORAL_ADDRESS: '127.0.0.1:1' };

interface Prepared {
  db: TestDatabase;
  customer: Customer;
  finished: string[];
  running: string[];
}

async function prepare(runs: number): Promise<Prepared> {
  const db = await createTestDatabase();
  const customer = await createCustomer(db, { credits: 0 });
  const ids = Array.from({ length: runs }, () => newId('run'));
  for (let from = 0; from < runs; from += 50_000) {
    await db.pool.query({
      text: `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id, progress_total,
                               workflow_id, queue_expires_at, reserved_cents, started_at, completed_at, cost_micros)
             SELECT id, $2, $3, 'idea_check', 'live', status, stage, '{"idea": "bench"}', 'ent_bench', 3,
                    'evaluation/' || id, now() + '1 day', 100, now(), ended, cost
             FROM unnest($1::text[]) WITH ORDINALITY AS made(id, place)
             JOIN (VALUES (0, 'completed', 'done', now(), 12345), (1, 'running', 'researching', NULL, NULL))
               AS states(rest, status, stage, ended, cost) ON rest = place % 2`,
      values: [ids.slice(from, from + 50_000), customer.accountId, customer.keyId],
    });
  }
  await db.pool.query('VACUUM ANALYZE runs');
  // Requests the same number of different runs, spread over the whole table; every second one is running.
  const step = runs / RUNS;
  const spread = (first: number) => Array.from({ length: RUNS / 2 }, (_, i) => ids[Math.floor(2 * i * step) + first]!);
  return { db, customer, running: spread(0), finished: spread(1) };
}

/** What is used of autocannon, which comes from npm when it is first needed. */
type Autocannon = (options: {
  url: string;
  connections: number;
  duration: number;
  headers: Record<string, string>;
  requests: { path: string }[];
}) => Promise<{ non2xx: number; errors: number; requests: { average: number } }>;

async function load(server: ServerProcess, customer: Customer, runIds: readonly string[]): Promise<number> {
  const autocannon = createRequire(join(await loadTools(), 'package.json'))('autocannon') as Autocannon;
  const result = await autocannon({
    url: server.url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { 'x-api-key': customer.apiKey },
    requests: runIds.map((id) => ({ path: `/v1/runs/${id}` })),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 200`);
  return result.requests.average;
}
