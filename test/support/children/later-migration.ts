/**
 * Migrates MIGRATION_DATABASE_URL with this build's migrations and one more, given by name and SQL. By default, that
 * one is a migration that a later release may contain.
 */
import { migrate, readMigrations } from '../../../prisma/migrate';

async function migrateLater(
  path = '29991231000000_later',
  value = 'ALTER TABLE runs ADD COLUMN later text;',
): Promise<string[]> {
  const ours = await readMigrations();
  const migrationFile = { path: 'migration.sql', content: { tag: 'ok' as const, value } };
  const migrationDirectories = [...ours.migrationDirectories, { path, migrationFile }];
  const { applied } = await migrate(process.env.MIGRATION_DATABASE_URL!, null, { ...ours, migrationDirectories });
  return applied;
}

migrateLater(process.argv[2], process.argv[3]).then(
  (applied) => {
    process.stdout.write(`${applied.join(', ')}\n`);
    process.exit(0);
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
