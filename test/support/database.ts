import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { APP_ROLE, ownDatabase, rolesOf } from '../../local/postgres/roles';
import { built } from '../../local/process/launch';
import { BACKGROUND_TIMEOUTS, openDatabase, type Database } from '../../prisma/client';
import { closedAtEnd } from './leftovers';

/**
 * Runs `work` in its own database session, then closes the session.
 * @throws any error from `work`; if the server ends the session between two statements, the next statement fails
 */
export async function inSession<T>(url: string, work: (session: Client) => Promise<T>): Promise<T> {
  const session = new Client({ connectionString: url });
  // Without a listener, this process would crash if the server ends the session.
  session.on('error', () => undefined);
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

const TEMPLATE = 'noi_template';

/** Tests connect once, without retries, and a busy server takes seconds to accept a connection. */
const TEST_TIMEOUTS = { ...BACKGROUND_TIMEOUTS, connectMs: 30_000 };

/** Migrates the test run's template database. Copying it into a test database takes only milliseconds. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await administer(serverUrl, `DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await administer(serverUrl, `CREATE DATABASE ${TEMPLATE}`);
  const { owner } = await ownDatabase(within(serverUrl, TEMPLATE));
  // Migrate in a separate process, because Prisma's engine leaves a timer that would keep Jest from exiting.
  execFileSync(process.execPath, [built('prisma/migrate')], {
    env: { ...process.env, MIGRATION_DATABASE_URL: owner, DATABASE_APP_ROLE: APP_ROLE },
  });
}

/** A test file's own database, accessed with the application's role. */
export interface TestDatabase extends Database {
  url: string;
  /** Connection string of the owner, the only role that may change the schema. */
  ownerUrl: string;
  asOwner(sql: string): Promise<void>;
}

/** An empty, migrated database; `close` drops it. FILE_COPY needs a third as much CPU time as WAL_LOG. */
export async function createTestDatabase(maxConnections = 20): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL!;
  const name = `t_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  const { owner } = rolesOf(within(server, name));
  await administer(server, `ALTER DATABASE ${name} OWNER TO ${new URL(owner).username}`);
  return adoptTestDatabase(name, maxConnections);
}

/** Treats an existing database on the test server like one from {@link createTestDatabase}; `close` drops it. */
export function adoptTestDatabase(name: string, maxConnections = 20): TestDatabase {
  const server = process.env.TEST_DATABASE_URL!;
  const { application: url, owner: ownerUrl } = rolesOf(within(server, name));
  const db = openDatabase(url, maxConnections, { timeouts: TEST_TIMEOUTS });
  return {
    ...db,
    url,
    ownerUrl,
    asOwner: (sql) => administer(ownerUrl, sql),
    close: closedAtEnd(async () => {
      await db.close();
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    }),
  };
}

/** The connection string of another database on the same server. */
export function within(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement outside any transaction. */
export async function administer(serverUrl: string, sql: string): Promise<void> {
  await inSession(serverUrl, (session) => session.query(sql));
}

/** Takes a snapshot of a database. The returned function restores it, like a restore from backup. */
export async function snapshotOf(db: TestDatabase): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL!;
  const name = new URL(db.url).pathname.slice(1);
  const [copy, lost] = ['s', 'l'].map((kind) => `${kind}_${randomBytes(6).toString('hex')}`);
  await withoutConnections(server, name, () => administer(server, `CREATE DATABASE ${copy} TEMPLATE ${name}`));
  await administer(server, `ALTER DATABASE ${copy} OWNER TO ${new URL(db.ownerUrl).username}`);
  return async () => {
    await withoutConnections(server, name, () => administer(server, `ALTER DATABASE ${name} RENAME TO ${lost}`), lost);
    await administer(server, `ALTER DATABASE ${copy} RENAME TO ${name}`);
    await administer(server, `DROP DATABASE ${lost} WITH (FORCE)`);
  };
}

/**
 * While `work` runs, rejects all connections to a database except those of superusers, as a server without free
 * connections does. The product reconnects by itself. `then` is the database's name afterwards, if `work` changes it.
 */
async function withoutConnections(server: string, name: string, work: () => Promise<void>, then = name): Promise<void> {
  await administer(server, `ALTER DATABASE ${name} CONNECTION LIMIT 0`);
  await administer(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  try {
    await work();
  } finally {
    await administer(server, `ALTER DATABASE ${then} CONNECTION LIMIT -1`);
  }
}

/** Statements that each shift one table's timestamp columns into the past. */
const MOMENTS = `
  SELECT format('UPDATE %I SET %s', table_name,
                string_agg(format('%1$I = %1$I - make_interval(secs => %2$s)', column_name, $1::int), ', ')) AS statement
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'timestamp with time zone'
      AND is_generated = 'NEVER' AND table_name <> '_prisma_migrations'
    GROUP BY table_name`;

/**
 * Moves every timestamp in a database into the past by whole seconds, as if that time had passed. Nobody else may be
 * connected. Temporal's timers do not skip ahead: to Temporal, no time has passed.
 */
export async function ageDatabase(serverUrl: string, name: string, seconds: number): Promise<void> {
  await withoutConnections(serverUrl, name, () =>
    inSession(within(serverUrl, name), async (session) => {
      const { rows } = await session.query<{ statement: string }>(MOMENTS, [seconds]);
      await withoutTriggers(session, rows.map(({ statement }) => statement).join(';'));
    }),
  );
}

/** Runs statements in one transaction with triggers off, for example to change the ledger or an ended run. */
export async function withoutTriggers(session: Client, statements: string): Promise<void> {
  await session.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statements}; COMMIT`);
}
