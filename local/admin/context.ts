import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../contracts/package-root';
import { openDatabase, type Database } from '../../prisma/client';

/** Where an operator's command finds the system: DATABASE_URL, or the local default that is running. */
export async function databaseUrl(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const file = join(process.env.LOCAL_DIR ?? join(PACKAGE_ROOT, '.local'), 'ready.json');
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as { database: string }).database;
  } catch {
    throw new Error('Set DATABASE_URL, or start the local default with `npm start` first.');
  }
}

/** Lends a database to one command. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(await databaseUrl(), 2);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
