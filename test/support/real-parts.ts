import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../local/postgres/start-postgres';
import { identify } from '../../local/process/identity';
import { endLeftover } from '../../local/process/leftovers';
import { startTemporal } from '../../local/temporal/start-temporal';
import { buildPrograms } from './build';
import { searchableFolder } from './searchable-folder';

/** A password of tests is no secret: the 4,096 rounds that hide it are a third of what a connection costs. */
const SETTINGS = { scram_iterations: '1' };

/** Parts started for a test run; {@link stop} ends them. */
export interface RealParts {
  databaseUrl: string;
  temporalAddress: string;
  stop: () => Promise<void>;
}

/**
 * Starts one PostgreSQL and one Temporal dev server for a whole run of tests or benches, in a folder of its own, and
 * removes the leftovers of killed runs. TEST_DATABASE_URL and TEST_TEMPORAL_ADDRESS, if set, are used instead.
 * Tests run without fsync; benches are `durable`.
 */
export async function startRealParts({ durable = false, env = process.env } = {}): Promise<RealParts> {
  buildPrograms();
  const parent = join(tmpdir(), 'noi-tests');
  await clearLeftovers(parent);
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  // Named after the process: a folder whose process is gone is a leftover.
  const folder = searchableFolder(join(parent, `${process.pid}-`));
  const [postgres, temporal] = await Promise.all([
    env.TEST_DATABASE_URL ? null : startPostgres({ dataDir: join(folder, 'postgres'), durable, settings: SETTINGS }),
    env.TEST_TEMPORAL_ADDRESS ? null : startTemporal({ dataDir: join(folder, 'temporal') }),
  ]);
  return {
    databaseUrl: postgres?.url ?? env.TEST_DATABASE_URL!,
    temporalAddress: temporal?.address ?? env.TEST_TEMPORAL_ADDRESS!,
    async stop() {
      await Promise.all([postgres?.stop(), temporal?.stop()]);
      for (const path of [folder, postgres?.dataDir ?? folder]) rmSync(path, { recursive: true, force: true });
    },
  };
}

async function clearLeftovers(parent: string): Promise<void> {
  for (const name of readFolder(parent)) {
    if (identify(Number.parseInt(name, 10)) !== null) continue;
    const folder = join(parent, name);
    await endLeftover(join(folder, 'postgres', 'server.pid'), 'SIGINT');
    await endLeftover(join(folder, 'temporal', 'server.pid'), 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

function readFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
