import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { readReadyFile } from '../../local/files';
import { identify } from '../../local/process/identity';
import { until } from '../../local/process/launch';
import { searchableFolder } from '../support/programs';
import {
  allExited,
  familyOf,
  startSupervisor,
  startThroughShell,
  type SupervisorProcess,
} from '../support/supervisor-process';

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

const readyFile = () => readReadyFile(join(folder, 'ready.json'));

test('npm start starts every part, restarts those that die, and stops them all', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as AddressInfo;
  const supervisor = start({ PORT: String(port) });
  const ready = await supervisor.ready();
  await supervisor.says(/is ready after/);
  expect(supervisor.output()).toContain(`port ${port} is taken: API uses ${new URL(ready.api).port}`);
  expect(supervisor.output()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/local$/m);
  // Keys are on the page that the last lines link to, not in the terminal's scrollback.
  expect(supervisor.output()).not.toContain('noi_live_x');
  expect(ready).toMatchObject({ keys: { live: 'noi_live_x', test: 'noi_test_x' }, account: { id: 'acc_x' } });
  expect((await fetch(`${ready.api}/health/ready`)).status).toBe(200);
  expect((await fetch(ready.temporalWeb!)).status).toBe(200);
  expect([new URL(ready.database).username, new URL(ready.databaseOwner).username]).toEqual(['noi_app', 'noi_owner']);
  for (const file of ['ready.json', 'operator.env']) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  const left = readFileSync(join(folder, 'operator.env'), 'utf8');
  expect(left).toContain(ready.database);
  expect(left).not.toContain(ready.databaseOwner);

  const second = start();
  expect(await second.exit()).toBe(1);
  expect(second.output()).toContain(`Process ${supervisor.pid} is already running`);

  for (const name of ['api', 'worker', 'agents', 'temporal', 'postgres']) {
    const before = readyFile()!.pids[name]!;
    process.kill(before, 'SIGKILL');
    const after = await until(`new process of ${name}`, 30_000, () => {
      const pid = readyFile()?.pids[name];
      return pid && pid !== before ? pid : null;
    });
    await supervisor.says(new RegExp(`${name} is back`));
    expect(identify(after)).not.toBeNull();
  }

  const family = supervisor.family();
  supervisor.kill('SIGTERM');
  expect(await supervisor.exit()).toBe(0);
  await allExited(family);
  const output = supervisor.output();
  expect(output.indexOf('worker stops')).toBeLessThan(output.lastIndexOf('received fast shutdown request'));
  for (const file of ['ready.json', 'operator.env']) expect(existsSync(join(folder, file))).toBe(false);
  holder.close();
});

test('a killed supervisor leaves no process, and only --fresh deletes its data', async () => {
  const first = start();
  await first.ready();
  const family = first.family();
  first.kill('SIGKILL');
  await allExited(family);
  const next = start();
  expect(await starts((await next.ready()).databaseOwner)).toBe(2);
  next.kill('SIGTERM');
  await next.exit();
  expect(await starts((await start({}, ['--fresh']).ready()).databaseOwner)).toBe(1);
});

test('stopping npm stops everything, even if its shell does not forward the signal', async () => {
  const npm = startThroughShell(folder);
  const ready = await until('ready.json', 60_000, readyFile);
  const family = familyOf(npm.shell);
  expect(family.map(({ pid }) => pid)).toEqual(expect.arrayContaining(Object.values(ready.pids)));
  npm.stop();
  await allExited(family);
});

test('a part that cannot start aborts the start and leaves nothing running', async () => {
  const supervisor = start({ NODE_OPTIONS: '', TEMPORAL_CLI_PATH: join(folder, 'no-such-program') });
  expect(await supervisor.exit()).toBe(1);
  expect(supervisor.output()).toContain('TEMPORAL_CLI_PATH');
  for (const file of ['ready.json', 'supervisor.lock']) expect(existsSync(join(folder, file))).toBe(false);
});

test('settings replace embedded parts and stand-ins; --observe adds a collector', async () => {
  const settings = {
    DATABASE_URL: process.env.TEST_DATABASE_URL!,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS!,
    ANTHROPIC_API_KEY: 'key-of-the-user',
    STRIPE_SECRET_KEY_TEST: 'sk_test_of_the_user',
  };
  const ready = await start(settings, ['--observe']).ready();
  expect(Object.keys(ready.pids).toSorted()).toEqual(['api', 'collector', 'mail', 'supervisor', 'worker']);
  expect(ready).toMatchObject({ database: settings.DATABASE_URL, temporalWeb: null, agents: null, payments: null });
  const seen = (await (await fetch(`${ready.api}/env`)).json()) as NodeJS.ProcessEnv;
  expect(seen).toMatchObject({ ...settings, PUBLIC_URL: ready.api, OTEL_EXPORTER_OTLP_ENDPOINT: ready.traces });
  expect([seen.ANTHROPIC_BASE_URL, seen.STRIPE_BASE_URL]).toEqual([undefined, undefined]);
  expect(await (await fetch(ready.traces!)).text()).toContain('No traces yet.');
});
