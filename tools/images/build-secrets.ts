import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the Dockerfile mounts the certificates of authorities. */
const MOUNTED_CA = '/run/ca.pem';

/**
 * Options that hand this machine's registry of npm, and the authorities of NODE_EXTRA_CA_CERTS, to the steps of a build
 * that need them. No layer keeps them.
 */
export function buildSecrets(): string[] {
  const own = join(homedir(), '.npmrc');
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const lines = [
    ...(existsSync(own) ? [readFileSync(own, 'utf8')] : []),
    `registry=${registry}`,
    ...(authorities ? [`cafile=${MOUNTED_CA}`] : []),
  ];
  const file = join(mkdtempSync(join(tmpdir(), 'noi-npmrc-')), 'npmrc');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  return ['--secret', `id=npmrc,src=${file}`, ...(authorities ? ['--secret', `id=ca,src=${authorities}`] : [])];
}
