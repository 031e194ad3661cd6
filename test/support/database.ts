import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase, type Database } from '../../prisma/client';
import { built } from '../../local/programs';

const TEMPLATE = 'noi_template';

/** Migrates one database that all others of the run are copied from: a copy takes milliseconds. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await administer(serverUrl, `DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await administer(serverUrl, `CREATE DATABASE ${TEMPLATE}`);
  // In a process of its own: Prisma's engine leaves a timer behind that would keep Jest from ending.
  execFileSync(process.execPath, [built('prisma/migrate')], {
    env: { ...process.env, DATABASE_URL: within(serverUrl, TEMPLATE) },
  });
}

/** A database of its own for one test file. */
export interface TestDatabase extends Database {
  url: string;
}

/** An empty, migrated database; `close` drops it. */
export async function createTestDatabase(maxConnections = 20): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL!;
  const name = `t_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const url = within(server, name);
  const db = openDatabase(url, maxConnections);
  return {
    ...db,
    url,
    close: async () => {
      await db.close();
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
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
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
