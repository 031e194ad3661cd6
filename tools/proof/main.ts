/** `npm run proof`: every check that is too slow for `npm test`, or needs other toolchains or a registry. */
import { Command } from 'commander';
import { print } from '../../admin/print';
import { exitWith } from '../../test/support/exit-with';
import { wholeNumber } from '../../test/support/programs';
import { affectedParts, PARTS, playPart, type ProofPart } from './parts';

const LIST = PARTS.map(({ name, proves }) => `${name.padEnd(12)}${proves}`).join('\n');
const HELP = `
Without a name, all parts run, in this order:
${LIST.replaceAll(/^/gm, '  ')}

Parts with random examples use a new seed and print it (with --affected, a fixed seed).
--affected compares the work tree with the commit PROOF_BASE (by default, where this branch left the remote's, else
HEAD~1). If git cannot list the changes, the cheap parts run.
Exits 1 if a part failed, or if the tools of a named part are unavailable; 2 for an unknown part.`;

interface Options {
  affected?: boolean;
  list?: boolean;
  seed?: number;
  within?: number;
}

function main(): number {
  const command = new Command('npm run proof --')
    .description('Runs the parts of the proof that npm test leaves out, and prints the result of each.')
    .argument('[parts...]', 'names of parts')
    .option('--list', 'print the parts and what each proves')
    .option('--affected', 'only parts that the changes of this branch can break')
    .option('--within <minutes>', 'with --affected: only parts that fit, shortest first', wholeNumber(1))
    .option('--seed <n>', 'seed of the random examples', wholeNumber(0))
    .addHelpText('after', HELP)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .parse();
  const { affected = false, list = false, within = Infinity, seed } = command.opts<Options>();
  const names = command.args;
  if (list || !names.every((name) => PARTS.some((part) => part.name === name))) {
    console.log(LIST);
    return list ? 0 : 2;
  }
  const chosen = (affected ? affectedParts() : PARTS).filter(({ name }) => names.length === 0 || names.includes(name));
  const fresh = Math.floor(Math.random() * 2 ** 31);
  const outcomes = (affected ? fitting(chosen, within) : chosen).map((part) => {
    const drawn = seed ?? (affected ? (part.seed ?? 0) : fresh);
    const result = playPart(part, drawn);
    return { part: part.name, result, seed: part.seed === undefined ? null : drawn };
  });
  console.log();
  print(outcomes, {});
  const isBad = ({ part, result }: (typeof outcomes)[number]) =>
    result === 'failed' || (result === 'missing' && names.includes(part));
  return outcomes.some(isBad) ? 1 : 0;
}

function fitting(parts: readonly ProofPart[], within: number): readonly ProofPart[] {
  let left = within;
  const shortestFirst = parts.toSorted((one, other) => one.minutes - other.minutes);
  const fits = shortestFirst.filter(({ minutes }) => (left -= minutes) >= 0);
  const rest = parts.filter((part) => !fits.includes(part)).map(({ name }) => name);
  if (rest.length > 0)
    console.log(`no time left for ${rest.join(', ')}; run it with npm run proof -- ${rest.join(' ')}`);
  return fits;
}

exitWith(Promise.resolve().then(main));
