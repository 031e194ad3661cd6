/** Migrates MIGRATION_DATABASE_URL with the migrations of this build and one that a later release may add. */
import { migrate, readMigrations } from '../../../prisma/migrate';

async function migrateLater(): Promise<string[]> {
  const ours = await readMigrations();
  const value = 'ALTER TABLE runs ADD COLUMN later text;';
  const migrationFile = { path: 'migration.sql', content: { tag: 'ok' as const, value } };
  const later = { path: '29991231000000_later', migrationFile };
  const migrationDirectories = [...ours.migrationDirectories, later];
  const { applied } = await migrate(process.env.MIGRATION_DATABASE_URL!, null, { ...ours, migrationDirectories });
  return applied;
}

void migrateLater().then((applied) => {
  process.stdout.write(`${applied.join(', ')}\n`);
  process.exit(0);
});
