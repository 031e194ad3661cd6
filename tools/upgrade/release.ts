import { execFile } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readClusterFile, clusterFileOf, superuserFile, type ClusterFile } from '../../local/cluster/file';
import { APP_ROLE } from '../../local/postgres/roles';
import { built } from '../../local/programs';
import { launch, ours } from '../../local/process/launch';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { eventually } from '../../test/support/eventually';
import { STOPS_WITHIN_MS } from '../../test/support/own-process';
import { RECORDINGS } from './recording';

/** Longer than the first build of the Temporal server takes. */
const STARTS_WITHIN_MS = 900_000;
const REPLACED_WITHIN_MS = 120_000;

/** Vendors, who are those of today from the begin. */
const VENDORS = ['payments', 'mail', 'agents'];

/** Runs a program; its output is part of the error where it fails. */
const run = async (program: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv }) =>
  (await promisify(execFile)(program, args, { timeout: 1_200_000, maxBuffer: 2 ** 26, ...options })).stdout;

/** A running cluster of an earlier release. */
export interface RunningRelease {
  /** Path of its cluster.json. */
  path: string;
  cluster(): ClusterFile;
  /** Runs an operator's command of the release; returns what it prints as JSON. */
  admin(...args: string[]): Promise<Record<string, string>>;
  /** Puts an API of today in the place of each of its own, one after the other. */
  replaceApis(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Checks out the commit that recorded a release and builds it, below `folder`; returns the path.
 *
 * @throws Error where the history of the checkout does not reach so far
 */
export async function checkOutRelease(version: string, folder: string): Promise<string> {
  const checkout = join(folder, 'release');
  const here = async (...args: string[]) => (await run('git', args, { cwd: PACKAGE_ROOT })).trim();
  if ((await here('rev-parse', '--is-shallow-repository')) === 'true')
    throw new Error('The history of this checkout is cut off: git fetch --unshallow');
  const commit = await here('log', '-1', '--format=%H', '--', join(RECORDINGS, version));
  await here('clone', '--quiet', '--shared', '--no-checkout', PACKAGE_ROOT, checkout);
  const cwd = checkout;
  await run('git', ['checkout', '--quiet', '--detach', commit], { cwd });
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd });
  await run('npm', ['run', '--silent', 'build'], { cwd });
  for (const vendor of VENDORS) replaceScript(checkout, `stand-ins/${vendor}/main`);
  return checkout;
}

/** Starts the cluster of a release that was checked out, with its data below `LOCAL_DIR` of `env`. */
export async function startRelease(
  checkout: string,
  env: NodeJS.ProcessEnv & { LOCAL_DIR: string },
): Promise<RunningRelease> {
  const { LOCAL_DIR } = env;
  const path = clusterFileOf({ root: LOCAL_DIR });
  const log = createWriteStream(join(LOCAL_DIR, 'release.log'));
  const program = ours(join(checkout, 'dist/tools/cluster/main.js'), env, 2 * STOPS_WITHIN_MS);
  const launched = await launch(program, (line) => void log.write(`${line}\n`));
  let exited = false;
  void launched.exited.then(() => (exited = true));
  const cluster = () => readClusterFile(path)!;
  await eventually(
    'the release runs',
    () => {
      if (exited) throw new Error(`The cluster of the release ended: ${join(LOCAL_DIR, 'release.log')}`);
      return existsSync(path);
    },
    STARTS_WITHIN_MS,
  );
  giveOwnerTo(LOCAL_DIR, cluster());
  const replace = async (pidNow: () => number, answers: () => Promise<Response>) => {
    const pid = pidNow();
    process.kill(pid, 'SIGTERM');
    const isBack = async () => pidNow() !== pid && (await answers().catch(() => null))?.ok === true;
    await eventually(`what replaces process ${pid} answers`, isBack, REPLACED_WITHIN_MS);
  };
  return {
    path,
    cluster,
    async admin(...args) {
      const command = [join(checkout, 'dist/admin/main.js'), '--json', ...args];
      return JSON.parse(await run(process.execPath, command, { env })) as Record<string, string>;
    },
    async replaceApis() {
      replaceScript(checkout, 'server/main');
      for (const [index, { url }] of cluster().api.entries())
        await replace(
          () => cluster().api[index]!.pid,
          () => fetch(`${url}/health/ready`),
        );
    },
    stop: () => launched.stop(),
  };
}

/** Has a program of the release run the code of today the next time that it is started. */
function replaceScript(checkout: string, script: string): void {
  writeFileSync(join(checkout, 'dist', `${script}.js`), `require(${JSON.stringify(built(script))});\n`);
}

/** Writes what the commands of pages read and 1.0.0 did not write: who owns the tables. */
function giveOwnerTo(root: string, { databaseOwner }: ClusterFile): void {
  const file = superuserFile({ root });
  if (existsSync(file)) return;
  mkdirSync(join(root, 'cluster'), { recursive: true });
  writeFileSync(file, `MIGRATION_DATABASE_URL='${databaseOwner}'\nDATABASE_APP_ROLE='${APP_ROLE}'\n`, { mode: 0o600 });
}
