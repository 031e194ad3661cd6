/** `npm run campaign`: plays random stories of buyers, runs and payouts under faults, and checks every promise. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { cpuSecondsOfTree } from '../../test/support/cpu';
import { wholeNumber } from '../../test/support/whole-number';
import { Dice } from './dice';
import { Journal } from './journal';
import { startParts } from './parts';
import { printCounts, printFlaws, showProgress } from './report';
import { runCampaign } from './run';
import { exitWith } from '../../test/support/exit-with';

const HELP = `
Starts PostgreSQL, Temporal, two APIs, two workers and both stand-ins on loopback, in a folder of its own below LOCAL_DIR
(by default .local). People buy, with and without an account, research, cancel, dispute a part or the whole, refund by
hand, withdraw and leave, while providers fail and processes die, stay away for hours, are set back to an
earlier moment or show a wrong time. Then everything is left to settle, and what test/support/*-invariants.ts states must
hold.

Ends with "campaign: N faults, 0 broken promises, seed S" and exit code 0, or with the broken promises and 1. The choices
of each person follow from the seed; which of them meets which fault depends on the machine, so repeat a few times.`;

async function main(): Promise<number> {
  const command = new Command('npm run campaign --')
    .description('Plays a random story under faults and checks every promise about money and paid work.')
    .option('--faults <n>', 'how many faults strike', wholeNumber(1), 300)
    .option('--seed <n>', 'of the random choices (default: any)', wholeNumber(0))
    .addHelpText('after', HELP)
    .parse();
  const { faults, seed = Math.floor(Math.random() * 2 ** 31) } = command.opts<{ faults: number; seed?: number }>();
  const folder = ownFolder();
  const journal = new Journal(join(folder, 'journal.jsonl'));
  console.log(`campaign: ${faults} faults, seed ${seed}, in ${folder}`);
  const parts = await startParts(folder);
  const progress = showProgress(parts, journal, faults);
  let flaws: string[];
  try {
    flaws = await runCampaign(parts, journal, new Dice(seed), faults);
    progress.stop();
    printCounts(journal);
    await printFlaws(parts, journal, flaws, { faults, seed, folder });
  } finally {
    progress.stop();
    await parts.close();
  }
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) rmSync(join(folder, entry.name), { recursive: true, force: true });
  if (flaws.length === 0) rmSync(folder, { recursive: true, force: true });
  const cpu = cpuSecondsOfTree(process.pid);
  if (cpu !== null) console.log(`  ${Math.round(cpu)} s of CPU, ${Math.round((cpu * 1_000) / faults)} ms a fault`);
  console.log(`campaign: ${faults} faults, ${flaws.length} broken promises, seed ${seed}`);
  return flaws.length === 0 ? 0 : 1;
}

function ownFolder(): string {
  const root = resolve(process.env.LOCAL_DIR ?? join(PACKAGE_ROOT, '.local'));
  mkdirSync(root, { recursive: true });
  const folder = mkdtempSync(join(root, 'campaign-'));
  // The account under which PostgreSQL runs must be able to search it.
  chmodSync(folder, 0o755);
  return folder;
}

exitWith(main());
