import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { PACKAGE_ROOT } from '../../base/package-root';
import type { RealParts } from '../../test/support/real-parts';
import { CAUGHT } from './reporter';

/** One careless change that breaks a promise. */
export interface Mutation {
  /** The change in a few words, for `npm run mutations -- NAME`. */
  name: string;
  /** The broken promise, from docs/interface or ARCHITECTURE.md. */
  promise: string;
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
  caughtBy: string[];
}

/** Folders with code that is in the workflow bundle. */
const BUNDLED = /^(workflows|base|modules|activities)\//;

/** A copy of the checkout, and its test servers. */
export interface Place {
  copy: string;
  parts: Pick<RealParts, 'databaseUrl' | 'temporalAddress'>;
}

/** Files that the copy omits. Packages are linked. */
const LEFT = new Set(['.git', '.local', '.jest-cache', 'node_modules']);

/** Copies the checkout and its build to a folder in which mutations may break them. */
export function copyCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'noi-mutations-'));
  const filter = (path: string) => !LEFT.has(relative(PACKAGE_ROOT, path));
  cpSync(PACKAGE_ROOT, folder, { recursive: true, preserveTimestamps: true, filter });
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Breaks one line of the copy, runs the tests and restores the line. Returns the failing test; null if all pass. */
export async function play(place: Place, { file, find, replace, caughtBy }: Mutation): Promise<string | null> {
  const path = join(place.copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`the text to find must occur once in ${file}`);
  // Replace with a function, because `$` is special in a replacement string.
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  try {
    build(place.copy, file);
    return await failedTest(place, caughtBy);
  } finally {
    writeFileSync(path, text);
  }
}

function build(copy: string, changed: string): void {
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  node(join('tools', 'openapi-client', 'main.cjs'));
  node(join('node_modules', 'typescript', 'bin', 'tsc'), '-p', '.');
  if (BUNDLED.test(changed)) node(join('dist', 'worker', 'bundle.js'));
}

async function failedTest({ copy, parts }: Place, files: readonly string[]): Promise<string | null> {
  const jest = join(copy, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = ['--ci', '--forceExit', '--runInBand', '--rootDir', copy, '--config', join(copy, 'jest.config.js')];
  const reporter = ['--reporters', join(copy, 'dist', 'tools', 'mutations', 'reporter.js')];
  const cache = ['--cacheDirectory', join(copy, '.jest-cache')];
  const tests = ['--runTestsByPath', ...files.map((file) => join(copy, file))];
  const child = spawn(process.execPath, [jest, ...args, ...reporter, ...cache, ...tests], {
    cwd: copy,
    env: { ...process.env, TEST_DATABASE_URL: parts.databaseUrl, TEST_TEMPORAL_ADDRESS: parts.temporalAddress },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  let caught: string | null = null;
  let output = '';
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith(CAUGHT)) continue;
    caught ??= relative(copy, line.slice(CAUGHT.length));
    child.kill();
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  process.off('exit', stop);
  if (caught === null && child.exitCode !== 0) throw new Error(`no assertion failed: ${output.slice(-600)}`);
  return caught;
}
