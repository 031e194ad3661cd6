/** `npm run chaos`: plays random stories under faults, on processes or on the bare cluster, and checks every promise. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { cpuSecondsOfTree } from '../../test/support/process-tree';
import { exitWith } from '../../test/support/exit-with';
import { wholeNumber } from '../../test/support/programs';
import { breakagesOf } from './breakages';
import { endsOf, startClusterPlace, type ClusterPlace } from './cluster';
import { Dice } from './dice';
import { lookAt, verdictOf, type Look } from './growth';
import { Journal } from './journal';
import { startLocal } from './local';
import { playPages } from './pages/play';
import { printCounts, printFlaws, showProgress } from './report';
import { restoresOf } from './restores';
import { playStory, type Faults, type Plan } from './run';
import type { Breakage } from './story/world';

const KINDS = ['vendors', 'kill', 'short', 'outage', 'restore'] as const;
type Kind = (typeof KINDS)[number];

const HELP = `
People buy, with and without an account, rush for one opportunity, research, search, cancel, dispute a part or the whole,
refund by hand, withdraw, subscribe and leave. Meanwhile vendors fail (vendors), processes are killed (kill), hang or have
a wrong clock (short), stay away for hours (outage), or are set back to an earlier moment (restore). Then everything is left
to settle, and what test/support/*-invariants.ts state must hold.

--on local: PostgreSQL, Temporal, two APIs and two workers as processes of their own.
--on cluster: the parts of "npm run cluster", which replaces what ends; faults are vendors and kill. Their
memory is noted each minute, and may not grow; that is judged of processes that live for more than 50 minutes.

Choices of each person follow from the seed; which of them meets which fault depends on the machine. A run that breaks a
promise keeps journal and logs in a folder below LOCAL_DIR (by default .local) and exits 1.

"npm run chaos -- pages" plays pages of docs/runbook on the cluster, as they are printed.`;

interface Options extends Plan {
  on: 'local' | 'cluster';
  kinds: Kind[];
  seed?: number;
}

async function main(): Promise<number> {
  let code = 0;
  const program = new Command('npm run chaos --')
    .description('Plays a random story under faults and checks every promise about money and paid work.')
    .addOption(new Option('--on <place>', 'where it plays').choices(['local', 'cluster']).default('local'))
    .option('--faults <n>', 'how many faults strike', wholeNumber(0), 300)
    .option('--kinds <names>', `kinds of faults, of ${KINDS.join(',')}`, kindsOf, [...KINDS])
    .option('--minutes <n>', 'least time that the story lasts; its faults are spread over it', wholeNumber(0), 0)
    .option('--buyers <n>', 'how many people buy at once', wholeNumber(1), 20)
    .option('--seed <n>', 'of the random choices (default: any)', wholeNumber(0))
    .addHelpText('after', HELP)
    .action(async (options: Options) => void (code = await chaos(options)));
  program
    .command('pages')
    .description('bring troubles about on the cluster, and end them by what pages of docs/runbook print')
    .argument('[names...]', 'names of pages; all where there is none')
    .action((names: string[]) => playPages(names));
  await program.parseAsync();
  return code;
}

async function chaos({ on, kinds, seed = Math.floor(Math.random() * 2 ** 31), ...plan }: Options): Promise<number> {
  const folder = ownFolder();
  const journal = new Journal(join(folder, 'journal.jsonl'));
  const title = `chaos: ${plan.faults} faults on ${on}, seed ${seed}`;
  console.log(`${title}, in ${folder}`);
  const { place, known, verdict } = await start(on, folder, journal);
  const progress = showProgress(journal, plan.faults);
  let flaws: string[];
  try {
    flaws = await playStory(place, plan, { journal, dice: new Dice(seed), kinds: chosenOf(known, kinds) });
    flaws.push(...verdict());
    progress.stop();
    printCounts(journal);
    await printFlaws(place, journal, flaws);
  } finally {
    progress.stop();
    await place.close();
  }
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) rmSync(join(folder, entry.name), { recursive: true, force: true });
  if (flaws.length === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`\njournal and logs of the processes: ${folder}`);
  const cpu = cpuSecondsOfTree(process.pid);
  if (cpu !== null) console.log(`  ${Math.round(cpu)} s of CPU`);
  console.log(`${title}, ${flaws.length} broken promises`);
  return flaws.length === 0 ? 0 : 1;
}

type Known = Partial<Record<Kind, Record<string, Breakage>>>;

/** Starts the place, with the breakages that it can have; `verdict` returns what grew there. */
async function start(on: Options['on'], folder: string, journal: Journal) {
  if (on === 'cluster') {
    const place = await startClusterPlace(folder, (text) => console.log(text));
    const known: Known = { kill: endsOf(place) };
    return { place, known, verdict: watchGrowth(place, journal) };
  }
  const place = await startLocal(folder);
  const known: Known = { ...breakagesOf(place), restore: restoresOf(place) };
  return { place, known, verdict: () => [] as string[] };
}

function chosenOf(known: Known, kinds: Kind[]): Faults {
  const namesOf = (kind: Kind) => (kinds.includes(kind) && known[kind] ? [Object.keys(known[kind])] : []);
  return {
    vendors: kinds.includes('vendors'),
    breakages: Object.assign({}, ...kinds.map((kind) => known[kind])) as Faults['breakages'],
    first: [...namesOf('kill'), ...namesOf('outage')],
  };
}

/** Looks at a cluster each minute until the returned function is called, which prints how its memory moved. */
function watchGrowth(place: ClusterPlace, journal: Journal): () => string[] {
  const looks: Look[] = [];
  const look = () => {
    looks.push(lookAt(place, journal.second() / 3_600));
    journal.note('memory', looks.at(-1));
  };
  const minutes = setInterval(look, 60_000);
  return () => {
    clearInterval(minutes);
    const { lines, grows } = verdictOf(looks);
    for (const line of lines) console.log(`  ${line}`);
    return grows;
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
  // The account under which PostgreSQL runs must be able to search it.
  chmodSync(folder, 0o755);
  return folder;
}

exitWith(main());
