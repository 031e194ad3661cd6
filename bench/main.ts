import { createTemplate } from '../test/support/database';
import { startRealParts } from '../test/support/real-parts';
import { printTable, type Row } from './compare';
import { benchPurchases, benchReservations, benchWebhooks } from './commerce';
import { benchCreateEvaluation } from './create-evaluation';
import { benchEvaluations } from './evaluations';
import { benchManyEvaluations } from './many-evaluations';
import { benchReadRun } from './read-run';
import { benchSearches } from './searches';

const BENCHES: Record<string, () => Promise<Row[]>> = {
  reads: benchReadRun,
  creates: benchCreateEvaluation,
  evaluations: benchEvaluations,
  searches: benchSearches,
  many: benchManyEvaluations,
  webhooks: benchWebhooks,
  purchases: benchPurchases,
  reservations: benchReservations,
};

const USAGE = `npm run bench [-- NAME ...]

Measures each hot path against its floor, alternating in one run, and prints one table of ratios.
Names: ${Object.keys(BENCHES).join(', ')}; without one, all of them.`;

async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in BENCHES));
  if (names.includes('--help') || unknown.length > 0) {
    console.log(USAGE);
    process.exit(names.includes('--help') ? 0 : 1);
  }
  const parts = await startRealParts({ durable: true });
  process.env.TEST_DATABASE_URL = parts.databaseUrl;
  process.env.TEST_TEMPORAL_ADDRESS = parts.temporalAddress;
  try {
    await createTemplate(parts.databaseUrl);
    const rows: Row[] = [];
    for (const [name, bench] of Object.entries(BENCHES)) {
      if (names.length > 0 && !names.includes(name)) continue;
      console.error(`measuring ${name} …`);
      rows.push(...(await bench()));
    }
    printTable(rows);
  } finally {
    await parts.stop();
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
