import { Command } from 'commander';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { startRealParts } from '../../test/support/real-parts';
import { flawsOfList, type Mutation } from './mutation';
import { MUTATIONS } from './mutations';
import { firstLines, playTests, type Broken, type Played } from './play-tests';
import { copyCheckout, type ThrowAwayCopy } from './throw-away-copy';

const HELP = `
Works on a copy of the checkout, as it stands, in the folder of temporary files, which is removed at the end. Before the
first mutation its tests must pass as they are. A mutation is caught when a test that it names fails by an assertion.

Exit code 0: each was caught. 1: one survived, or could not be played. 2: nothing was tried.`;

interface Options {
  baseline: boolean;
  list?: boolean;
}

/** Surroundings of each run of tests. */
interface Run {
  copy: ThrowAwayCopy;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/**
 * Plays the mutations that `args` name, or all, and prints a line for each. Returns the exit code.
 *
 * @throws CommanderError for wrong arguments and after `--help`, or the reason of the signal if it is aborted
 */
export async function runMutations(
  args: string[],
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const command = new Command('npm run mutations --')
    .description('Breaks promises of the product on purpose, and shows that the tests catch it.')
    .argument('[NAME...]', 'mutations to play (default: all)')
    .option('--no-baseline', 'do not play the tests unchanged first, where the suite has just passed')
    .option('--list', 'print the mutations and end')
    .addHelpText('after', HELP)
    .exitOverride()
    .parse(args, { from: 'user' });
  const { baseline, list } = command.opts<Options>();
  if (list) {
    for (const { name, promise } of MUTATIONS) print(`${name.padEnd(WIDTH)}  ${promise}`);
    return 0;
  }
  const chosen = choose(command.args);
  const flaws = flawsOfList(chosen, PACKAGE_ROOT);
  if (flaws.length > 0) throw new Error(`The list does not fit this checkout:\n${flaws.join('\n')}`);
  const copy = copyCheckout(PACKAGE_ROOT);
  try {
    signal.throwIfAborted();
    // Once for all; each run of Jest makes its own template database.
    const parts = await startRealParts();
    const { databaseUrl: TEST_DATABASE_URL, temporalAddress: TEST_TEMPORAL_ADDRESS } = parts;
    const run = { copy, signal, env: { ...process.env, TEST_DATABASE_URL, TEST_TEMPORAL_ADDRESS } };
    try {
      await copy.build(signal);
      if (baseline) await passUnchanged(chosen, run, print);
      return await playEach(chosen, run, print);
    } finally {
      await parts.stop();
    }
  } finally {
    copy.remove();
  }
}

const WIDTH = Math.max(...MUTATIONS.map(({ name }) => name.length));

function choose(names: readonly string[]): readonly Mutation[] {
  const unknown = names.filter((name) => !MUTATIONS.some((each) => each.name === name));
  if (unknown.length > 0) {
    const known = MUTATIONS.map(({ name }) => `  ${name}`).join('\n');
    throw new Error(`No mutation is named ${unknown.join(', ')}. There are:\n${known}`);
  }
  return names.length === 0 ? MUTATIONS : MUTATIONS.filter(({ name }) => names.includes(name));
}

/** @throws Error if a test of these mutations fails without them */
async function passUnchanged(chosen: readonly Mutation[], run: Run, print: (line: string) => void): Promise<void> {
  const files = [...new Set(chosen.flatMap(({ caughtBy }) => caughtBy))];
  const began = Date.now();
  const played = await playTests(run.copy.folder, files, { ...run, options: [] });
  if (played.as === 'passed') {
    print(`unchanged: ${played.tests} tests in ${files.length} files pass (${secondsSince(began)} s)`);
    return;
  }
  const why = played.as === 'failed' ? `"${played.test}" (${played.file})` : played.why;
  throw new Error(`Nothing can be shown, because tests fail without any mutation: ${why}`);
}

async function playEach(chosen: readonly Mutation[], run: Run, print: (line: string) => void): Promise<number> {
  let caught = 0;
  for (const mutation of chosen) {
    const began = Date.now();
    const played = await play(mutation, run);
    if (played.as === 'failed') caught += 1;
    print(lineOf(mutation, played, secondsSince(began)));
  }
  print(`${chosen.length} mutations, ${caught} caught`);
  return caught === chosen.length ? 0 : 1;
}

async function play(mutation: Mutation, run: Run): Promise<Played> {
  const { copy, signal } = run;
  const { restore } = copy.apply(mutation);
  try {
    const unbuilt = await copy.build(signal).then(() => null, notCompiling);
    signal.throwIfAborted();
    return unbuilt ?? (await playTests(copy.folder, mutation.caughtBy, { ...run, options: ['--runInBand'] }));
  } finally {
    restore();
  }
}

function notCompiling(error: Error): Broken {
  return { as: 'broken', why: `it does not compile: ${firstLines(error.message)}` };
}

function lineOf({ name, promise }: Mutation, played: Played, seconds: string): string {
  const said = {
    failed: 'caught  ',
    passed: 'SURVIVED',
    broken: 'BROKEN  ',
  }[played.as];
  const by = played.as === 'failed' ? ` | ${played.file}: ${played.test}` : '';
  const why = played.as === 'broken' ? ` | ${played.why}` : '';
  return `${said} ${name.padEnd(WIDTH)} ${seconds.padStart(5)} s  ${promise}${by}${why}`;
}

function secondsSince(began: number): string {
  return ((Date.now() - began) / 1000).toFixed(1);
}
