import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Path of the first of these programs that is on the PATH or where Debian keeps servers; null if none is. */
export function findProgram(...names: readonly string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
  return names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find((path) => existsSync(path)) ?? null;
}

/** Installs a package of Debian, as root; a second call at the same time waits for the first. */
export function installDebian(name: string): void {
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: 'pipe' });
  apt('update');
  apt('install', '--yes', '--no-install-recommends', name);
}
