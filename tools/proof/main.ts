/** `npm run proof`: plays what takes minutes, other tool chains or a registry, and so is no part of `npm test`. */
import { Command } from 'commander';
import { print } from '../../admin/print';
import { wholeNumber } from '../../test/support/whole-number';
import { affectedBy, changeSinceLanded } from './affected';
import { PARTS } from './parts';
import { playPart, type Outcome } from './play';
import type { ProofPart } from './proof-part';
import { exitWith } from '../../test/support/exit-with';

const HELP = `
Parts, played in this order; without a name, all of them:
${PARTS.map(({ name, proves }) => `  ${name.padEnd(12)}${proves}`).join('\n')}

A part that draws plays its fixed seed, then a fresh one, which is printed; --seed N repeats that one. --affected
compares the work tree with the commit PROOF_BASE (by default, where this branch left the remote's, else HEAD~1) and
plays the parts that the change can break, with their fixed seeds and some at a smaller size. Where the change cannot
be known, it plays the cheap ones. Exits 1 where a part failed, or was named and could not be played; 2 for a part that there is none of.`;

interface Options {
  affected?: boolean;
  within?: number;
  seed?: number;
}

async function main(): Promise<number> {
  const command = new Command('npm run proof --')
    .description('Plays the parts of the proof that npm test does not hold, and prints how each ended.')
    .argument('[parts...]', 'names of parts')
    .option('--affected', 'only the parts that the change since the last landed commit can break')
    .option(
      '--within <minutes>',
      'with --affected: only what fits, the shortest first; the rest is named',
      wholeNumber(1),
    )
    .option('--seed <n>', 'play this seed instead of the fixed and a fresh one', wholeNumber(0))
    .addHelpText('after', HELP)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .parse();
  const { affected = false, within = Infinity, seed } = command.opts<Options>();
  const unknown = command.args.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) {
    const names = PARTS.map(({ name }) => name).join(', ');
    process.stderr.write(`There is no part ${unknown.join(', ')} of the proof. There are: ${names}.\n`);
    return 2;
  }
  const chosen = command.args.length > 0 ? PARTS.filter(({ name }) => command.args.includes(name)) : PARTS;
  const played = affected ? fitting(partsOfChange(chosen), within) : chosen;
  const fresh = Math.floor(Math.random() * 2 ** 31);
  const outcomes: Outcome[] = [];
  for (const part of played) {
    const seeds = seed !== undefined ? [seed] : affected ? [part.seed!] : [part.seed!, fresh];
    outcomes.push(...(await playPart(part, seeds, affected)));
  }
  console.log();
  if (outcomes.length > 0) print(outcomes.map(rowOf), {});
  for (const { part, seed: drawn } of outcomes.filter(({ result }) => result === 'failed'))
    console.log(`repeat it: npm run proof -- ${part}${drawn && ` --seed ${drawn}`}`);
  const wasAskedFor = (part: string) => command.args.includes(part);
  const isFailure = ({ part, result }: Outcome) => result === 'failed' || (result === 'missing' && wasAskedFor(part));
  return outcomes.some(isFailure) ? 1 : 0;
}

function partsOfChange(chosen: readonly ProofPart[]): readonly ProofPart[] {
  const { base, paths } = changeSinceLanded();
  const parts = affectedBy(paths).filter((part) => chosen.includes(part));
  const names = parts.map(({ name }) => name).join(', ') || 'no part';
  const why = paths === null ? `what changed since ${base} is not known` : `${paths.length} paths since ${base}`;
  console.log(`proof: ${names} for ${why}`);
  return parts;
}

function fitting(parts: readonly ProofPart[], within: number): readonly ProofPart[] {
  let left = within;
  const fits = parts
    .toSorted((one, other) => one.minutes - other.minutes)
    .filter(({ minutes }) => (left -= minutes) >= 0);
  const rest = parts.filter((part) => !fits.includes(part)).map(({ name }) => name);
  if (rest.length > 0)
    console.log(`proof: no time here for ${rest.join(', ')}; play it with npm run proof -- ${rest.join(' ')}`);
  return fits;
}

const seconds = (ms: number | null) => ms && `${(ms / 1_000).toFixed(1)} s`;

function rowOf({ part, result, wallMs, cpuMs, seed }: Outcome) {
  return { part, result, wall: seconds(wallMs), CPU: seconds(cpuMs), seed: seed || null };
}

exitWith(main());
