import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** Folder of the recordings, one a released version. */
export const RECORDINGS = join(PACKAGE_ROOT, 'test', 'upgrade');

/** What a released version leaves behind. */
export interface Manifest {
  version: string;
  /** Moment of the dump, in ISO 8601: a load moves every time by what has passed since. */
  recordedAt: string;
  /** Migrations of that version, in their order. */
  migrations: string[];
  /** States in which it has rows, by table. */
  states: Record<string, string[]>;
  /** A customer with a key, to prove that keys go on to work. */
  customer: { accountId: string; apiKey: string };
}

/** Files of one recording. */
export interface Recording extends Manifest {
  /** Rows of the database, as SQL. */
  database: string;
  /** State of the stand-ins: what the vendors knew. */
  payments: string;
  agents: string;
}

/** Versions with a recording, in their order. */
export function recordedVersions(): string[] {
  return readdirSync(RECORDINGS)
    .filter((name) => existsSync(join(RECORDINGS, name, 'manifest.json')))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

/** Reads the recording of a version. */
export function readRecording(version: string): Recording {
  const folder = join(RECORDINGS, version);
  const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
  return {
    ...(JSON.parse(read('manifest.json')) as Manifest),
    database: read('database.sql'),
    payments: read('payments.json'),
    agents: read('agents.json'),
  };
}
