import autocannon from 'autocannon';
import { newId } from '../../contracts/ids';
import { createCustomer, type Customer } from '../support/api';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { alternate, median, type Row } from './compare';
import { startServer, type ServerProcess } from './process';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 50;
const RUNS = 1_000;
const MANY_RUNS = 1_000_000;
const POOL = '10';
/** The other API has answered (a) by then, and its code is compiled. */
const MANY_WARM_UPS = 4;

/**
 * (a) GET /v1/runs/{id} with key, rate limit, ETag and log against a bare Koa server that does one prepared query;
 * (d) the same with a million runs in the table against itself with a thousand.
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
    const floor = await alternate(
      ROUNDS,
      () => load(api, small),
      () => load(bare, small),
    );
    const many = await alternate(
      ROUNDS,
      () => load(apiOnMany, large),
      () => load(api, small),
      MANY_WARM_UPS,
    );
    const rps = (figures: number[]) => `${Math.round(median(figures))} rps`;
    return [
      {
        name: '(a) GET run / bare Koa + one query',
        ratio: floor.ratio,
        target: { atLeast: 1.2 },
        detail: `${rps(floor.ours)} / ${rps(floor.floor)}`,
      },
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
  runIds: string[];
}

async function prepare(runs: number): Promise<Prepared> {
  const db = await createTestDatabase();
  const customer = await createCustomer(db, { credits: 0 });
  const ids = Array.from({ length: runs }, () => newId('run'));
  for (let from = 0; from < runs; from += 50_000) {
    await db.pool.query({
      text: `INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id, progress_total,
                               workflow_id, queue_expires_at, started_at, completed_at, cost_micros)
             SELECT id, $2, $3, 'idea_check', 'live', 'completed', 'done', '{"idea": "bench"}', 'ent_bench', 3,
                    'evaluation/' || id, now(), now(), now(), 12345 FROM unnest($1::text[]) AS made(id)`,
      values: [ids.slice(from, from + 50_000), customer.accountId, customer.keyId],
    });
  }
  await db.pool.query('VACUUM ANALYZE runs');
  // Requests the same number of different runs, spread over the whole table.
  const step = runs / RUNS;
  return { db, customer, runIds: Array.from({ length: RUNS }, (_, i) => ids[Math.floor(i * step)]!) };
}

async function load(server: ServerProcess, { customer, runIds }: Prepared): Promise<number> {
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
