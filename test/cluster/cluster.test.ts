/** Tests a cluster without containers, with the commands from docs/runbook exactly as printed. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { readClusterFile, type ClusterFile } from '../../local/cluster/context';
import { ours, built } from '../../local/process/launch';
import { trust } from '../../stand-ins/internet/trust';
import { controlAgents } from '../support/agents';
import { call, createEvaluation, IDEA } from '../support/api';
import { inSession } from '../support/database';
import { eventually } from '../support/eventually';
import { OwnProcess } from '../support/own-process';
import { makePostgresPrograms } from '../support/postgres';
import { buildPrograms, searchableFolder } from '../support/programs';
import { commandsOf, commandsOfAlert } from '../support/runbook';

/** A slow machine may have to build the Temporal server first. A cluster that takes longer than this is hanging. */
const STARTS_WITHIN_MS = 20 * 60_000;
/** No part needs this long to recover and complete a run. */
const WITHIN_MS = 600_000;
/** Workers count as silent after 45 s, pollers as gone after 130 s. */
const SEEN_WITHIN_MS = 240_000;
/** Time between an agent's steps. The slow pace keeps sessions open for over a minute. */
const STEP_MS = 200;
const SLOW_STEP_MS = 30_000;

jest.setTimeout(2 * WITHIN_MS);

const root = searchableFolder(join(tmpdir(), 'noi-cluster-'));
const [programs, LOCAL_DIR, BACKUP_FOLDER] = [join(root, 'bin'), join(root, 'cluster'), join(root, 'backup')];
/** An operator's machine. Its client programs match the server's version, because installed ones may be older. */
const { TEST_DATABASE_URL: _database, TEST_TEMPORAL_ADDRESS: _temporal, ...outer } = process.env;
const env = { ...outer, LOCAL_DIR, BACKUP_FOLDER, LIMITS_SCALE: '1000000', SWEEP_INTERVAL: '10s' };
const shellEnv = { ...env, PATH: `${programs}:${process.env.PATH}` };
const program = new OwnProcess('the cluster', ours(built('local/cluster/main'), shellEnv, 60_000), {
  readySign: 'The cluster is ready',
  startsWithinMs: STARTS_WITHIN_MS,
});

const cluster = (): ClusterFile => readClusterFile(join(LOCAL_DIR, 'cluster.json'))!;
let api: { url: string };
let key: string;
const shells: number[] = [];

beforeAll(async () => {
  buildPrograms();
  makePostgresPrograms(programs, 'psql');
  mkdirSync(LOCAL_DIR);
  mkdirSync(BACKUP_FOLDER);
  await program.start();
  const { proxy, internet, keys } = cluster();
  trust(readFileSync(internet.authority, 'utf8'));
  api = { url: proxy };
  key = keys.live;
}, STARTS_WITHIN_MS);

afterAll(async () => {
  for (const pid of shells.filter(isAlive)) process.kill(-pid, 'SIGTERM');
  await program.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Starts an evaluation, retrying until the request is accepted. Returns the run's id. */
async function begin(): Promise<string> {
  const idempotencyKey = randomUUID();
  const ask = async () => {
    const answer = await createEvaluation(api, { apiKey: key }, idempotencyKey, { idea: `${IDEA}, ${idempotencyKey}` });
    return answer.status === 202 && answer;
  };
  return (await eventually('a request for a run is taken', () => ask().catch(() => null), WITHIN_MS)).body.runId;
}

/** Waits until a run ends or reaches this state. Fails if it ended in another state or is unknown. */
async function reaches(runId: string, state: string): Promise<void> {
  const over = ['completed', 'failed', 'canceled', 'expired', 'unknown', state];
  const read = async () => {
    const answer = await call<{ status: string }>(api, 'GET', `/v1/runs/${runId}`, { key }).catch(() => null);
    const status = answer?.status === 404 ? 'unknown' : answer?.status === 200 ? answer.body.status : '';
    return over.includes(status) && status;
  };
  expect(await eventually(`run ${runId} is ${state}`, read, WITHIN_MS)).toBe(state);
}

const answers = () =>
  eventually(
    'callers are answered',
    async () => (await fetch(`${api.url}/health/ready`).catch(() => null))?.ok,
    WITHIN_MS,
  );

/** Runs commands in a shell in the checkout, with the functions that docs/operations.md defines for the runbook. */
async function run(options: string, commands: string): Promise<{ code: number | null; output: string }> {
  const script = `set ${options}\n${commandsOf('operations.md', 'A shell for the runbook', 'cluster')}\n${commands}`;
  const child = spawn('sh', ['-c', script], { cwd: PACKAGE_ROOT, env: shellEnv, detached: true });
  shells.push(child.pid!);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

async function paste(commands: string): Promise<void> {
  const { code, output } = await run('-e', commands);
  expect({ code, commands, output: output.slice(-2_000) }).toMatchObject({ code: 0 });
}

/** Repeats commands, which may fail, until their output matches. */
async function shows(commands: string, pattern: RegExp): Promise<void> {
  let seen = '';
  const isShown = async () => pattern.test((seen = (await run('+e', commands)).output));
  await eventually('it is shown', isShown, SEEN_WITHIN_MS).catch(() => undefined);
  expect(seen).toMatch(pattern);
}

test('lists two running APIs and three running workers in cluster.json', () => {
  const file = cluster();
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
  const { api: apis, workers } = cluster();
  for (const { metrics } of [...apis, ...workers]) {
    // A worker is ready once its loops have completed a pass.
    await eventually('readiness', async () => (await fetch(`${metrics}/health/ready`)).ok, 60_000);
    expect(await (await fetch(`${metrics}/metrics`)).text()).toMatch(/^noi_build_info\{.*build_id="\w+"/m);
  }
});

test('limits callers by the address that the outer proxy saw, across both APIs', async () => {
  const left: number[] = [];
  for (let caller = 1; caller <= 6; caller++) {
    const headers = { 'x-forwarded-for': `203.0.113.${caller}` };
    const answer = await fetch(`${api.url}/v1/opportunities`, { headers });
    left.push(Number(/"ip";r=(\d+)/.exec(answer.headers.get('ratelimit')!)![1]));
  }
  expect(left).toEqual(left.map((_, index) => left[0]! - index));
});

test('replaces a killed process of each part, and completes a run afterwards', async () => {
  for (const part of ['api', 'worker', 'temporal', 'postgres']) {
    const [name, pid] = Object.entries(cluster().pids).find(([each]) => each.startsWith(part))!;
    process.kill(pid, 'SIGKILL');
    await eventually(`another process is in place of ${name}`, () => {
      const now = cluster().pids[name];
      return now !== undefined && now !== pid && isAlive(now);
    });
  }
  await reaches(await begin(), 'completed');
});

/** A fault to cause, the output expected from the first commands, and the state expected after the fix. */
interface Night {
  page: string;
  trouble(): Promise<string | void>;
  shows: RegExp;
  over(runId: string): Promise<unknown>;
}

const completes = (runId: string) => reaches(runId, 'completed');

const NIGHTS: Record<string, Night> = {
  'worker-frozen': {
    page: 'runs',
    async trouble() {
      for (const { pid } of cluster().workers) process.kill(pid, 'SIGSTOP');
      return begin();
    },
    shows: /No worker reports/,
    over: completes,
  },
  'api-down': { page: 'api', trouble: () => paste('cluster stop api'), shows: /^FAIL +api /m, over: answers },
  'database-unreachable': {
    page: 'database',
    trouble: () => paste('cluster stop postgres'),
    shows: /^FAIL +database /m,
    over: async () => completes(await begin()),
  },
  'outbox-stalled': {
    page: 'runs',
    async trouble() {
      await paste('cluster stop temporal');
      return begin();
    },
    shows: /^\([1-9]\d* rows?\)$/m,
    over: completes,
  },
  'build-gone': {
    page: 'runs',
    async trouble() {
      // The run's session must not end while the workers are stopped.
      const agents = controlAgents(cluster().agents, () => Promise.resolve());
      await agents.pace(SLOW_STEP_MS);
      const runId = await begin();
      await reaches(runId, 'running');
      await paste('cluster stop worker');
      await agents.pace(STEP_MS);
      return runId;
    },
    shows: /has pinned workflows and no worker/,
    over: completes,
  },
};

test.each(Object.entries(NIGHTS))(
  '%s is diagnosed by the first commands of its section, and fixed by its cure',
  async (alert, night) => {
    const { look, cure } = commandsOfAlert(`runbook/${night.page}.md`, alert, 'cluster');
    const runId = (await night.trouble()) ?? '';
    await shows(look, night.shows);
    await paste(cure);
    await night.over(runId);
  },
);

const follow = (section: string, values?: Readonly<Record<string, string>>) =>
  paste(commandsOf('runbook/restore.md', section, 'cluster', values));

/** Restores to MOMENT as docs/runbook/restore.md says, or to the end of the archive if MOMENT is empty. */
async function goBack(MOMENT: string): Promise<void> {
  await follow('Save what must be repeated');
  await follow('Stop');
  await follow('Put the backup in place', { MOMENT });
  await shows(commandsOf('runbook/restore.md', 'Look', 'cluster'), /^ *f$/m);
  await follow('Reset the recovery settings');
  await follow('Roles, migration, backup');
  await follow('Report the restore');
  await follow('Start the work');
  await follow('Compare', { SINCE: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) });
  await follow('Open');
  await answers();
}

test('restores to a point in time, then to the end of the archive, by the runbook', async () => {
  await follow('What is kept');
  const known = await begin();
  await completes(known);
  const open = await begin();
  const moment = await inSession(cluster().databaseOwner, async (session) => {
    const { rows } = await session.query<{ now: string }>('SELECT now()::text AS now');
    return rows[0]!.now;
  });
  const lost = await begin();
  await completes(lost);
  await goBack(moment);
  await completes(known);
  await completes(open);
  await reaches(lost, 'unknown');

  const since = await begin();
  await completes(since);
  await goBack('');
  for (const runId of [known, open, since, await begin()]) await completes(runId);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
