/** `npm run proof`: plays what takes minutes, other tool chains or a registry, and is not part of `npm test`. */
import { Command } from 'commander';
import { print } from '../../admin/print';
import { exitWith } from '../../test/support/exit-with';
import { wholeNumber } from '../../test/support/programs';
import { affectedBy, changeSinceLanded } from './affected';
import { PARTS, type ProofPart } from './parts';
import { playPart, type Outcome } from './play';

const LIST = PARTS.map(({ name, proves }) => `${name.padEnd(12)}${proves}`).join('\n');
const HELP = `
Without a name all parts are played, in this order:
${LIST.replaceAll(/^/gm, '  ')}

A part that draws examples plays its fixed seed, then a fresh one, which is printed; --seed N repeats that one.
--affected compares the work tree with the commit PROOF_BASE (by default, where this branch left the remote's, else
HEAD~1); where git does not know the changes, the cheap parts are played.
Exits 1 where a part failed, or was named and its tools cannot be had here; 2 for an unknown part.`;

interface Options {
  affected?: boolean;
  list?: boolean;
  seed?: number;
  within?: number;
}

async function main(): Promise<number> {
  const command = new Command('npm run proof --')
    .description('Plays the parts of the proof that npm test leaves out, and prints how each ended.')
    .argument('[parts...]', 'names of parts')
    .option('--list', 'print the parts and what each proves')
    .option('--affected', 'only the parts that the change since the last landed commit can break')
    .option('--within <minutes>', 'with --affected: only what fits, the shortest first', wholeNumber(1))
    .option('--seed <n>', 'play this seed instead of the fixed and a fresh one', wholeNumber(0))
    .addHelpText('after', HELP)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .parse();
  const { affected = false, list = false, within = Infinity, seed } = command.opts<Options>();
  const named = (part: string) => command.args.includes(part);
  const unknown = command.args.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`The proof has no part ${unknown.join(', ')}. Its parts:\n${LIST}\n`);
    return 2;
  }
  if (list) {
    console.log(LIST);
    return 0;
  }
  const chosen = command.args.length > 0 ? PARTS.filter(({ name }) => named(name)) : PARTS;
  const played = affected ? fitting(partsOfChange(chosen), within) : chosen;
  const fresh = Math.floor(Math.random() * 2 ** 31);
  const outcomes: Outcome[] = [];
  for (const part of played) {
    const seeds = seed !== undefined ? [seed] : affected ? [part.seed!] : [part.seed!, fresh];
    outcomes.push(...(await playPart(part, seeds)));
  }
  console.log();
  if (outcomes.length > 0) print(outcomes.map(rowOf), {});
  for (const { part, seed: drawn } of outcomes.filter(({ result }) => result === 'failed'))
    console.log(`to repeat it: npm run proof -- ${part}${drawn && ` --seed ${drawn}`}`);
  return outcomes.some(({ part, result }) => result === 'failed' || (result === 'missing' && named(part))) ? 1 : 0;
}

function partsOfChange(chosen: readonly ProofPart[]): readonly ProofPart[] {
  const { base, paths } = changeSinceLanded();
  const parts = affectedBy(paths).filter((part) => chosen.includes(part));
  const names = parts.map(({ name }) => name).join(', ') || 'no part';
  console.log(`proof: ${names} for ${paths === null ? 'unknown changes' : `${paths.length} paths`} since ${base}`);
  return parts;
}

function fitting(parts: readonly ProofPart[], within: number): readonly ProofPart[] {
  let left = within;
  const shortestFirst = parts.toSorted((one, other) => one.minutes - other.minutes);
  const fits = shortestFirst.filter(({ minutes }) => (left -= minutes) >= 0);
  const rest = parts.filter((part) => !fits.includes(part)).map(({ name }) => name);
  if (rest.length > 0)
    console.log(`proof: no time here for ${rest.join(', ')}; play it with npm run proof -- ${rest.join(' ')}`);
  return fits;
}

const seconds = (ms: number | null) => ms && `${(ms / 1_000).toFixed(1)} s`;

function rowOf({ part, result, wallMs, seed }: Outcome) {
  return { part, result, wall: seconds(wallMs), seed: seed || null };
}

exitWith(main());
