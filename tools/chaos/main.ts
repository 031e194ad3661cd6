/** `npm run chaos`: runs random stories with faults and checks every promise. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { PACKAGE_ROOT } from '../../base/package-root';
import { exitWith } from '../../test/support/exit-with';
import { cpuSecondsOfTree } from '../../test/support/process-tree';
import { wholeNumber } from '../../test/support/programs';
import { breakagesOf, restoresOf } from './breakages';
import { Dice, Journal } from './journal';
import { startLocal, type LocalPlace } from './local';
import { playStory, type Faults, type Plan } from './run';

const KINDS = ['vendors', 'kill', 'short', 'outage', 'restore'] as const;
type Kind = (typeof KINDS)[number];

const HELP = `
Simulated people buy with and without an account, compete for one opportunity, research, search, cancel, dispute payments
in part or in full, in any state that the provider knows, refund by hand, are suspended, withdraw and leave. Agents stop
early or late, leak markup, and hit a spend limit. Meanwhile vendors fail (vendors), processes are killed (kill), hang
(short) or are down for hours (outage), or data is restored to an earlier moment (restore). After everything has settled,
the invariants in test/support/*-invariants.ts must hold.

PostgreSQL, Temporal, two APIs and two workers are separate processes. The seed determines the choices of each person;
which choice meets which fault depends on the machine. If a promise is broken, exits 1 and keeps the journal and the logs
in a folder below LOCAL_DIR (by default .local).`;

interface Options extends Plan {
  kinds: Kind[];
  seed?: number;
}

async function main(): Promise<number> {
  let code = 0;
  await new Command('npm run chaos --')
    .description('Runs a random scenario under faults and checks every promise about money and paid work.')
    .option('--faults <n>', 'number of faults', wholeNumber(0), 300)
    .option('--kinds <names>', `kinds of faults, of ${KINDS.join(',')}`, kindsOf, [...KINDS])
    .option('--minutes <n>', 'minimum duration; the faults are spread over it', wholeNumber(0), 0)
    .option('--buyers <n>', 'number of concurrent buyers', wholeNumber(1), 20)
    .option('--seed <n>', 'seed of the random choices (default: random)', wholeNumber(0))
    .addHelpText('after', HELP)
    .action(async (options: Options) => void (code = await chaos(options)))
    .parseAsync();
  return code;
}

async function chaos({ kinds, seed = Math.floor(Math.random() * 2 ** 31), ...plan }: Options): Promise<number> {
  const folder = ownFolder();
  const journal = new Journal(join(folder, 'journal.jsonl'));
  const title = `chaos: ${plan.faults} faults, seed ${seed}`;
  console.log(`${title}, in ${folder}`);
  const place = await startLocal(folder);
  const stopProgress = journal.showProgress(plan.faults);
  let flaws: string[];
  try {
    flaws = await playStory(place, plan, { journal, dice: new Dice(seed), kinds: chosenOf(place, kinds) });
  } finally {
    stopProgress();
    await place.close();
  }
  journal.printCounts();
  journal.printFlaws(flaws);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) rmSync(join(folder, entry.name), { recursive: true, force: true });
  if (flaws.length === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`\njournal and logs of the processes: ${folder}`);
  const cpu = cpuSecondsOfTree(process.pid);
  if (cpu !== null) console.log(`  ${Math.round(cpu)} s of CPU`);
  console.log(`${title}, ${flaws.length} broken promises`);
  return flaws.length === 0 ? 0 : 1;
}

function chosenOf(place: LocalPlace, kinds: Kind[]): Faults {
  const known = { vendors: {}, ...breakagesOf(place), restore: restoresOf(place) };
  const namesOf = (kind: Kind) => (kinds.includes(kind) ? [Object.keys(known[kind])] : []);
  return {
    vendors: kinds.includes('vendors'),
    breakages: Object.assign({}, ...kinds.map((kind) => known[kind])) as Faults['breakages'],
    first: [...namesOf('kill'), ...namesOf('outage')],
  };
}

function kindsOf(value: string): Kind[] {
  const names = value.split(',') as Kind[];
  if (!names.every((name) => KINDS.includes(name))) throw new InvalidArgumentError(`some of ${KINDS.join(',')}`);
  return names;
}

function ownFolder(): string {
  const root = resolve(process.env.LOCAL_DIR ?? join(PACKAGE_ROOT, '.local'));
  mkdirSync(root, { recursive: true });
  const folder = mkdtempSync(join(root, 'chaos-'));
  // PostgreSQL's system account must be able to enter the folder.
  chmodSync(folder, 0o755);
  return folder;
}

exitWith(main());
