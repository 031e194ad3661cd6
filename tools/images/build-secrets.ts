import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the Dockerfile mounts the certificates of authorities. */
const MOUNTED_CA = '/run/ca.pem';

/**
 * Calls `build` with options that hand this machine's registry of npm, and the authorities of NODE_EXTRA_CA_CERTS, to the steps of a build
 * that need them. No layer keeps them, nor this machine a copy.
 */
export function withBuildSecrets(build: (options: string[]) => void): void {
  const own = join(homedir(), '.npmrc');
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const lines = [
    ...(existsSync(own) ? [readFileSync(own, 'utf8')] : []),
    `registry=${registry}`,
    ...(authorities ? [`cafile=${MOUNTED_CA}`] : []),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'noi-npmrc-'));
  try {
    const file = join(folder, 'npmrc');
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
    build(['--secret', `id=npmrc,src=${file}`, ...(authorities ? ['--secret', `id=ca,src=${authorities}`] : [])]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
