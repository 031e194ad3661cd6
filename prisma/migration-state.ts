import { createHash } from 'node:crypto';
import { readMigrations } from './migrate';
import type { Database } from './client';

/** How the migrations of this build compare with those applied to a database, by name. */
export interface MigrationState {
  applied: string[];
  pending: string[];
  /** Begun and neither finished nor rolled back. */
  failed: string[];
  /** Applied, and edited in this build afterwards. */
  edited: string[];
  /** Applied by another build that knows more. */
  unknown: string[];
}

/** Reads which migrations a database has, with any role that may read. A database without any has all pending. */
export async function readMigrationState(db: Database): Promise<MigrationState> {
  const { migrationDirectories } = await readMigrations();
  const ours = new Map(migrationDirectories.map(({ path, migrationFile }) => [path, checksumOf(migrationFile)]));
  const recorded = await recordedMigrations(db);
  const applied = recorded.filter(({ finished }) => finished);
  const names = new Set(applied.map(({ name }) => name));
  return {
    applied: [...ours.keys()].filter((name) => names.has(name)),
    pending: [...ours.keys()].filter((name) => !names.has(name)),
    failed: recorded.filter(({ finished }) => !finished).map(({ name }) => name),
    edited: applied
      .filter(({ name, checksum }) => ours.has(name) && ours.get(name) !== checksum)
      .map(({ name }) => name),
    unknown: applied.filter(({ name }) => !ours.has(name)).map(({ name }) => name),
  };
}

interface Recorded {
  name: string;
  checksum: string;
  finished: boolean;
}

async function recordedMigrations(db: Database): Promise<Recorded[]> {
  const { rows: known } = await db.pool.query<{ there: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS there`,
  );
  if (!known[0]!.there) return [];
  const { rows } = await db.pool.query<Recorded>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

type MigrationFile = Awaited<ReturnType<typeof readMigrations>>['migrationDirectories'][number]['migrationFile'];

function checksumOf({ content }: MigrationFile): string | null {
  return content.tag === 'ok' ? createHash('sha256').update(content.value).digest('hex') : null;
}
