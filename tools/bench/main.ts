/** `npm run bench`: each hot path against its floor, alternating in one run. */
import { exitWith } from '../../test/support/exit-with';
import { onRealParts } from '../../test/support/real-parts';
import { costsAsMarkdown } from './cost/cost-table';
import { benchEvaluations } from './evaluations';
import { printTable, type Row } from './measure';
import { startProfiling } from './processes';
import { benchCreates, benchPurchases } from './posts';
import { benchReads } from './reads';

const BENCHES: Record<string, () => Promise<Row[]>> = {
  reads: benchReads,
  creates: benchCreates,
  evaluations: benchEvaluations,
  purchases: benchPurchases,
};

const USAGE = `npm run bench [-- [--profile] NAME ...]

Measures each hot path against its floor, alternating in one run, and prints one table of ratios.
With --profile each measured process also writes a CPU profile of each thread, to open in Chrome's DevTools or at
speedscope.app. Profiling costs time, so ignore its ratios.
"cost" alone computes instead what sessions of the agent cost by list prices (docs/going-live.md).
Names: ${Object.keys(BENCHES).join(', ')}; without one, all of them.`;

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => arg !== '--profile');
  if (names.join() === 'cost') {
    console.log(costsAsMarkdown());
    return 0;
  }
  if (!names.every((name) => name in BENCHES)) {
    console.log(USAGE);
    return names.includes('--help') ? 0 : 1;
  }
  const chosen = names.length > 0 ? names : Object.keys(BENCHES);
  const measure = async () => {
    const rows: Row[] = [];
    for (const name of chosen) {
      console.error(`measuring ${name} …`);
      if (args.includes('--profile')) console.error(`profiles: ${startProfiling(name)}`);
      rows.push(...(await BENCHES[name]!()));
    }
    printTable(rows);
  };
  await onRealParts(measure, { durable: true });
  return 0;
}

exitWith(main(process.argv.slice(2)));
