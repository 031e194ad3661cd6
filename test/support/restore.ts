import { randomBytes } from 'node:crypto';
import { administer, type TestDatabase } from './database';

/** Remembers a database as it is now; the returned function brings it back, as a restore from backup does. */
export async function snapshotOf(db: TestDatabase): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL!;
  const name = new URL(db.url).pathname.slice(1);
  const copy = await copyOf(db);
  return async () => {
    const lost = `l_${copy}`;
    await withoutConnections(server, name, () => administer(server, `ALTER DATABASE ${name} RENAME TO ${lost}`), lost);
    await administer(server, `ALTER DATABASE ${copy} RENAME TO ${name}`);
    await administer(server, `DROP DATABASE ${lost} WITH (FORCE)`);
  };
}

/** Copies a database within its server; returns the name of the copy. */
export async function copyOf(db: TestDatabase): Promise<string> {
  const server = process.env.TEST_DATABASE_URL!;
  const name = new URL(db.url).pathname.slice(1);
  const owner = new URL(db.ownerUrl).username;
  const copy = `s_${randomBytes(6).toString('hex')}`;
  await withoutConnections(server, name, () => administer(server, `CREATE DATABASE ${copy} TEMPLATE ${name}`));
  await administer(server, `ALTER DATABASE ${copy} OWNER TO ${owner}`);
  return copy;
}

/**
 * Keeps everybody but superusers out of a database while `work` runs, as a server without free connections does; the
 * product reconnects by itself. `then` is its name afterwards.
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
