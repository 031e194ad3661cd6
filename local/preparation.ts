import { built } from './programs';
import { ours } from './process/launch';
import { runToEnd } from './process/run-to-end';
import type { Preparation } from './start-context';

const STOP_WITHIN_MS = 5_000;

/** Migrations, seed and agent provisioning as the built product does them. */
export const builtPreparation: Preparation = {
  async migrate(databaseUrl) {
    const { migrate } = (await import(built('prisma/migrate'))) as Pick<Preparation, 'migrate'>;
    return migrate(databaseUrl);
  },
  async seed(databaseUrl, keepFile) {
    const { seed } = (await import(built('local/seed'))) as Pick<Preparation, 'seed'>;
    return seed(databaseUrl, keepFile);
  },
  provisionAgents(env, report, signal) {
    const program = ours(built('local/admin/main'), env, STOP_WITHIN_MS, ['agents', 'provision']);
    return runToEnd('agents', program, report, signal);
  },
};
