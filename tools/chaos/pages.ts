/** Pages of docs/runbook, played on the bare cluster as they are printed. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readClusterFile, type ClusterFile } from '../../local/cluster/file';
import { startCluster } from '../../local/cluster/start';
import { localFolder } from '../../local/folder';
import { builtPreparation } from '../../local/preparation';
import { stopOnSignal } from '../../local/process/stop-on-signal';
import { report } from '../../local/report';
import { BUILT_SCRIPTS } from '../../local/start';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { trust } from '../../stand-ins/internet/trust';
import { controlAgents } from '../../test/support/agents';
import { call, createEvaluation, IDEA } from '../../test/support/api';
import { inSession } from '../../test/support/database';
import { eventually } from '../../test/support/eventually';
import { makePostgresPrograms } from '../../test/support/postgres';
import { searchableFolder } from '../../test/support/programs';
import { commandsOf } from '../../test/support/runbook';

/** Longer than any part takes to come back, together with a run. */
const WITHIN_MS = 600_000;
/** Workers count as silent after 45 s, pollers as gone after 130 s. */
const SEEN_WITHIN_MS = 240_000;
/** Pace of agents, and one by which no session ends in a minute. */
const STEP_MS = 200;
const SLOW_STEP_MS = 30_000;
const DAY_MS = 86_400_000;

const say = (text: string) => void process.stdout.write(`${text}\n`);

type Shell = ReturnType<typeof openShell>;
type Scene = ReturnType<typeof openScene>;

/** A night: a trouble that is brought about, and the page whose commands end it. */
interface Night {
  /** Brings the trouble about; what it returns is for `over`. */
  trouble(scene: Scene): Promise<string>;
  /** What the first look of the page shows while the trouble lasts. */
  shows: RegExp;
  /** Resolves once the trouble is over. @throws Error where the cure did not end it */
  over(scene: Scene, begun: string): Promise<void>;
}

const completes = (scene: Scene, runId: string) => scene.reaches(runId, 'completed');

/** Nights that are played, in their order, by the page of docs/runbook. */
const NIGHTS: Record<string, Night> = {
  'worker-frozen': {
    async trouble(scene) {
      for (const { pid } of scene.cluster().workers) process.kill(pid, 'SIGSTOP');
      return scene.begin();
    },
    shows: /No worker reports/,
    over: completes,
  },
  'api-down': {
    trouble: (scene) => scene.shell.paste('cluster stop api'),
    shows: /^FAIL +api /m,
    over: (scene) => scene.answers(),
  },
  'database-unreachable': {
    trouble: (scene) => scene.shell.paste('cluster stop postgres'),
    shows: /^FAIL +database /m,
    over: async (scene) => completes(scene, await scene.begin()),
  },
  'outbox-stalled': {
    async trouble(scene) {
      await scene.shell.paste('cluster stop temporal');
      return scene.begin();
    },
    shows: /^\([1-9]\d* rows?\)$/m,
    over: completes,
  },
  'build-gone': {
    async trouble(scene) {
      // Its session must not end while the workers do.
      const agents = controlAgents(scene.cluster().agents, () => Promise.resolve());
      await agents.pace(SLOW_STEP_MS);
      const runId = await scene.begin();
      await scene.reaches(runId, 'running');
      await scene.shell.paste('cluster stop worker');
      await agents.pace(STEP_MS);
      return runId;
    },
    shows: /has pinned workflows and no worker/,
    over: completes,
  },
};

/**
 * Starts the cluster, brings troubles about, and does what pages of docs/ print for it: the first look has to show the
 * trouble, and the cure to end it. `chosen` are names of pages; all where there is none.
 *
 * @throws Error where a page does not do what it says
 */
export async function playPages(chosen: readonly string[]): Promise<void> {
  const root = searchableFolder(join(tmpdir(), 'noi-pages-'));
  const env = environmentIn(root);
  const folder = localFolder(env);
  const abort = new AbortController();
  const running = stopOnSignal(abort, say);
  const cluster = await startCluster({
    folder,
    env,
    report: { ...report(createWriteStream(join(folder.root, 'cluster.log')), false), note: say },
    preparation: builtPreparation,
    scripts: BUILT_SCRIPTS,
    signal: abort.signal,
  });
  await running.started(cluster);
  const shell = openShell(env);
  try {
    const scene = openScene(cluster.path, shell);
    for (const page of [...Object.keys(NIGHTS), 'restore']) {
      if (chosen.length > 0 && !chosen.includes(page)) continue;
      const begunAt = performance.now();
      await (page === 'restore' ? restore(scene) : playNight(page, scene));
      say(`${page}: did what its page says, in ${((performance.now() - begunAt) / 1_000).toFixed(0)} s`);
    }
  } finally {
    shell.close();
    await cluster.stop();
  }
  rmSync(root, { recursive: true, force: true });
}

/**
 * What stands for an operator's machine: folders of its own, and client programs of the server's version, because those of
 * this machine can be older.
 */
function environmentIn(root: string): NodeJS.ProcessEnv {
  const [programs, LOCAL_DIR, BACKUP_FOLDER] = [join(root, 'bin'), join(root, 'cluster'), join(root, 'backup')];
  makePostgresPrograms(programs, 'psql');
  mkdirSync(LOCAL_DIR);
  mkdirSync(BACKUP_FOLDER);
  const settings = { LOCAL_DIR, BACKUP_FOLDER, LIMITS_SCALE: '1000000', SWEEP_INTERVAL: '10s' };
  return { ...process.env, PATH: `${programs}:${process.env.PATH}`, ...settings };
}

async function playNight(page: string, scene: Scene): Promise<void> {
  const path = `runbook/${page}.md`;
  const { trouble, shows, over } = NIGHTS[page]!;
  const begun = await trouble(scene);
  await scene.shell.shows(commandsOf(path, 'See', 'cluster'), shows, SEEN_WITHIN_MS);
  await scene.shell.paste(commandsOf(path, 'Do', 'cluster'));
  await over(scene, begun).catch((error: Error) => {
    throw new Error(`What docs/${path} says to do did not end it: ${error.message}`);
  });
}

/** Goes back to a moment as docs/runbook/restore.md says: what was there goes on, what came later is gone. */
async function restore(scene: Scene): Promise<void> {
  const follow = (section: string, values?: Readonly<Record<string, string>>) =>
    scene.shell.paste(commandsOf('runbook/restore.md', section, 'cluster', values));
  await follow('What is kept');
  const known = await scene.begin();
  await completes(scene, known);
  const open = await scene.begin();
  const MOMENT = await inSession(scene.cluster().databaseOwner, async (session) => {
    const { rows } = await session.query<{ now: string }>('SELECT now()::text AS now');
    return rows[0]!.now;
  });
  const lost = await scene.begin();
  await completes(scene, lost);

  await follow('Keep what must not come back');
  await follow('Stop');
  await follow('Lay the backup in place', { MOMENT });
  await scene.shell.shows(commandsOf('runbook/restore.md', 'Look', 'cluster'), /^ *f$/m, WITHIN_MS);
  await follow('Forget the recovery');
  await follow('Roles, migration, backup');
  await follow('Say that it was restored');
  await follow('Start the work');
  await follow('Compare', { SINCE: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10) });
  await follow('Open');
  await scene.answers();
  for (const runId of [known, open, await scene.begin()]) await completes(scene, runId);
  await scene.reaches(lost, 'unknown');
}

/** A shell in the checkout with the functions that docs/operations.md gives the runbook for the bare cluster. */
function openShell(env: NodeJS.ProcessEnv) {
  const groups: number[] = [];
  const run = async (options: string, commands: string) => {
    const prepared = commandsOf('operations.md', 'A shell for the runbook', 'cluster');
    const script = `set ${options}\n${prepared}\n${commands}`;
    const child = spawn('sh', ['-c', script], { cwd: PACKAGE_ROOT, env, detached: true });
    groups.push(child.pid!);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  };
  return {
    /** Resolves with what commands print. @throws Error if one fails */
    async paste(commands: string): Promise<string> {
      const { code, output } = await run('-e', commands);
      if (code === 0) return output;
      throw new Error(`This did not do what the page says:\n${commands}\n\n${output.slice(-2_000)}`);
    },
    /** Repeats commands, which may fail, until they show something. @throws Error with what they showed instead */
    async shows(commands: string, pattern: RegExp, withinMs: number): Promise<void> {
      let seen = '';
      const isShown = async () => pattern.test((seen = (await run('+e', commands)).output));
      await eventually('it is shown', isShown, withinMs).catch(() => {
        throw new Error(`This never showed ${pattern}:\n${commands}\n\n${seen.slice(-3_000)}`);
      });
    },
    /** Ends what commands left running. */
    close() {
      for (const group of groups) {
        try {
          process.kill(-group, 'SIGTERM');
        } catch {
          // It ended with its shell.
        }
      }
    },
  };
}

/** A running cluster, somebody who uses it, and the shell of its operator. */
function openScene(path: string, shell: Shell) {
  const cluster = (): ClusterFile => readClusterFile(path)!;
  const { proxy, internet, keys } = cluster();
  trust(readFileSync(internet.authority, 'utf8'));
  const api = { url: proxy };
  return {
    shell,
    /** cluster.json as it is now. */
    cluster,
    /** Starts an evaluation and returns its id, once a request is taken. */
    async begin(): Promise<string> {
      const key = randomUUID();
      const ask = async () => {
        const answer = await createEvaluation(api, { apiKey: keys.live }, key, { idea: `${IDEA}, ${key}` });
        return answer.status === 202 && answer;
      };
      return (await eventually('a request for a run is taken', ask, WITHIN_MS)).body.runId;
    },
    /** Waits until a run has a state; `unknown` where nobody knows it. @throws Error where it ends in another */
    async reaches(runId: string, state: string): Promise<void> {
      const over = ['completed', 'failed', 'canceled', 'expired', 'unknown', state];
      const read = async () => {
        const asked = call<{ status: string }>(api, 'GET', `/v1/runs/${runId}`, { key: keys.live });
        const answer = await asked.catch(() => null);
        const status = answer?.status === 404 ? 'unknown' : answer?.status === 200 ? answer.body.status : '';
        return over.includes(status) && status;
      };
      const status = await eventually(`run ${runId} is ${state}`, read, WITHIN_MS);
      if (status !== state) throw new Error(`Run ${runId} is ${status}, not ${state}.`);
    },
    /** Waits until callers are answered. */
    async answers(): Promise<void> {
      const ready = () => fetch(`${proxy}/health/ready`).catch(() => null);
      await eventually('callers are answered', async () => (await ready())?.ok, WITHIN_MS);
    },
  };
}
