import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readClusterFile, type ClusterFile } from '../../local/cluster/file';
import { built } from '../../local/programs';
import { trust } from '../../stand-ins/internet/trust';
import { buildPrograms, searchableFolder } from '../support/programs';
import { call, createEvaluation } from '../support/api';
import { eventually, failing, retryUntilAnswered } from '../support/eventually';

/** The server may have to be built, and the machine may be slow: only a cluster that hangs takes longer. */
const STARTS_WITHIN_MS = 20 * 60_000;

const folder = searchableFolder(join(tmpdir(), 'noi-cluster-'));
const path = join(folder, 'cluster.json');
let program: { child: ChildProcess; output: () => string };

beforeAll(async () => {
  buildPrograms();
  program = start();
  await eventually('cluster.json', () => ended(program) || readClusterFile(path), STARTS_WITHIN_MS);
  if (ended(program)) throw new Error(`The cluster did not start:\n${program.output().slice(-4_000)}`);
  trust(readFileSync(readClusterFile(path)!.internet.authority, 'utf8'));
}, STARTS_WITHIN_MS);

afterAll(async () => {
  if (!ended(program)) {
    program.child.kill('SIGTERM');
    await once(program.child, 'close');
  }
  rmSync(folder, { recursive: true, force: true });
});

test('names in cluster.json two APIs and three workers that run', () => {
  const file = readClusterFile(path)!;
  expect(file.api).toHaveLength(2);
  expect(file.workers).toHaveLength(3);
  for (const pid of [...file.api, ...file.workers].map((each) => each.pid)) expect(isAlive(pid)).toBe(true);
  const address = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(file).toMatchObject({
    proxy: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
    internet: { authority: expect.any(String), settings: expect.any(Object) },
    agents: address,
    payments: address,
    mail: address,
    control: address,
    temporal: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    database: expect.stringContaining('noi_app'),
    keys: { live: expect.any(String), test: expect.any(String) },
    account: { id: expect.stringMatching(/^acc_/), email: expect.any(String) },
  } satisfies Record<keyof Omit<ClusterFile, 'api' | 'workers' | 'databaseOwner' | 'pids'>, unknown>);
});

test('serves readiness and the build of each API and worker', async () => {
  const { api, workers } = readClusterFile(path)!;
  for (const { metrics } of [...api, ...workers]) {
    // A worker is ready once its loops have made a pass.
    await eventually('readiness', async () => (await fetch(`${metrics}/health/ready`)).ok, 60_000);
    expect(await (await fetch(`${metrics}/metrics`)).text()).toMatch(/^noi_build_info\{.*build_id="\w+"/m);
  }
});

test('counts callers by the address the outer proxy saw, in one count for both APIs', async () => {
  const { proxy } = readClusterFile(path)!;
  const left: number[] = [];
  for (let caller = 1; caller <= 6; caller++) {
    const answer = await fetch(`${proxy}/v1/opportunities`, { headers: { 'x-forwarded-for': `203.0.113.${caller}` } });
    left.push(Number(/"ip";r=(\d+)/.exec(answer.headers.get('ratelimit')!)![1]));
  }
  expect(left).toEqual(left.map((_, index) => left[0]! - index));
});

test('replaces a process of each part that is killed, and completes a run afterwards', async () => {
  for (const part of ['api', 'worker', 'temporal', 'postgres']) {
    const [name, pid] = Object.entries(readClusterFile(path)!.pids).find(([each]) => each.startsWith(part))!;
    process.kill(pid, 'SIGKILL');
    await eventually(`another process is in place of ${name}`, () => {
      const now = readClusterFile(path)?.pids[name];
      return now !== undefined && now !== pid && isAlive(now);
    });
  }
  const { proxy: url, keys } = readClusterFile(path)!;
  const create = () => createEvaluation({ url }, { apiKey: keys.live }, 'after-the-kills');
  const { runId } = (await retryUntilAnswered('POST /v1/evaluations', create, failing))!.body;
  const read = () => call<{ status: string }>({ url }, 'GET', `/v1/runs/${runId}`, { key: keys.live });
  await eventually('the run is completed', async () => (await read()).body?.status === 'completed', 180_000);
}, 600_000);

function start(): typeof program {
  const { TEST_DATABASE_URL: _database, TEST_TEMPORAL_ADDRESS: _temporal, ...env } = process.env;
  const child = spawn(
    process.execPath,
    ['--require', built('local/process/follow-parent'), built('local/cluster/main')],
    {
      env: { ...env, LOCAL_DIR: folder },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { child, output: () => output };
}

const ended = ({ child }: typeof program) => child.exitCode !== null || child.signalCode !== null;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
