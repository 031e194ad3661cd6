import { onRealParts } from '../../test/support/on-real-parts';
import { printTable, type Row } from './compare';
import { benchPurchases, benchReservations, benchWebhooks } from './commerce';
import { benchBytes } from './bytes';
import { benchCreateEvaluation } from './create-evaluation';
import { benchEvaluations } from './evaluations';
import { benchManyEvaluations } from './many-evaluations';
import { benchMemory } from './memory';
import { reportProfiles, startProfiling } from './profile/profiles';
import { benchNeighbors } from './neighbors';
import { benchReadRun } from './read-run';
import { benchSearches } from './searches';
import { benchScale } from './scale';
import { benchSweeps } from './sweeps';

const BENCHES: Record<string, () => Promise<Row[]>> = {
  reads: benchReadRun,
  creates: benchCreateEvaluation,
  evaluations: benchEvaluations,
  searches: benchSearches,
  many: benchManyEvaluations,
  neighbors: benchNeighbors,
  webhooks: benchWebhooks,
  purchases: benchPurchases,
  reservations: benchReservations,
  sweeps: benchSweeps,
  bytes: benchBytes,
  memory: benchMemory,
  scale: benchScale,
};

const USAGE = `npm run bench [-- [--profile] NAME ...]

Measures each hot path against its floor, alternating in one run, and prints one table of ratios.
With --profile each measured process also writes a CPU profile of each thread, to open in Chrome's DevTools or at
speedscope.app, and its busiest functions are printed. Profiling costs time, so ignore its ratios.
Names: ${Object.keys(BENCHES).join(', ')}; without one, all of them.`;

async function main(args: string[]): Promise<void> {
  const profiles = args.includes('--profile');
  const names = args.filter((name) => name !== '--profile');
  const unknown = names.filter((name) => !(name in BENCHES));
  if (names.includes('--help') || unknown.length > 0) {
    console.log(USAGE);
    process.exit(names.includes('--help') ? 0 : 1);
  }
  await onRealParts(() => measure(names, profiles), { durable: true });
}

async function measure(names: readonly string[], profiles: boolean): Promise<void> {
  const rows: Row[] = [];
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.error(`measuring ${name} …`);
    if (profiles) startProfiling(name);
    rows.push(...(await bench()));
    if (profiles) reportProfiles();
  }
  printTable(rows);
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
