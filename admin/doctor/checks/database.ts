import { readServer } from '../../../modules/operations/store/storage';
import { requireSpace, type Database } from '../../../prisma/client';
import { DATABASE_WORDS, databaseStateOf } from '../../../prisma/connection';
import { connectionFlaw } from '../../../prisma/connection-flaw';
import { BEFORE_1_0 } from '../../../prisma/migrate';
import { readRoleState } from '../../../prisma/roles';
import { readMigrationState, readSchemaState } from '../../../prisma/schema-state';
import { check, fail, messageOf, ok, warn, combined, counted, type PartialFinding } from '../check';

const NEARLY_FULL = 0.8;

/** Ways out of a refused session, by SQLSTATE, with the role and the database of DATABASE_URL. */
const CURES: Readonly<Record<string, (role: string, name: string) => string>> = {
  '28000': (role) => `ALTER ROLE ${role} LOGIN; or correct pg_hba.conf.`,
  '28P01': (role) => `Correct the password in DATABASE_URL, or set that one: ALTER ROLE ${role} PASSWORD '…';`,
  '3D000': () => 'Correct the name of the database in DATABASE_URL, or restore it (docs/runbook/restore.md).',
  '42501': (role, name) => `GRANT CONNECT ON DATABASE ${name} TO ${role};`,
  '53300': (role) =>
    `Lower DATABASE_POOL or the number of processes, or raise max_connections; of the role: ALTER ROLE ${role} CONNECTION LIMIT -1;`,
  '55000': (_, name) => `ALTER DATABASE ${name} ALLOW_CONNECTIONS true;`,
};

const START =
  'Start it (docker compose up --detach --wait postgres), or correct DATABASE_URL where it should be elsewhere. If it ends again, its log says why; with no space left on its disk: docs/runbook/database.md#disk-nearly-full.';
const MAKE_ROOM =
  'Make room on its disk or enlarge it, then see why it filled: du -xh --max-depth=2 of its data directory; pg_wal grows while archiving fails.';
const PROMOTED = 'Point DATABASE_URL at the primary, or, if that is lost, promote this one: SELECT pg_promote();';

/** PostgreSQL answers, accepts writes, gives connections what they need, and has some left. */
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
    // ALTER SYSTEM runs in no transaction; the others need one that may write.
    const statements =
      readOnlyBy === 'ALTER SYSTEM'
        ? `${reset}; then, by itself, SELECT pg_reload_conf();`
        : `SET transaction_read_only = off; ${reset};`;
    const cure = `As superuser: ${statements} Processes reconnect. A hosted database does it where its disk is nearly full: enlarge that.`;
    return fail(`${name} accepts no writes (read_only): default_transaction_read_only is on.`, cure);
  }
  const flaw = await connectionFlaw(url);
  if (flaw) return fail(flaw, 'Set pool_mode = session, or let DATABASE_URL name PostgreSQL itself.');
  if (connections >= maxConnections * NEARLY_FULL) {
    const full = `${name} has ${connections} of ${maxConnections} connections in use.`;
    return warn(full, 'Lower DATABASE_POOL or the number of processes, or raise max_connections.');
  }
  return ok(
    `${name} answers (connected in ${connectedMs} ms), ${connections} of ${maxConnections} connections in use.`,
  );
}

/** What keeps the database from being used. @throws an error that is another one */
function unavailable(error: unknown, url = ''): PartialFinding {
  const state = databaseStateOf(error);
  if (state === 'ok') throw error;
  const text = `PostgreSQL ${DATABASE_WORDS[state]} (${state}): ${messageOf(error)}.`;
  if (state === 'disk_full') return fail(text, MAKE_ROOM);
  if (state !== 'refused') return fail(text, START);
  const { username, pathname } = new URL(url);
  const cure = CURES[(error as { code?: string }).code ?? '']?.(username, pathname.slice(1));
  return fail(text, cure ?? 'Correct DATABASE_URL, or what PostgreSQL complains of.');
}

/** PostgreSQL keeps what it committed through a crash. */
export const durability = check({
  name: 'durability',
  needs: ['database'],
  cure: 'Let the role read the settings of PostgreSQL.',
  async run({ db }) {
    const { unsafe } = await readServer(db);
    if (unsafe.length === 0) return ok('A commit survives a crash of the server.');
    const off = unsafe.join(', ');
    return fail(`A crash of the server can lose what it committed: ${off} is off.`, `Set ${off} to on.`);
  },
});

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
      const cure = 'Fix the cause and migrate again: docs/runbook/upgrade.md#a-failed-migration has the commands.';
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

/** Nobody dropped, broke or switched off what the migrations built. */
export const schema = check({
  name: 'schema',
  needs: ['database'],
  cure: 'Run this command with the files of prisma/ next to it.',
  async run({ db }) {
    const { found, missing, disabled } = await readSchemaState(db);
    const problems = [];
    if (missing.length > 0) {
      const cure = 'Apply pending migrations; what was dropped by hand is made again with the SQL of its migration.';
      problems.push(fail(`Missing: ${missing.slice(0, 20).join(', ')}.`, cure));
    }
    if (disabled.length > 0) {
      const cure = 'REINDEX an invalid index, ENABLE a trigger, VALIDATE a constraint.';
      problems.push(fail(`There, but not in force: ${disabled.join(', ')}.`, cure));
    }
    if (problems.length > 0) return combined(problems);
    return ok(`${found} columns, indexes, constraints and triggers are as the migrations built them.`);
  },
});

const GRANT = 'Migrate again with DATABASE_APP_ROLE set to this role, which renews its privileges.';
const SHOWN = 12;

/** The role of DATABASE_URL may do what the application does, and cannot rewrite the books or the audit log. */
export const databaseRole = check({
  name: 'database-role',
  needs: ['database'],
  cure: GRANT,
  async run({ db }) {
    const { name, isMighty, lacking, excess } = await readRoleState(db);
    if (isMighty) {
      const cure = 'Let DATABASE_URL name a role of its own (noi_app), and give the owner to migrations only.';
      return warn(`${name} owns the tables or may do anything: books and audit log can be rewritten.`, cure);
    }
    const found = [];
    if (lacking.length > 0) found.push(fail(`${name} lacks ${lacking.slice(0, SHOWN).join(', ')}.`, GRANT));
    if (excess.length > 0) found.push(warn(`${name} should not have ${excess.slice(0, SHOWN).join(', ')}.`, GRANT));
    return found.length > 0 ? combined(found) : ok(`${name} has the privileges of the application, and no others.`);
  },
});
