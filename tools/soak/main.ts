/** `npm run soak`: the cluster under load for hours, its memory and its disk each minute, and a verdict on their growth. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { localFolder } from '../../local/folder';
import { Dice } from '../campaign/dice';
import { openBreaks, untilIdle } from '../cluster/drill';
import { drillSettings } from '../cluster/drill-settings';
import { startLogged } from '../cluster/start-logged';
import { Tally } from '../cluster/tally';
import { createWorld, type World } from '../cluster/world';
import { exitWith } from '../../test/support/exit-with';
import { retryOnOutage } from '../../test/support/patience';
import { startPostbox } from '../../test/support/postbox';
import { wholeNumber } from '../../test/support/whole-number';
import { ask, disturb, sizesOf, type SoakPlan } from './load';
import { lookAt, type Look } from './looks';
import { CSV_HEAD, csvOf, MEMORY_CSV_HEAD, memoryCsvOf, rowOf, TABLE_HEAD, verdictOf } from './table';

const HELP = `
Starts the cluster of "npm run cluster" below LOCAL_DIR (default .local) and asks for runs at a steady pace, with a
search a minute, a purchase every ten seconds and some withdrawals, while one process after the other ends. Each minute it
prints what api, worker, temporal and postgres need of memory (MB, Pss), the size of the database, what was asked and
ended, and writes the same to soak.csv, and the memory of each process to soak-memory.csv. At the end everything must have
ended, every promise must hold, and neither the memory of a process nor the room of a run may grow: else it says which
does, and exits 1.

Two cores keep up with one run a second, all of this beside it; at more, runs wait longer and longer. Ctrl-C ends the load
early; the verdict is then on what was seen. Memory is judged of processes that live for more than 50 minutes, in the
later half of their lives, for caches take 45 minutes to fill: a shorter soak, or one whose faults come faster, judges
promises and disk alone.`;

const MINUTE_MS = 60_000;

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const command = new Command('npm run soak --')
    .description('Uses the cluster for hours and says what grows.')
    .option('--hours <h>', 'how long the load lasts', hours, 1)
    .option('--rate <n>', 'runs that are started each second', wholeNumber(1), 2)
    .option('--faults-every <s>', 'seconds between two processes that end; 0 for none', wholeNumber(0), 900)
    .option('--seed <n>', 'of the choice of what ends', wholeNumber(0), 1)
    .addHelpText('after', HELP)
    .parse();
  const { seed, ...plan } = command.opts<SoakPlan & { seed: number }>();
  const folder = localFolder(process.env);
  const over = new AbortController();
  const interrupted = () => over.abort();
  const postbox = await startPostbox();
  const cluster = await startLogged({ ...process.env, ...drillSettings(postbox) }, say);
  // From here a signal ends the load, not the cluster.
  process.removeAllListeners('SIGINT').on('SIGINT', interrupted);
  try {
    const world = await createWorld(cluster.path, postbox, sizesOf(plan), new Tally());
    try {
      return await soak(world, plan, { dice: new Dice(seed), over, folder: folder.root });
    } finally {
      await world.close();
    }
  } finally {
    await cluster.stop();
  }
}

async function soak(
  world: World,
  plan: SoakPlan,
  { dice, over, folder }: { dice: Dice; over: AbortController; folder: string },
): Promise<number> {
  const [csv, memoryCsv] = [join(folder, 'soak.csv'), join(folder, 'soak-memory.csv')];
  const looks: Look[] = [];
  const begunAt = performance.now();
  const look = async () => {
    const seen = await retryOnOutage(() => lookAt(world, (performance.now() - begunAt) / 3_600_000));
    looks.push(seen);
    say(rowOf(seen, world.tally));
    appendFileSync(csv, csvOf(seen, world.tally));
    appendFileSync(memoryCsv, memoryCsvOf(seen));
  };
  writeFileSync(csv, CSV_HEAD);
  writeFileSync(memoryCsv, MEMORY_CSV_HEAD);
  say(TABLE_HEAD);
  await look();
  const minutes = setInterval(() => void look().catch((error: Error) => say(error.message)), MINUTE_MS);
  const end = setTimeout(() => over.abort(), plan.hours * 3_600_000);
  try {
    await Promise.all([ask(world, plan, over.signal), disturb(world, plan, dice, over.signal)]);
  } finally {
    clearTimeout(end);
    clearInterval(minutes);
  }
  await look();
  say('waiting for the end of everything …');
  const broken = [...world.tally.broken, ...(await untilIdle(world)), ...(await openBreaks(world))];
  const { lines, grows } = verdictOf(looks);
  say(['', ...lines, ...broken.map((flaw) => `broken promise: ${flaw}`)].join('\n'));
  const { asked } = world.tally;
  const ended = asked.filter(({ tookMs }) => tookMs !== null).length;
  say(`soak: ${asked.length} asked, ${ended} ended, ${broken.length} broken promises, ${grows.length} that grow`);
  return broken.length === 0 && grows.length === 0 ? 0 : 1;
}

function hours(value: string): number {
  const number = Number(value);
  if (!(number > 0 && number <= 100)) throw new InvalidArgumentError('hours, such as 4 or 0.25');
  return number;
}

exitWith(main());
