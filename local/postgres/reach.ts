import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { SystemAccount } from '../process/launch';

const FOLDER_NAME = 'newsletter-opportunity-intelligence';
const SHARED_PLACES = ['/var/cache', '/var/tmp', tmpdir()];

/**
 * System account for PostgreSQL, which refuses to run as root: null unless we are root, otherwise `postgres`, created
 * if missing.
 *
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

/** True if the account can search the folder and all its parents. Access control lists are not considered. */
export function canReach(path: string, account: SystemAccount): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat && !searchable(stat, account)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Folder outside the checkout for files that another account must reach; created and writable only by us.
 *
 * @throws Error if no place is usable
 */
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

/** Checks the owner first: in a world-writable place another user could have planted the folder. */
function chmodIfOwn(folder: string): void {
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || stat.uid !== process.getuid?.()) throw new Error(`${folder} is not ours`);
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
