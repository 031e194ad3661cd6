import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../contracts/package-root';
import { readReadyFile, type ReadyFile } from '../ready-file';
import { openDatabase, type Database } from '../../prisma/client';

/** The parts of the local default, where it runs. */
export function localParts(): ReadyFile | null {
  return readReadyFile(join(process.env.LOCAL_DIR ?? join(PACKAGE_ROOT, '.local'), 'ready.json'));
}

function databaseUrl(): string {
  const url = process.env.DATABASE_URL ?? localParts()?.database;
  if (!url) throw new Error('Set DATABASE_URL, or start the local default with `npm start` first.');
  return url;
}

/** Lends one command the database of DATABASE_URL, or of the local default that runs. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(databaseUrl(), 2);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
