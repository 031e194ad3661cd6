/** `npm test`: runs Jest, with Jest's options, on the built product. `--seed-of-properties=N` seeds property tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { exitWith } from '../../test/support/exit-with';

/** Slow projects, which are part of `npm run proof`. `npm test` runs them only if named. */
const PROVEN_APART = ['browser', 'cluster', 'costs', 'faults', 'upgrade'];
const NAMES_TESTS = /^(--selectProjects|--runTestsByPath|--findRelatedTests|test\/.*)$/;
const SEED = /^--seed-of-properties=(\d+)$/;
/** There are more workers than cores, so GC threads would not help. Larger semi-spaces halve the number of GCs. */
const V8_OPTIONS = ['--single-threaded-gc', '--min-semi-space-size=16', '--max-semi-space-size=32'];

async function main(given: readonly string[]): Promise<number> {
  const args = given.filter((arg) => !SEED.test(arg));
  const seed = given.map((arg) => SEED.exec(arg)?.[1]).find(Boolean);
  if (seed) process.env.PROPERTY_SEED = seed;
  if (!args.some((arg) => NAMES_TESTS.test(arg))) args.push('--ignoreProjects', ...PROVEN_APART);
  const jest = join(PACKAGE_ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawn(process.execPath, [...V8_OPTIONS, jest, ...args], { cwd: PACKAGE_ROOT, stdio: 'inherit' });
  // A terminal also sends the signal to Jest, which then exits gracefully.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill(name));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

exitWith(main(process.argv.slice(2)));
