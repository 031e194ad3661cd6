import { Client } from 'pg';
import { msToTs } from '@temporalio/common/lib/time';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SEARCH_ATTRIBUTES } from '../../contracts/search-attributes';
import { missingSearchAttributes, registerSearchAttributes } from '../../providers/search-attributes';
import { startPostgres } from '../../local/postgres/start-postgres';
import { identify } from '../../local/process/identity';
import { until } from '../../local/process/deadline';
import { built } from '../../local/programs';
import { createTestDatabase } from '../support/database';
import { searchableFolder } from '../support/searchable-folder';
import { startTemporal } from '../../local/temporal/start-temporal';

jest.setTimeout(60_000);

let folder: string;
beforeEach(() => (folder = searchableFolder(join(tmpdir(), 'noi-parts-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const startIn = (dataDir: string, more = {}) => startPostgres({ dataDir, durable: false, ...more });

test('PostgreSQL keeps its data over a stop and a start, and no process is left in between', async () => {
  const first = await startIn(join(folder, 'pg'));
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const pid = first.pid();
  await first.stop();
  expect(identify(pid)).toBeNull();

  const second = await startIn(join(folder, 'pg'));
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('PostgreSQL asks for its random password, sorts alike everywhere, and has no socket file', async () => {
  const postgres = await startIn(join(folder, 'pg'));
  const wrong = new URL(postgres.url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect(await query(postgres.url, 'SHOW unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
  expect(await query(postgres.url, "SELECT datlocale FROM pg_database WHERE datname = 'postgres'")).toEqual([
    { datlocale: 'C.UTF-8' },
  ]);
  await postgres.stop();
});

test('a folder that PostgreSQL’s account cannot reach is replaced by one outside, the same at each start', async () => {
  if (process.getuid?.() !== 0) return;
  chmodSync(folder, 0o700);
  const notes: string[] = [];
  const output = { line: () => undefined, note: (text: string) => void notes.push(text) };
  const first = await startIn(join(folder, 'pg'), { output });
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  const second = await startIn(join(folder, 'pg'));
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await second.stop();
  expect(second.dataDir).toBe(first.dataDir);
  expect(notes.join()).toContain(`the database is kept in ${first.dataDir}`);
  rmSync(first.dataDir, { recursive: true });
});

test('PostgreSQL that dies is started again where that is asked for', async () => {
  let starts = 0;
  const postgres = await startIn(join(folder, 'pg'), { restart: true, onReady: () => starts++ });
  const dead = postgres.pid();
  process.kill(dead, 'SIGKILL');
  await until('restart', 20_000, () => (starts === 2 ? true : null));
  expect(postgres.pid()).not.toBe(dead);
  expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test('a taken port is reported with the log of the server', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as { port: number };
  await expect(startIn(join(folder, 'pg'), { port })).rejects.toThrow(/could not bind IPv4/);
  holder.close();
});

test('a PostgreSQL whose guard was killed is ended by the next start on the same folder', async () => {
  const orphaned = await startIn(join(folder, 'pg'));
  const pid = orphaned.pid();
  const guard = parentOf(pid);
  process.kill(guard, 'SIGKILL');
  await until('end of the guard', 5_000, () => (identify(guard) === null ? true : null));
  expect(identify(pid)).not.toBeNull();

  const next = await startIn(join(folder, 'pg'));
  expect(identify(pid)).toBeNull();
  await next.stop();
});

function parentOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
}

test('Temporal takes requests as soon as it is started, with our search attributes, and keeps them in its folder', async () => {
  const dataDir = join(folder, 'temporal');
  for (const round of ['first', 'second']) {
    const temporal = await startTemporal({ dataDir });
    const connection = await Connection.connect({ address: temporal.address });
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'default' });
    expect({ round, names: Object.keys(customAttributes) }).toEqual({
      round,
      names: expect.arrayContaining(Object.values(SEARCH_ATTRIBUTES).map(({ name }) => name)) as string[],
    });
    expect((await fetch(temporal.webUrl)).status).toBe(200);
    await connection.close();
    const pid = temporal.pid();
    await temporal.stop();
    expect(identify(pid)).toBeNull();
  }
  expect(existsSync(join(dataDir, 'temporal.db'))).toBe(true);
  const modes = ['.', ...readdirSync(dataDir)].map((name) => [name, statSync(join(dataDir, name)).mode & 0o777]);
  expect(modes.filter(([name, mode]) => mode !== (name === '.' ? 0o700 : 0o600))).toEqual([]);
});

test('Temporal takes a workflow that carries all our search attributes', async () => {
  const connection = await Connection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! });
  const { workflow } = new TemporalClient({ connection });
  const searchAttributes = Object.fromEntries(
    Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => [name, type === 'INT' ? [1] : ['x']]),
  );
  const id = `search-attributes-${process.pid}`;
  const handle = await workflow.start('none', { taskQueue: id, workflowId: id, searchAttributes });
  const described = await handle.describe();
  expect(described.searchAttributes).toMatchObject(searchAttributes);
  await handle.terminate();
  await connection.close();
});

test('a namespace that lacks our search attributes gets them, by any number of workers at once', async () => {
  const connection = await Connection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! });
  const namespace = `upgraded-${process.pid}`;
  const workflowExecutionRetentionPeriod = msToTs('1 day');
  await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  await until('the namespace', 30_000, () =>
    missingSearchAttributes(connection, namespace).then(
      (missing) => missing.length > 0 || null,
      () => null,
    ),
  );
  await Promise.all([1, 2, 3].map(() => registerSearchAttributes(connection, namespace)));
  await registerSearchAttributes(connection, namespace);
  expect(await missingSearchAttributes(connection, namespace)).toEqual([]);
  await connection.close();
});

test('the parts of the whole run answer at the addresses that tests are given', async () => {
  expect(await query(process.env.TEST_DATABASE_URL!, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  const connection = await Connection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! });
  await connection.close();
});

test('the built product prepares its database: what npm start and npm run demo run', async () => {
  const db = await createTestDatabase(1);
  const program = `const { builtPreparation } = require(process.argv[1]);
    (async () => {
      const { applied } = await builtPreparation.migrate(process.argv[2], null);
      const { keys } = await builtPreparation.seed(process.argv[2], process.argv[3]);
      console.log(JSON.stringify([applied, Object.keys(keys)]));
    })().catch((error) => { console.error(error); process.exit(1); });`;
  const args = ['-e', program, built('local/preparation'), db.ownerUrl, join(folder, 'keys.json')];
  try {
    expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toEqual([[], ['live', 'test']]);
  } finally {
    await db.close();
  }
}, 180_000);
