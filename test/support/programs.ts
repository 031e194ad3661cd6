import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, dirname } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { PACKAGE_ROOT } from '../../base/package-root';
import { built } from '../../local/process/launch';

/** Returns a parser for options that must be whole numbers of at least `least` and at most ten digits. */
export const wholeNumber = (least: number) => (value: string) => {
  if (!/^\d{1,10}$/.test(value) || Number(value) < least)
    throw new InvalidArgumentError(`a whole number from ${least}`);
  return Number(value);
};

export const isInstalled = (program: string): boolean => findProgram(program) !== null;

/** Path of the first of these programs that is on PATH or where Debian installs servers. Null if there is none. */
function findProgram(...names: readonly string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

/**
 * Path of a program: the one named by environment variable `variable`, or the first of `names` that exists. If none
 * exists, installs the first name's Debian package, if tests may install packages.
 */
export function needProgram(variable: string, ...names: readonly [string, ...string[]]): string {
  const known = process.env[variable] ?? findProgram(...names);
  if (known) return known;
  const install =
    'apt-get -qq update && apt-get -qq -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends "$0"';
  try {
    // Test workers take turns: `apt-get update` fails at once while another process updates the package lists.
    execFileSync('flock', [join(tmpdir(), 'noi-apt.lock'), 'sh', '-c', install, names[0]], { stdio: 'pipe' });
    return findProgram(names[0])!;
  } catch (cause) {
    throw new Error(`There is no ${names[0]}, and none could be installed. Name one in ${variable}.`, { cause });
  }
}

/** Path of a program: the one named by environment variable `variable`, or a Go build made once for all tests. */
export function goProgram(variable: string, name: string, source: string): string {
  const script = `. tools/proof/tools.sh; go_program ${name} ${source}`;
  return process.env[variable] ?? execFileSync('bash', ['-c', script], { cwd: PACKAGE_ROOT, encoding: 'utf8' }).trim();
}

/**
 * Creates a temporary folder that every user can access; its name begins with `prefix`. mkdtemp alone would lock out
 * PostgreSQL's user when tests run as root.
 */
export function searchableFolder(prefix: string): string {
  const folder = mkdtempSync(prefix);
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Compiles the checkout to dist/, because child processes run compiled files. Incremental builds take about half a
 * second. Ignores type errors (`npm run check` finds them). Throws if the output is missing.
 */
export function buildPrograms(): void {
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', PACKAGE_ROOT], { encoding: 'utf8' });
  if (!existsSync(built('local/process/guard'))) throw new Error(`The build failed:\n${stdout}`);
  execFileSync(process.execPath, [built('worker/bundle')], { stdio: 'inherit' });
}

/** Writes the ready file of `npm start` for this account, in a temporary folder. `remove` deletes the folder. */
export function writeReadyFile(ready: {
  keys: { live: string; test: string };
  account: { id: string; email: string };
}) {
  const folder = mkdtempSync(join(tmpdir(), 'noi-local-'));
  const file = join(folder, 'ready.json');
  const addresses = {
    mail: 'http://127.0.0.1:3100',
    agents: 'http://127.0.0.1:3200',
    payments: 'http://127.0.0.1:3300',
    temporalWeb: 'http://127.0.0.1:8233',
    traces: null,
    metrics: { api: 'http://127.0.0.1:9464', worker: 'http://127.0.0.1:9465' },
  };
  writeFileSync(file, JSON.stringify({ ...addresses, ...ready }));
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}
