import { BEFORE_1_0 } from '../../../prisma/migrate';
import { readMigrationState } from '../../../prisma/migration-state';
import { check, combined, counted, fail, ok, warn } from '../check';

const MIGRATE = 'Run the migrations as the owner: node dist/prisma/migrate.js with MIGRATION_DATABASE_URL.';

/** The database has exactly the migrations of this build. */
export const migrations = check({
  name: 'migrations',
  needs: ['database'],
  cure: 'Let the role of DATABASE_URL read _prisma_migrations: migrate with DATABASE_APP_ROLE set.',
  async run({ db }) {
    const { applied, pending, failed, edited, unknown, beforeGround } = await readMigrationState(db);
    if (beforeGround.length > 0) return fail(`Made before 1.0: ${beforeGround.join(', ')}.`, BEFORE_1_0);
    const found = [];
    if (failed.length > 0) {
      const cure = 'Read the log of the migration; fix the cause, then `npx prisma migrate resolve` and again.';
      found.push(fail(`Begun and not finished: ${failed.join(', ')}.`, cure));
    }
    if (pending.length > 0) found.push(fail(`Not applied yet: ${pending.join(', ')}.`, MIGRATE));
    if (edited.length > 0) {
      const cure = 'Restore the files as they were applied; put the change into a new migration.';
      found.push(fail(`Edited after they were applied: ${edited.join(', ')}.`, cure));
    }
    if (unknown.length > 0) {
      const cure = 'Run this command from the build that is deployed, or finish the deploy.';
      found.push(warn(`A newer build migrated this database: ${unknown.join(', ')}.`, cure));
    }
    return found.length > 0 ? combined(found) : ok(`${counted(applied.length, 'migration')} applied, none pending.`);
  },
});
