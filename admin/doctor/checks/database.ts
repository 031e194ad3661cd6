import { readServer } from '../../../modules/operations/store/storage';
import { requireSpace, type Database } from '../../../prisma/client';
import { DATABASE_WORDS, databaseStateOf } from '../../../prisma/connection';
import { connectionFlaw } from '../../../prisma/connection-flaw';
import { BEFORE_1_0 } from '../../../prisma/migrate';
import { readRoleState } from '../../../prisma/roles';
import { readMigrationState, readSchemaState } from '../../../prisma/schema-state';
import { check, fail, messageOf, ok, warn, combined, counted, type PartialFinding } from '../check';

const NEARLY_FULL = 0.8;

/** Cures for a refused connection, by SQLSTATE. Each receives the role and database name from DATABASE_URL. */
const CURES: Readonly<Record<string, (role: string, name: string) => string>> = {
  '28000': (role) => `ALTER ROLE ${role} LOGIN; or correct pg_hba.conf.`,
  '28P01': (role) => `Correct the password in DATABASE_URL, or set it on the role: ALTER ROLE ${role} PASSWORD '…';`,
  '3D000': () => 'Correct the name of the database in DATABASE_URL, or restore it (docs/runbook/restore.md).',
  '42501': (role, name) => `GRANT CONNECT ON DATABASE ${name} TO ${role};`,
  '53300': (role) =>
    `Lower DATABASE_POOL or the number of processes, or raise max_connections. If the role has its own limit: ALTER ROLE ${role} CONNECTION LIMIT -1;`,
  '55000': (_, name) => `ALTER DATABASE ${name} ALLOW_CONNECTIONS true;`,
};

const START =
  'Start it (docker compose up --detach --wait postgres), or correct DATABASE_URL. If it stops again, read its log; if its disk is full, see docs/runbook/database.md#disk-nearly-full.';
const MAKE_ROOM =
  'Free disk space or enlarge the disk. Then find the cause: run du -xh --max-depth=2 in the data directory; pg_wal grows while archiving fails.';
const PROMOTED =
  'Point DATABASE_URL at the primary. If the primary is lost, promote this standby: SELECT pg_promote();';

/** Checks that PostgreSQL answers, accepts writes, supports session features, and has free connections. */
export const database = check({
  name: 'database',
  cure: START,
  async run({ db, env }) {
    const begun = performance.now();
    try {
      await db.pool.query('SELECT 1');
      const ms = Math.round(performance.now() - begun);
      await requireSpace(db);
      return await judgeServer(db, env.DATABASE_URL!, ms);
    } catch (error) {
      return unavailable(error, env.DATABASE_URL);
    }
  },
});

async function judgeServer(db: Database, url: string, connectedMs: number): Promise<PartialFinding> {
  const { version, isStandby, readOnlyBy, connections, maxConnections } = await readServer(db);
  const name = `PostgreSQL ${version}`;
  if (isStandby) return fail(`${name} accepts no writes (read_only): it is a standby.`, PROMOTED);
  if (readOnlyBy !== null) {
    const reset = `${readOnlyBy} RESET default_transaction_read_only`;
    // ALTER SYSTEM cannot run in a transaction. The other statements need a read-write transaction.
    const statements =
      readOnlyBy === 'ALTER SYSTEM'
        ? `${reset}; then, as a separate statement, SELECT pg_reload_conf();`
        : `SET transaction_read_only = off; ${reset};`;
    const cure = `As superuser: ${statements} Processes reconnect. A hosted database turns this on when its disk is nearly full: enlarge the disk.`;
    return fail(`${name} accepts no writes (read_only): default_transaction_read_only is on.`, cure);
  }
  const flaw = await connectionFlaw(url);
  if (flaw) return fail(flaw, 'Set pool_mode = session, or point DATABASE_URL at PostgreSQL itself.');
  if (connections >= maxConnections * NEARLY_FULL) {
    const full = `${name} has ${connections} of ${maxConnections} connections in use.`;
    return warn(full, 'Lower DATABASE_POOL or the number of processes, or raise max_connections.');
  }
  return ok(
    `${name} answers (connected in ${connectedMs} ms), ${connections} of ${maxConnections} connections in use.`,
  );
}

/** Explains why the database cannot be used. Rethrows any other error. */
function unavailable(error: unknown, url = ''): PartialFinding {
  const state = databaseStateOf(error);
  if (state === 'ok') throw error;
  const text = `PostgreSQL ${DATABASE_WORDS[state]} (${state}): ${messageOf(error)}.`;
  if (state === 'disk_full') return fail(text, MAKE_ROOM);
  if (state !== 'refused') return fail(text, START);
  const { username, pathname } = new URL(url);
  const cure = CURES[(error as { code?: string }).code ?? '']?.(username, pathname.slice(1));
  return fail(text, cure ?? 'Correct DATABASE_URL, or fix the problem that PostgreSQL reports.');
}

/** Checks that PostgreSQL does not lose commits in a crash. */
export const durability = check({
  name: 'durability',
  needs: ['database'],
  cure: 'Allow the role to read the settings of PostgreSQL.',
  async run({ db }) {
    const { unsafe } = await readServer(db);
    if (unsafe.length === 0) return ok('A commit survives a crash of the server.');
    const off = unsafe.join(', ');
    return fail(`A server crash can lose committed transactions: ${off} is off.`, `Set ${off} to on.`);
  },
});

const MIGRATE = 'Run the migrations as the owner: node dist/prisma/migrate.js with MIGRATION_DATABASE_URL.';

/** Checks that the database has exactly the migrations of this build. */
export const migrations = check({
  name: 'migrations',
  needs: ['database'],
  cure: 'Allow the role of DATABASE_URL to read _prisma_migrations: migrate with DATABASE_APP_ROLE set.',
  async run({ db }) {
    const { applied, pending, failed, edited, unknown, beforeGround } = await readMigrationState(db);
    if (beforeGround.length > 0) return fail(`The database predates 1.0: ${beforeGround.join(', ')}.`, BEFORE_1_0);
    const found = [];
    if (failed.length > 0) {
      const cure = 'Fix the cause and migrate again: see docs/runbook/upgrade.md#a-failed-migration for the commands.';
      found.push(fail(`Started but not finished: ${failed.join(', ')}.`, cure));
    }
    if (pending.length > 0) found.push(fail(`Not applied yet: ${pending.join(', ')}.`, MIGRATE));
    if (edited.length > 0) {
      const cure = 'Restore the files as they were applied, and put the change into a new migration.';
      found.push(fail(`Edited after they were applied: ${edited.join(', ')}.`, cure));
    }
    if (unknown.length > 0) {
      const cure = 'Run this command from the build that is deployed, or finish the deploy.';
      found.push(warn(`A newer build migrated this database: ${unknown.join(', ')}.`, cure));
    }
    return found.length > 0 ? combined(found) : ok(`${counted(applied.length, 'migration')} applied, none pending.`);
  },
});

/** Checks that all objects of the migrations exist, are valid and are enabled. */
export const schema = check({
  name: 'schema',
  needs: ['database'],
  cure: 'Run this command from a directory that has prisma/.',
  async run({ db }) {
    const { found, missing, disabled } = await readSchemaState(db);
    const problems = [];
    if (missing.length > 0) {
      const cure = 'Apply pending migrations. Recreate manually dropped objects with the SQL of their migration.';
      problems.push(fail(`Missing: ${missing.slice(0, 20).join(', ')}.`, cure));
    }
    if (disabled.length > 0) {
      const cure = 'REINDEX an invalid index, ENABLE a trigger, VALIDATE a constraint.';
      problems.push(fail(`Invalid or disabled: ${disabled.join(', ')}.`, cure));
    }
    if (problems.length > 0) return combined(problems);
    return ok(`${found} columns, indexes, constraints and triggers match the migrations.`);
  },
});

const GRANT = 'Migrate again with DATABASE_APP_ROLE set to this role, which resets its privileges.';
const SHOWN = 12;

/** Checks that the application's role has the necessary privileges, but cannot rewrite the ledger or the audit log. */
export const databaseRole = check({
  name: 'database-role',
  needs: ['database'],
  cure: GRANT,
  async run({ db }) {
    const { name, isPrivileged, lacking, excess } = await readRoleState(db);
    if (isPrivileged) {
      const cure = 'Use a separate role in DATABASE_URL (noi_app), and the owner only for migrations.';
      return warn(`${name} is a superuser or owns the tables: it can rewrite the ledger and the audit log.`, cure);
    }
    const found = [];
    if (lacking.length > 0) found.push(fail(`${name} lacks ${lacking.slice(0, SHOWN).join(', ')}.`, GRANT));
    if (excess.length > 0) found.push(warn(`${name} should not have ${excess.slice(0, SHOWN).join(', ')}.`, GRANT));
    return found.length > 0 ? combined(found) : ok(`${name} has exactly the privileges that the application needs.`);
  },
});
