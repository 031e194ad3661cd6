import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm';
import { Client } from 'pg';
import { PACKAGE_ROOT } from '../contracts/package-root';
import { withSchemaEngine } from './schema-engine';

const MIGRATIONS = join(PACKAGE_ROOT, 'prisma', 'migrations');
// Any constant: it only has to be the same for every process that migrates this database.
const MIGRATION_LOCK = 7_270_736;

/**
 * Applies the migrations that the database has not had, in order, and says which. Applying twice changes nothing;
 * processes that migrate at the same time wait for each other. Compatible with `prisma migrate deploy`.
 *
 * @throws Error when a migration fails or an applied one was edited: the message is Prisma's own
 */
export async function migrate(databaseUrl: string): Promise<{ applied: string[] }> {
  const lock = new Client({ connectionString: databaseUrl });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await withSchemaEngine(databaseUrl, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: await readMigrations(),
        filters: { externalTables: [], externalEnums: [] },
      });
      return { applied: appliedMigrationNames };
    });
  } finally {
    await lock.end();
  }
}

async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: MIGRATIONS,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(MIGRATIONS, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      folders.sort().map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(join(MIGRATIONS, path, 'migration.sql'), 'utf8') },
        },
      })),
    ),
  };
}

/* c8 ignore start: the command line of the one-shot migration process */
if (require.main === module) {
  const url = process.env.DATABASE_URL;
  if (!url) {
    console.error('DATABASE_URL: missing');
    process.exit(1);
  }
  migrate(url).then(
    ({ applied }) => {
      console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply');
      // The engine leaves a timer of its lock behind, which would keep this process for ten seconds more.
      process.exit(0);
    },
    (error: Error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
}
