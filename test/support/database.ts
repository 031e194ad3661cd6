import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { APP_ROLE, ownDatabase, rolesOf } from '../../local/postgres/roles';
import { BACKGROUND_PATIENCE, openDatabase, type Database } from '../../prisma/client';
import { built } from '../../local/programs';
import { inSession } from './in-session';
import { closedAtEnd } from './leftovers';

const TEMPLATE = 'noi_template';

/** A test asks once, where background work tries again: on a busy machine the server takes seconds to accept a connection. */
const TEST_PATIENCE = { ...BACKGROUND_PATIENCE, connectMs: 30_000 };

/** Migrates the template database of the run: a copy of it takes milliseconds. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await administer(serverUrl, `DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await administer(serverUrl, `CREATE DATABASE ${TEMPLATE}`);
  const { owner } = await ownDatabase(within(serverUrl, TEMPLATE));
  // In its own process: Prisma's engine leaves a timer behind that would keep Jest from ending.
  execFileSync(process.execPath, [built('prisma/migrate')], {
    env: { ...process.env, MIGRATION_DATABASE_URL: owner, DATABASE_APP_ROLE: APP_ROLE },
  });
}

/** A test file's own database, accessed with the application's role. */
export interface TestDatabase extends Database {
  url: string;
  /** Connection string of the owner, who alone may change the schema. */
  ownerUrl: string;
  /** Runs statements as the owner. */
  asOwner(sql: string): Promise<void>;
}

/** An empty, migrated database; `close` drops it. Its files are copied: through the log of writes it costs thrice the CPU. */
export async function createTestDatabase(maxConnections = 20): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL!;
  const name = `t_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  const { owner } = rolesOf(within(server, name));
  await administer(server, `ALTER DATABASE ${name} OWNER TO ${new URL(owner).username}`);
  return adoptTestDatabase(name, maxConnections);
}

/** A database of the tests' server that is there, as one that {@link createTestDatabase} made; `close` drops it. */
export function adoptTestDatabase(name: string, maxConnections = 20): TestDatabase {
  const server = process.env.TEST_DATABASE_URL!;
  const { application: url, owner: ownerUrl } = rolesOf(within(server, name));
  const db = openDatabase(url, maxConnections, { patience: TEST_PATIENCE });
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

/** The address of another database on the same server. */
export function within(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement outside any transaction. */
export async function administer(serverUrl: string, sql: string): Promise<void> {
  await inSession(serverUrl, (session) => session.query(sql));
}
