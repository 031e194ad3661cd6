import { randomUUID } from 'node:crypto';
import { createCustomer, IDEA, type Customer } from '../../test/support/api';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { eventually } from '../../test/support/eventually';
import { alternate, median, percentile, type Row } from './compare';
import { closedLoop, steadily, timedPost, type Post } from './post';
import { startServer, type ServerProcess } from './process';
import { prepareWorker, startAgents, startWorker } from './product';

const ROUNDS = 5;
const POOL = '20';

/** Request rate of (b), and the duration of each round. */
const PER_SECOND = 50;
const STEADY_SECONDS = 8;

/** Closed loop with few connections, so that requests are timed and not a queue. */
const CONNECTIONS = 4;
const REQUESTS = 600;

/** Exceeds the bench: no session finishes, so only the start of runs is measured. */
const SLOW_STEP_MS = 600_000;

const TASK_QUEUE = 'bench-creates';

interface Side {
  server: ServerProcess;
  customer: Customer;
}

/**
 * (b) POST /v1/evaluations against a bare Koa server that does the same statements in one bare transaction: at a steady
 * rate with Temporal and a worker behind it, and as fast as a few connections go; and the time from commit to start at
 * that rate.
 */
export async function benchCreateEvaluation(): Promise<Row[]> {
  const db = await createTestDatabase();
  const [ours, bareOwner] = [
    await createCustomer(db, { credits: 20_000 }),
    await createCustomer(db, { credits: 20_000 }),
  ];
  const bareEnv = { DATABASE_POOL: POOL, ACCOUNT_ID: bareOwner.accountId, KEY_ID: bareOwner.keyId };
  const apiEnv = { LIMITS_SCALE: '1000000', DATABASE_POOL: POOL, DATABASE_URL: db.url, TASK_QUEUE };
  const servers = await Promise.all([
    startServer('tools/bench/bare/create-server.js', { ...bareEnv, DATABASE_URL: db.url }, '/ready'),
    startServer('server/main.js', { ...apiEnv, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS }, '/health/ready'),
    startServer('server/main.js', { ...apiEnv, TEMPORAL_ADDRESS: '127.0.0.1:1' }, '/health/ready'),
  ]);
  const [bare, api, apiAlone] = servers;
  const floor = { server: bare, customer: bareOwner };
  try {
    const path = await compareClosedLoop({ server: apiAlone, customer: ours }, floor);
    // Discards the undelivered starts of the closed loop.
    await db.pool.query('UPDATE outbox SET delivered_at = now() WHERE delivered_at IS NULL');
    return [...(await compareSteady(db, { server: api, customer: ours }, floor)), path];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await db.close();
  }
}

/** Measures the request path alone: Temporal is unreachable, so delivery takes no CPU. */
async function compareClosedLoop(ours: Side, floor: Side): Promise<Row> {
  const p50 = async (side: Side) => median(await closedLoop(REQUESTS, CONNECTIONS, () => post(side)));
  const figures = await alternate(
    ROUNDS,
    () => p50(ours),
    () => p50(floor),
  );
  return {
    name: `(b) POST evaluation / bare, ${CONNECTIONS} connections, p50`,
    ratio: figures.ratio,
    target: { atMost: 1.2 },
    detail: `${ms(median(figures.ours))} / ${ms(median(figures.floor))}`,
  };
}

/**
 * Measures both at the same rate at the same time, alternating by request: Temporal and the worker, busy with our runs,
 * load both alike.
 */
async function compareSteady(db: TestDatabase, ours: Side, floor: Side): Promise<Row[]> {
  const agents = await startAgents();
  await agents.pace(SLOW_STEP_MS);
  const worker = await startWorker('worker/main', await prepareWorker(db.url, agents, TASK_QUEUE));
  const rounds: { ours: number; floor: number; started: number; running: number }[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const times = { ours: [] as number[], floor: [] as number[] };
      const since = new Date();
      await steadily(2 * PER_SECOND * STEADY_SECONDS, 2 * PER_SECOND, async (index) => {
        if (index % 2 === 0) times.ours.push(await timedPost(post(ours)));
        else times.floor.push(await timedPost(post(floor)));
      });
      const delays = await delaysOfStarts(db, ours.customer, since);
      // The first round is the warm-up.
      if (round > 0) rounds.push({ ours: median(times.ours), floor: median(times.floor), ...delays });
    }
  } finally {
    await worker.stop();
    await agents.stop();
  }
  const middle = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure));
  return [
    {
      name: `(b) POST evaluation / bare, ${PER_SECOND} a second each, p50`,
      ratio: middle((round) => round.ours / round.floor),
      target: { atMost: 1.2 },
      detail: `${ms(middle((round) => round.ours))} / ${ms(middle((round) => round.floor))}`,
    },
    {
      name: `(b) commit to start at ${PER_SECOND} a second, p99 in seconds`,
      ratio: middle((round) => round.started) / 1_000,
      target: { atMost: 1 },
      detail: `in Temporal ${ms(middle((round) => round.started))}, run running ${ms(middle((round) => round.running))}`,
    },
  ];
}

/**
 * p99 in ms from a run's creation until Temporal had its workflow, and until the run was running; waits for all of
 * them.
 */
async function delaysOfStarts(db: TestDatabase, customer: Customer, since: Date) {
  const read = () =>
    db.pool.query<{ started: number | null; running: number | null }>({
      text: `SELECT extract(epoch FROM outbox.delivered_at - runs.created_at)::float8 * 1000 AS started,
                    extract(epoch FROM runs.started_at - runs.created_at)::float8 * 1000 AS running
             FROM runs JOIN outbox ON outbox.dedupe_key = 'start:' || runs.workflow_id
             WHERE runs.account_id = $1 AND runs.created_at >= $2`,
      values: [customer.accountId, since],
    });
  const rows = await eventually(
    'start of every run',
    async () => {
      const all = (await read()).rows;
      return all.every((row) => row.started !== null && row.running !== null) && all;
    },
    60_000,
  );
  const p99 = (name: 'started' | 'running') =>
    percentile(
      rows.map((row) => row[name]!),
      0.99,
    );
  return { started: p99('started'), running: p99('running') };
}

function post({ server, customer }: Side): Post {
  return {
    url: `${server.url}/v1/evaluations`,
    headers: { 'x-api-key': customer.apiKey, 'idempotency-key': randomUUID() },
    body: { idea: IDEA },
  };
}

function ms(value: number): string {
  return `${value.toFixed(value < 20 ? 2 : 0)} ms`;
}
