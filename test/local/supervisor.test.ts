import { Client } from 'pg';
import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../local/process/deadline';
import { identify } from '../../local/process/identity';
import { readReadyFile } from '../../local/ready-file';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { searchableFolder } from '../support/searchable-folder';
import {
  allExited,
  familyOf,
  startSupervisor,
  startThroughShell,
  type SupervisorProcess,
} from '../support/supervisor-process';

jest.setTimeout(120_000);

let folder: string;
let started: SupervisorProcess[];

beforeEach(() => {
  folder = searchableFolder(join(tmpdir(), 'noi-supervisor-'));
  started = [];
});

afterEach(async () => {
  for (const supervisor of started) {
    const family = supervisor.family();
    supervisor.kill('SIGKILL');
    await allExited(family);
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(settings: NodeJS.ProcessEnv = {}, args: string[] = []): SupervisorProcess {
  const supervisor = startSupervisor(folder, settings, args);
  started.push(supervisor);
  return supervisor;
}

async function starts(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM starts');
  await client.end();
  return Number(rows[0]!.count);
}

/** Positions of the first occurrence of each text in the output, to check their order. */
const order = (text: string, ...parts: string[]) => parts.map((part) => text.indexOf(part));
const ascending = (positions: number[]) => positions.every((at, i) => at >= 0 && (i === 0 || at > positions[i - 1]!));

test('everything starts in order, each line under the name of its process, and ready.json says where it is', async () => {
  const supervisor = start();
  const ready = await supervisor.ready();
  await supervisor.says(/is ready after/);

  const text = supervisor.output();
  expect(ascending(order(text, 'ok PostgreSQL', 'ok migrate', 'ok seed', 'ok provision agents', 'ok worker'))).toBe(
    true,
  );
  expect(ascending(order(text, 'ok Temporal', 'ok api'))).toBe(true);
  expect(text).toMatch(/^worker +\| \{.*"ready":true/m);
  // Keys are on the page that the last lines lead to, not in the scroll-back of a terminal.
  expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/local$/m);
  expect(text).not.toContain('noi_live_x');
  expect(Object.keys(ready.pids).sort()).toEqual([
    'agents',
    'api',
    'mail',
    'payments',
    'postgres',
    'supervisor',
    'temporal',
    'worker',
  ]);
  expect(ready).toMatchObject({
    keys: { live: 'noi_live_x', test: 'noi_test_x' },
    account: { id: 'acc_x' },
    metrics: {
      api: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      worker: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    },
  });
  expect(ready.metrics.api).not.toBe(ready.metrics.worker);
  const unauthorised = await fetch(`${ready.payments}/v1/balance`);
  expect(unauthorised.status).toBe(401);
  expect((await fetch(`${ready.api}/health/ready`)).status).toBe(200);
  expect((await fetch(ready.temporalWeb!)).status).toBe(200);
  expect((await fetch(`${ready.mail}/emails`, { headers: { authorization: 'Bearer any' } })).status).toBe(200);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops worker and API before the database, and leaves no process',
  async (signal) => {
    const supervisor = start();
    await supervisor.ready();
    const family = supervisor.family();
    expect(family.length).toBeGreaterThanOrEqual(7);

    supervisor.kill(signal);
    expect(await supervisor.exit()).toBe(0);
    await allExited(family);
    expect(ascending(order(supervisor.output(), 'worker stops', 'received fast shutdown request'))).toBe(true);
    expect(ascending(order(supervisor.output(), 'api stops', 'received fast shutdown request'))).toBe(true);
    expect(existsSync(join(folder, 'ready.json'))).toBe(false);
  },
);

test('a supervisor that is killed leaves no process either, and the next start works', async () => {
  const first = start();
  await first.ready();
  const family = first.family();
  first.kill('SIGKILL');
  await allExited(family);

  expect(await starts((await start().ready()).databaseOwner)).toBe(2);
});

test('stopping npm stops everything, even if its shell does not forward the signal', async () => {
  const npm = startThroughShell(folder);
  const ready = await until('ready.json', 60_000, () => readReadyFile(join(folder, 'ready.json')));
  const family = familyOf(npm.shell);
  expect(family.map(({ pid }) => pid)).toEqual(expect.arrayContaining(Object.values(ready.pids)));
  npm.stop();
  await allExited(family);
  expect(existsSync(join(folder, 'ready.json'))).toBe(false);
});

test.each(['api', 'worker', 'agents', 'temporal', 'postgres'])(
  '%s is started again when it dies, and ready.json follows',
  async (name) => {
    const supervisor = start();
    const before = (await supervisor.ready()).pids[name]!;
    process.kill(before, 'SIGKILL');
    const after = await until('new process id', 30_000, () => {
      const pid = readReadyFile(join(folder, 'ready.json'))?.pids[name];
      return pid && pid !== before ? pid : null;
    });
    await supervisor.says(new RegExp(`${name} is back`));
    expect(supervisor.output()).toMatch(new RegExp(`${name} ended .*; starting it again`));
    expect(identify(after)).not.toBeNull();
  },
);

test('a second start continues with the same data, --fresh starts from nothing', async () => {
  const runOnce = async (args: string[], settings: NodeJS.ProcessEnv = {}) => {
    const supervisor = start(settings, args);
    const count = await starts((await supervisor.ready()).databaseOwner);
    supervisor.kill('SIGTERM');
    await supervisor.exit();
    return count;
  };
  expect(await runOnce([])).toBe(1);
  expect(await runOnce([])).toBe(2);
  expect(await runOnce(['--fresh'])).toBe(1);
  expect(await runOnce([])).toBe(2);
  // Set by npm for `npm start --fresh`.
  expect(await runOnce([], { npm_config_fresh: 'true' })).toBe(1);
});

test('the application has a role of its own, which operators are left the way to; both go with the stop', async () => {
  const supervisor = start();
  const { database, databaseOwner } = await supervisor.ready();
  expect([new URL(database).username, new URL(databaseOwner).username]).toEqual(['noi_app', 'noi_owner']);
  const left = readFileSync(join(folder, 'operator.env'), 'utf8');
  expect(left).toContain(database);
  expect(left).not.toContain(databaseOwner);
  const client = new Client({ connectionString: database });
  await client.connect();
  await expect(client.query('DROP TABLE starts')).rejects.toThrow('must be owner');
  await client.end();
  supervisor.kill('SIGTERM');
  await supervisor.exit();
  expect(existsSync(join(folder, 'operator.env'))).toBe(false);
});

test('a second start on the same folder is refused and names the running one, which keeps running', async () => {
  const first = start();
  const ready = await first.ready();
  const second = start();
  expect(await second.exit()).toBe(1);
  expect(second.output()).toContain(`Process ${first.pid} already runs`);
  expect(second.output()).toContain(ready.api);
  expect((await fetch(`${ready.api}/health/ready`)).status).toBe(200);
});

test('supervisors that start at once all start, each on ports of its own', async () => {
  const folders = [1, 2].map((nth) => join(folder, String(nth)));
  const supervisors = folders.map((own) => {
    const supervisor = startSupervisor(own);
    started.push(supervisor);
    return supervisor;
  });
  const ready = await Promise.all(supervisors.map((supervisor) => supervisor.ready()));
  const addresses = ready.flatMap(({ api, temporal, temporalWeb, database, mail, agents, payments, metrics }) => [
    ...[api, temporalWeb, mail, agents, payments, metrics.api, metrics.worker].map((url) => new URL(url!).port),
    temporal.split(':')[1]!,
    new URL(database).port,
  ]);
  expect(new Set(addresses).size).toBe(2 * 9);
});

test('a taken port is stepped over, and said', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as { port: number };
  const supervisor = start({ PORT: String(port) });
  const ready = await supervisor.ready();
  expect(ready.api).not.toContain(`:${port}`);
  expect(supervisor.output()).toContain(`port ${port} is taken: API uses ${new URL(ready.api).port}`);
  holder.close();
});

test('a part that cannot start ends the start with its last words, and nothing stays behind', async () => {
  const supervisor = start({ NODE_OPTIONS: '', TEMPORAL_CLI_PATH: join(folder, 'no-such-program') });
  expect(await supervisor.exit()).toBe(1);
  expect(supervisor.output()).toContain('TEMPORAL_CLI_PATH');
  expect(existsSync(join(folder, 'ready.json'))).toBe(false);
  expect(existsSync(join(folder, 'supervisor.lock'))).toBe(false);
});

test('a signal while starting ends the start and what it had begun', async () => {
  const supervisor = start();
  await supervisor.says(/PostgreSQL \.\.\./);
  const family = supervisor.family();
  supervisor.kill('SIGTERM');
  expect(await supervisor.exit()).toBe(0);
  await allExited(family);
});

test('DATABASE_URL and TEMPORAL_ADDRESS replace the embedded parts, a real key replaces a stand-in', async () => {
  const settings = {
    DATABASE_URL: process.env.TEST_DATABASE_URL!,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS!,
    ANTHROPIC_API_KEY: 'key-of-the-user',
    STRIPE_SECRET_KEY_TEST: 'sk_test_of_the_user',
  };
  const ready = await start(settings).ready();
  expect(Object.keys(ready.pids).sort()).toEqual(['api', 'mail', 'supervisor', 'worker']);
  expect(ready).toMatchObject({
    database: settings.DATABASE_URL,
    temporal: settings.TEMPORAL_ADDRESS,
    temporalWeb: null,
    traces: null,
    agents: null,
    payments: null,
  });
  const seen = (await (await fetch(`${ready.api}/env`)).json()) as NodeJS.ProcessEnv;
  expect(seen).toMatchObject({
    ...settings,
    PUBLIC_URL: ready.api,
    CHECK_RESPONSES: 'true',
    TEMPORAL_NAMESPACE: 'default',
  });
  expect(seen.ANTHROPIC_BASE_URL).toBeUndefined();
  expect(seen.STRIPE_BASE_URL).toBeUndefined();
});

test('--observe starts a collector, configures API and worker with it, and its page is in ready.json; another collector is used as it is', async () => {
  const existing = {
    DATABASE_URL: process.env.TEST_DATABASE_URL!,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS!,
  };
  const observed = start(existing, ['--observe']);
  const ready = await observed.ready();
  expect(ready.pids).toHaveProperty('collector');
  const seen = (await (await fetch(`${ready.api}/env`)).json()) as NodeJS.ProcessEnv;
  expect(seen.OTEL_EXPORTER_OTLP_ENDPOINT).toBe(ready.traces);
  expect(await (await fetch(ready.traces!)).text()).toContain('No request was traced yet.');
  const metrics = await (await fetch(`${ready.traces}/metrics`)).text();
  expect(metrics).toMatch(/<h2>api<\/h2>.*<h2>worker<\/h2>/s);
  observed.kill('SIGTERM');
  await observed.exit();

  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  const elsewhere = await start({ ...existing, ...collector }, ['--observe']).ready();
  expect(elsewhere.traces).toBeNull();
  expect(await (await fetch(`${elsewhere.api}/env`)).json()).toMatchObject(collector);
});

test('--watch rebuilds after a change of a source file and restarts API and worker; the other parts go on', async () => {
  const supervisor = start({}, ['--watch']);
  const before = await supervisor.ready();
  await supervisor.says(/watching:/);

  const source = join(PACKAGE_ROOT, 'contracts', 'versions.ts');
  utimesSync(source, new Date(), new Date());
  await supervisor.says(/contracts\/versions\.ts changed: building/);
  await supervisor.says(/api is back/);
  await supervisor.says(/worker is back/);

  const after = await until('new processes in ready.json', 20_000, () => {
    const { pids } = readReadyFile(join(folder, 'ready.json'))!;
    return pids.api !== before.pids.api && pids.worker !== before.pids.worker ? pids : null;
  });
  expect(after).toMatchObject({ supervisor: before.pids.supervisor, payments: before.pids.payments });
});
