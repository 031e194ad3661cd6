/** Poolers between the product and PostgreSQL: PgBouncer, and proxies that drop parts of the protocol. */
import { execFile } from 'node:child_process';
import { freePort } from '../../local/ports';
import { built } from '../../local/process/launch';
import { openDatabase, REQUEST_TIMEOUTS } from '../../prisma/client';
import { connectionFlaw } from '../../prisma/connection-flaw';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { call, createCustomer, createEvaluation, startApi } from '../support/api';
import { eventually } from '../support/eventually';
import { runAdmin } from '../support/operator';
import { program } from '../support/processes';
import { startLosingProxy, startPooler, portOf, startStallingProxy, through } from '../support/proxies';
import { useDatabase } from '../support/use';

const db = useDatabase();

test('keeps timeouts behind a pooler in session mode, and notifies long polls', async () => {
  const { url } = await startPooler(db.url, 'session');
  expect(await connectionFlaw(url)).toBeNull();
  const behind = { ...db, ...openDatabase(url, 8, { timeouts: REQUEST_TIMEOUTS }), url };
  const { rows } = await behind.pool.query({
    text: `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
  });
  expect(rows).toEqual([{ statement: '3750ms', lock: '3s' }]);
  const api = await startApi(behind);
  const { apiKey: key, ...customer } = await createCustomer(db);
  const { runId } = (await createEvaluation(api, { apiKey: key, ...customer }, 'pooled')).body;
  const path = `/v1/runs/${runId}`;
  const seen = await call(api, 'GET', path, { key });
  const headers = { Prefer: 'wait=20', 'If-None-Match': seen.headers.get('etag')! };
  const waiting = call(api, 'GET', path, { key, headers });
  const text = `UPDATE runs SET metadata = '{"heard": "yes"}', version = version + 1 WHERE id = $1`;
  await db.pool.query({ text, values: [runId] });
  expect((await waiting).body.metadata).toEqual({ heard: 'yes' });
  await api.close();
  await behind.close();
});

const dropping = async (text: string, by: string) => {
  const proxy = await startLosingProxy(db.url);
  proxy.swap(text, by);
  return proxy.url;
};
const changed = (change: Partial<URL>) => Promise.resolve(Object.assign(new URL(db.url), change).href);
const POOLER = /The pooler in front of PostgreSQL gives each transaction another session .* use session mode/;

test.each<[string, () => Promise<string>, RegExp]>([
  ['a pooler in transaction mode', async () => (await startPooler(db.url, 'transaction')).url, POOLER],
  ['a pooler in statement mode', async () => (await startPooler(db.url, 'statement')).url, POOLER],
  [
    'something that drops timeouts',
    () => dropping("statement_timeout = '3750'", "statement_timeout = '0000'"),
    /drops settings of its sessions \(statement_timeout\)/,
  ],
  [
    'something that drops notifications',
    () => dropping('LISTEN connection_check', 'LISTEN connection_hocus'),
    /does not pass on notifications \(LISTEN\)/,
  ],
  ['a wrong password', () => changed({ password: 'wrong' }), /password authentication failed for user/],
  ['a missing database', () => changed({ pathname: '/nowhere' }), /database .*nowhere.* does not exist/],
])('API, worker and doctor name %s at once', async (_, urlOf, reason) => {
  const url = await urlOf();
  const env = { DATABASE_URL: url, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS };
  for (const script of ['server/main', 'worker/main']) {
    const port = String(await freePort());
    const { code, output } = await run(script, { ...env, PORT: port, ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY });
    expect(output).toMatch(reason);
    expect(output).not.toContain(url);
    expect(code).toBe(1);
  }
  const { stdout } = await runAdmin(['doctor', '--json'], env);
  const findings = JSON.parse(stdout) as { name: string }[];
  expect(findings.find(({ name }) => name === 'database')).toMatchObject({ status: 'fail' });
});

test('a process waits until its database answers', async () => {
  const proxy = await startStallingProxy(portOf(db.url));
  proxy.stall({ further: true });
  const port = String(await freePort());
  const env = { DATABASE_URL: through(db.url, proxy), PORT: port, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS };
  const api = program('server/main', env);
  try {
    await api.start();
    // The session check has timed out once and is starting again.
    await eventually('it asked', () => proxy.connections() > 1);
    proxy.resume();
    const ready = () => fetch(`http://127.0.0.1:${port}/health/ready`).then(({ status }) => status);
    expect(await eventually('it answers', async () => (await ready()) === 200)).toBe(true);
  } finally {
    await api.kill();
    await proxy.close();
  }
});

function run(script: string, env: NodeJS.ProcessEnv): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [built(script)], { env: { PATH: process.env.PATH, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}
