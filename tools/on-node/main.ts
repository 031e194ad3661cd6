import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** Exact release of each other supported major version. */
const RELEASES: Record<string, string> = { '20': '20.19.6', '22': '22.23.3', '24': '24.21.0' };

/** Tests that use most of Node's own modules: native addons, HTTP, threads, processes. */
const PARTS = ['unit', 'providers', 'http'];

// `npm run test:node -- 22 24 [-- options of Jest]`: runs those tests on other versions of Node, installed from npm.
const args = process.argv.slice(2);
const own = args.indexOf('--');
const wanted = own === -1 ? args : args.slice(0, own);
const options = own === -1 ? ['--selectProjects', ...PARTS] : args.slice(own + 1);
const unknown = wanted.filter((version) => !(version in RELEASES));
if (wanted.length === 0 || unknown.length > 0) {
  console.error(`Name versions of Node among ${Object.keys(RELEASES).join(', ')}: npm run test:node -- 22 24`);
  process.exit(2);
}
const failed = wanted.filter((version) => !passesOn(RELEASES[version]!));
if (failed.length > 0) console.error(`Failed on Node ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);

function passesOn(release: string): boolean {
  const node = install(release);
  console.log(`Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
  const jest = join(PACKAGE_ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  return spawnSync(node, [jest, ...options], { cwd: PACKAGE_ROOT, stdio: 'inherit' }).status === 0;
}

/** Installs a release of Node from its platform package, without install scripts; returns its path. */
function install(release: string): string {
  const folder = join(PACKAGE_ROOT, '.local', `node-${release}`);
  const name = `node-${process.platform}-${process.arch}`;
  const node = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  const command = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${release}`];
  execFileSync('npm', command, { stdio: 'inherit' });
  return node;
}
