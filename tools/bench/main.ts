/** `npm run bench`: measures each hot path against its floor, alternating between the two during one run. */
import { availableParallelism } from 'node:os';
import { exitWith } from '../../test/support/exit-with';
import { onRealParts } from '../../test/support/real-parts';
import { costsAsMarkdown } from './cost/cost-table';
import { benchEvaluations, benchCreates, benchPurchases, benchReads } from './paths';

const BENCHES: Record<string, () => Promise<string[]>> = {
  reads: benchReads,
  creates: benchCreates,
  evaluations: benchEvaluations,
  purchases: benchPurchases,
};

async function main(names: readonly string[]): Promise<number> {
  if (names.join() === 'cost') {
    console.log(costsAsMarkdown());
    return 0;
  }
  if (!names.every((name) => name in BENCHES)) {
    console.log(`npm run bench [-- NAME ...]: measures each hot path against a bare baseline, alternating in one run.
Names: ${Object.keys(BENCHES).join(', ')}; without one, all of them.
"cost" alone computes instead what agent sessions cost at list prices (docs/costs.md).`);
    return names.includes('--help') ? 0 : 1;
  }
  const measure = async () => {
    console.log(`Node ${process.version}, ${availableParallelism()} cores`);
    for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
      for (const line of await BENCHES[name]!()) console.log(line);
    }
  };
  await onRealParts(measure, { durable: true });
  return 0;
}

exitWith(main(process.argv.slice(2)));
