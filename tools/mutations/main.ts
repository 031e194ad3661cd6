/** `npm run mutations`: breaks promises one at a time and checks that a test catches each. */
import { rmSync } from 'node:fs';
import { Command } from 'commander';
import { startRealParts } from '../../test/support/real-parts';
import { MUTATIONS } from './mutations';
import { copyCheckout, play, type Mutation, type Place } from './play';

const HELP = `
Works on copies of the checkout, which must be built and whose tests must pass. A mutation is caught when a test that
it names fails an assertion. Exits 0 if all were caught, and 1 if one survived or could not run.`;

async function main(): Promise<number> {
  const command = new Command('npm run mutations --')
    .description('Breaks promises of the product on purpose, and checks that the tests catch it.')
    .argument('[NAME...]', 'mutations to run (default: all)')
    .option('--list', 'print the mutations and exit')
    .option('--at-once <n>', 'mutations to run in parallel', Number, 2)
    .addHelpText('after', HELP)
    .parse();
  const { list, atOnce } = command.opts<{ list?: boolean; atOnce: number }>();
  const unknown = command.args.filter((name) => !MUTATIONS.some((each) => each.name === name));
  if (unknown.length > 0) throw new Error(`No mutation is named ${unknown.join(', ')}; see --list.`);
  const chosen = command.args.length === 0 ? MUTATIONS : MUTATIONS.filter(({ name }) => command.args.includes(name));
  if (list) {
    for (const { name, promise } of chosen) console.log(`${name.padEnd(28)} ${promise}`);
    return 0;
  }
  // Jest rebuilds its template database on each run, so each copy needs a separate server.
  const places = await Promise.all(
    Array.from({ length: Math.min(atOnce, chosen.length) }, async () => ({
      copy: copyCheckout(),
      parts: await startRealParts(),
    })),
  );
  process.once('exit', () => places.forEach(({ copy }) => rmSync(copy, { recursive: true, force: true })));
  const left = [...chosen];
  let caught = 0;
  const playLeft = async (place: Place) => {
    for (let next = left.shift(); next; next = left.shift()) if (await isCaught(place, next)) caught += 1;
  };
  try {
    await Promise.all(places.map(playLeft));
  } finally {
    await Promise.all(places.map(({ parts }) => parts.stop()));
  }
  console.log(`${chosen.length} mutations, ${caught} caught`);
  return caught === chosen.length ? 0 : 1;
}

async function isCaught(place: Place, mutation: Mutation): Promise<boolean> {
  const begun = Date.now();
  const test = await play(place, mutation).catch((error: Error) => error);
  const said = test instanceof Error ? 'BROKEN  ' : test === null ? 'SURVIVED' : 'caught  ';
  const seconds = ((Date.now() - begun) / 1_000).toFixed(1).padStart(6);
  console.log(
    `${said} ${seconds} s ${mutation.name}: ${test instanceof Error ? test.message : (test ?? mutation.promise)}`,
  );
  return typeof test === 'string';
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => process.exit(130));
main().then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  },
);
