/** PgBouncer between the product and PostgreSQL. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '../../local/ports';
import { built } from '../../local/programs';
import { openDatabase, REQUEST_PATIENCE } from '../../prisma/client';
import { connectionFlaw } from '../../prisma/connection-flaw';
import { isDatabaseUnavailable } from '../../prisma/unavailable';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { eventually } from '../support/eventually';
import { program } from '../support/processes';
import { portOf, startStallingProxy, through } from '../support/silence';
import { call, createCustomer, createEvaluation, startApi } from '../support/api';
import type { TestDatabase } from '../support/database';
import { startLosingProxy, type LosingProxy } from '../support/lost-answers';
import { runAdmin } from '../support/operator';
import { startPooler } from '../support/pooler';
import { useDatabase } from '../support/use';

const db = useDatabase();

/** The same database, behind a pooler. */
async function pooled(): Promise<TestDatabase> {
  const pooler = await startPooler(db.url, 'session');
  return { ...db, ...openDatabase(pooler.url, 8, { patience: REQUEST_PATIENCE }), url: pooler.url };
}

test('a connection that fails while it is checked ends no process as its notification never comes', async () => {
  const proxy = await startLosingProxy(db.url);
  proxy.swap('NOTIFY', 'NOTHIN');
  // As a process of its own, which outlives the wait for a notification.
  const script = `
    const { connectionFlaw } = require(${JSON.stringify(built('prisma/connection-flaw'))});
    connectionFlaw(${JSON.stringify(proxy.url)}).catch(({ message }) => console.log(message));
    setTimeout(() => console.log('still there'), 6_000);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
  expect(stdout).toBe('syntax error at or near "NOTHIN"\nstill there\n');
});

test('a database that goes away while it is checked is an outage, and no pooler that passes no notifications on', async () => {
  const proxy = await startLosingProxy(db.url);
  proxy.swap('NOTIFY', 'LISTEN');
  expect(await connectionFlaw(proxy.url)).toMatch(/passes no notifications on \(LISTEN\)/);

  const checked = connectionFlaw(proxy.url).catch((error: unknown) => error);
  await eventually('the listener was ended', async () => {
    const { rowCount } = await db.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN connection_check'",
    );
    return rowCount! > 0;
  });
  expect(isDatabaseUnavailable(await checked)).toBe(true);
});

describe('behind a pooler in session mode', () => {
  test('statements keep their timeouts and isolation, and no session is shared', async () => {
    const behind = await pooled();
    const { rows } = await behind.pool.query({
      text: `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
                    current_setting('transaction_isolation') AS isolation`,
    });
    await behind.close();
    expect(rows).toEqual([{ statement: '3750ms', lock: '3s', isolation: 'read committed' }]);
    expect(await connectionFlaw(behind.url)).toBeNull();
  });

  test('a run is accepted, and a poll that waits hears of a change by another process', async () => {
    const behind = await pooled();
    const api = await startApi(behind);
    const customer = await createCustomer(db);
    const { runId } = (await createEvaluation(api, customer, 'pooled')).body;
    const path = `/v1/runs/${runId}`;
    const seen = await call(api, 'GET', path, { key: customer.apiKey });
    const headers = { Prefer: 'wait=20', 'If-None-Match': seen.headers.get('etag')! };
    const waiting = call(api, 'GET', path, { key: customer.apiKey, headers });
    await db.pool.query({
      text: `UPDATE runs SET metadata = '{"heard": "yes"}', version = version + 1 WHERE id = $1`,
      values: [runId],
    });
    expect((await waiting).body.metadata).toEqual({ heard: 'yes' });
    await api.close();
    await behind.close();
  });
});

describe.each(['transaction', 'statement'] as const)('behind a pooler in %s mode', (mode) => {
  const refusal = /The pooler in front of PostgreSQL gives each transaction another session .* use session mode/;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    const { url } = await startPooler(db.url, mode);
    env = { DATABASE_URL: url, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS };
  });

  test.each(['server/main', 'worker/main'])('%s ends with a sentence that says what to do', async (script) => {
    const port = String(await freePort());
    const { code, output } = await run(script, { ...env, PORT: port, ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY });
    expect(output).toMatch(refusal);
    expect(code).toBe(1);
  });

  test('the doctor says so', async () => {
    const { stdout } = await runAdmin(['doctor', '--json'], env);
    const findings = JSON.parse(stdout) as { name: string }[];
    expect(findings.find(({ name }) => name === 'database')).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(refusal),
      cure: expect.stringContaining('pool_mode = session'),
    });
  });
});

describe.each([
  [
    'timeouts',
    "statement_timeout = '3750'",
    "statement_timeout = '0000'",
    /drops settings of its sessions \(statement_timeout\)/,
  ],
  ['notifications', 'LISTEN connection_check', 'LISTEN connection_hocus', /passes no notifications on \(LISTEN\)/],
] as const)('behind something that drops %s', (_, text, by, refusal) => {
  let proxy: LosingProxy;
  beforeAll(async () => {
    proxy = await startLosingProxy(db.url);
    proxy.swap(text, by);
  });

  test.each(['server/main', 'worker/main'])('%s ends with a sentence', async (script) => {
    const env = { DATABASE_URL: proxy.url, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS };
    const port = String(await freePort());
    const { code, output } = await run(script, { ...env, PORT: port, ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY });
    expect(output).toMatch(refusal);
    expect(code).toBe(1);
  });

  test('the doctor says so', async () => {
    const { stdout } = await runAdmin(['doctor', '--json'], {
      DATABASE_URL: proxy.url,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
    });
    const findings = JSON.parse(stdout) as { name: string }[];
    const found = { status: 'fail', detail: expect.stringMatching(refusal) };
    expect(findings.find(({ name }) => name === 'database')).toMatchObject(found);
  });
});

describe.each([
  ['a wrong password', (url: URL) => void (url.password = 'wrong'), /password authentication failed for user/],
  [
    'a database that is not there',
    (url: URL) => void (url.pathname = '/nowhere'),
    /database .*nowhere.* does not exist/,
  ],
])('a process with %s', (_, spoil, reason) => {
  test.each(['server/main', 'worker/main'])('is not kept waiting: %s ends with a sentence', async (script) => {
    const url = new URL(db.url);
    spoil(url);
    const env = { DATABASE_URL: url.href, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS };
    const port = String(await freePort());
    const { code, output } = await run(script, { ...env, PORT: port, ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY });
    expect(output).toMatch(reason);
    expect(output).toContain('Correct DATABASE_URL.');
    expect(output).not.toContain(url.href);
    expect(code).toBe(1);
  });
});

test('a process whose database does not answer yet waits for it', async () => {
  const proxy = await startStallingProxy(portOf(db.url));
  proxy.stall({ further: true });
  const port = String(await freePort());
  const env = { DATABASE_URL: through(db.url, proxy), PORT: port, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS };
  const api = program('server/main', env, '"ready"');
  try {
    await api.start();
    // The check of its sessions has been given up once, and begins again.
    await eventually('it asked', () => proxy.connections() > 1);
    proxy.resume();
    const ready = () => fetch(`http://127.0.0.1:${port}/health/ready`).then(({ status }) => status);
    expect(await eventually('it answers', async () => (await ready()) === 200)).toBe(true);
  } finally {
    await api.kill();
    await proxy.close();
  }
});

/** Runs a program to its end. */
function run(script: string, env: NodeJS.ProcessEnv): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [built(script)], { env: { PATH: process.env.PATH, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}
