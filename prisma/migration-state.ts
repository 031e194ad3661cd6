import { createHash } from 'node:crypto';
import { isBeforeGround, readMigrations, recordedMigrations } from './migrate';
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
  /** Applied by a version before 1.0, whose data this build does not carry on. */
  beforeGround: string[];
}

/** Reads which migrations a database has, with any role that may read. A database without any has all pending. */
export async function readMigrationState(db: Database): Promise<MigrationState> {
  const { migrationDirectories } = await readMigrations();
  const ours = new Map(migrationDirectories.map(({ path, migrationFile }) => [path, checksumOf(migrationFile)]));
  const recorded = await recordedMigrations(db.pool);
  const applied = recorded.filter(({ finished }) => finished);
  const names = new Set(applied.map(({ name }) => name));
  return {
    applied: [...ours.keys()].filter((name) => names.has(name)),
    pending: [...ours.keys()].filter((name) => !names.has(name)),
    failed: recorded.filter(({ finished }) => !finished).map(({ name }) => name),
    edited: applied
      .filter(({ name, checksum }) => ours.has(name) && ours.get(name) !== checksum)
      .map(({ name }) => name),
    unknown: applied.filter((one) => !ours.has(one.name) && !isBeforeGround(one)).map(({ name }) => name),
    beforeGround: applied.filter(isBeforeGround).map(({ name }) => name),
  };
}

type MigrationFile = Awaited<ReturnType<typeof readMigrations>>['migrationDirectories'][number]['migrationFile'];

function checksumOf({ content }: MigrationFile): string | null {
  return content.tag === 'ok' ? createHash('sha256').update(content.value).digest('hex') : null;
}
