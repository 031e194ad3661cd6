import { built } from './programs';
import { ours } from './process/launch';
import { runToEnd } from './process/run-to-end';
import type { Preparation } from './start-context';

const STOP_WITHIN_MS = 5_000;

/**
 * Migrations, seed and agent provisioning of the built product. Paths are values before they are imported: the compiler
 * loses an imported name that is called within `import()` while it rewrites extensions.
 */
export const builtPreparation: Preparation = {
  async migrate(databaseUrl, appRole) {
    const path = built('prisma/migrate');
    const { migrate } = (await import(path)) as Pick<Preparation, 'migrate'>;
    return migrate(databaseUrl, appRole);
  },
  async seed(databaseUrl, keepFile) {
    const path = built('local/seed');
    const { seed } = (await import(path)) as Pick<Preparation, 'seed'>;
    return seed(databaseUrl, keepFile);
  },
  provisionAgents(env, report, signal) {
    const program = ours(built('admin/main'), env, STOP_WITHIN_MS, ['agents', 'provision']);
    return runToEnd('agents', program, report, signal);
  },
};
