/**
 * `npm test`: runs Jest on the built product, on all tests or, with `--changed[=SINCE]`, on those of a change since a
 * commit (HEAD). `--seed-of-properties=N` draws other examples than always. All other options are Jest's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { changedPaths, git } from '../../test/support/changed-paths';
import { testsOfChange } from './tests-of-change';

/** So many files end within a minute. */
const NEAREST = 12;
const CHANGED = /^--changed(?:=(.+))?$/;
const SEED = /^--seed-of-properties=(\d+)$/;
/**
 * Options of V8 for Jest, which hands them on to its workers. There are more workers than cores, so threads that collect
 * garbage beside each of them only get in each other's way; collected half as often, less of it is left to copy.
 */
const V8_OPTIONS = ['--single-threaded-gc', '--min-semi-space-size=16', '--max-semi-space-size=32'];

async function main(): Promise<number> {
  const given = process.argv.slice(2);
  const rest = given.filter((arg) => !CHANGED.test(arg) && !SEED.test(arg));
  const find = (option: RegExp) => given.map((arg) => option.exec(arg)).find((match) => match !== null);
  const [changedOption, seedOption] = [find(CHANGED), find(SEED)];
  if (seedOption) process.env.PROPERTY_SEED = seedOption[1];
  if (!changedOption) return jest(rest);
  const since = changedOption[1] ?? 'HEAD';
  const changed = changedPaths(since);
  if (changed === null) throw new Error(`git does not say what changed since ${since}; run all: npm test`);
  const found = testsOfChange(changed, readSources());
  const chosen = found.slice(0, NEAREST);
  const others = found.length - chosen.length;
  const more = others > 0 ? `; ${others} more are further away, for which there is npm test` : '';
  console.log(`${chosen.length} test files for ${changed.length} paths changed since ${since}${more}`);
  return chosen.length === 0 ? 0 : jest([...rest, '--runTestsByPath', ...chosen]);
}

/** All modules that git knows or would add, by path. */
function readSources(): Map<string, string> {
  const listed = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts') ?? '';
  const texts = listed.split('\n').flatMap((path): [string, string][] => {
    try {
      return path ? [[path, readFileSync(join(PACKAGE_ROOT, path), 'utf8')]] : [];
    } catch {
      return []; // Deleted in the work tree.
    }
  });
  return new Map(texts);
}

async function jest(args: readonly string[]): Promise<number> {
  const program = join(PACKAGE_ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawn(process.execPath, [...V8_OPTIONS, program, ...args], { cwd: PACKAGE_ROOT, stdio: 'inherit' });
  // Sent by a terminal to Jest as well, which then ends and is waited for.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill(name));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(2);
  },
);
