import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { APP_ROLE, ownDatabase } from '../../local/postgres/roles';
import { built } from '../../local/process/launch';
import type { Database } from '../../prisma/client';
import {
  administer,
  adoptTestDatabase,
  ageDatabase,
  inSession,
  within,
  withoutTriggers,
  type TestDatabase,
} from '../../test/support/database';

/** Recordings, one per released version. */
export const RECORDINGS = join(PACKAGE_ROOT, 'test', 'upgrade');

export interface Recording {
  version: string;
  /** Time of the dump (ISO 8601). Loading shifts all timestamps by the time since then. */
  recordedAt: string;
  migrations: string[];
  /** States that occur in rows, by table. */
  states: Record<string, string[]>;
  /** A customer with a key, to prove that keys keep working. */
  customer: { accountId: string; apiKey: string };
  database: string;
  payments: string;
  agents: string;
}

export function recordedVersions(): string[] {
  return readdirSync(RECORDINGS)
    .filter((name) => existsSync(join(RECORDINGS, name, 'manifest.json')))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

export function readRecording(version: string): Recording {
  const read = (name: string) => readFileSync(join(RECORDINGS, version, name), 'utf8');
  const [database, payments, agents] = ['database.sql', 'payments.json', 'agents.json'].map(read);
  return { ...(JSON.parse(read('manifest.json')) as object), database, payments, agents } as Recording;
}

export interface Loaded {
  db: TestDatabase;
  /** Runs today's migrations; returns their output. */
  migrate(): string;
  /** Moves every timestamp into the past by whole seconds. */
  age(seconds: number): Promise<void>;
}

/** Creates a database as the recorded version left it, with timestamps shifted by the time since the recording. */
export async function loadRecording(recording: Recording): Promise<Loaded> {
  const server = process.env.TEST_DATABASE_URL!;
  const name = `u_${randomBytes(6).toString('hex')}`;
  const url = within(server, name);
  await administer(server, `CREATE DATABASE ${name}`);
  const { owner } = await ownDatabase(url);
  for (const migration of recording.migrations) await applyRecorded(owner, migration);
  await inSession(url, async (session) => {
    const { rows } = await session.query<{ tables: string }>(
      `SELECT string_agg(tablename, ', ') AS tables FROM pg_tables
         WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
    );
    await withoutTriggers(session, `TRUNCATE ${rows[0]!.tables}; ${recording.database}`);
  });
  const age = (seconds: number) => ageDatabase(server, name, seconds);
  await age(-secondsSince(recording));
  const migrate = () =>
    execFileSync(process.execPath, [built('prisma/migrate')], {
      encoding: 'utf8',
      env: { ...process.env, MIGRATION_DATABASE_URL: owner, DATABASE_APP_ROLE: APP_ROLE },
    });
  return { db: adoptTestDatabase(name), migrate, age };
}

/** Writes a vendor stand-in's state, with times shifted like the database's. */
export function writeState(recording: Recording, state: 'payments' | 'agents', file: string): void {
  const recordedAt = Date.parse(recording.recordedAt);
  const seconds = secondsSince(recording);
  const near = (ms: number) => Math.abs(ms - recordedAt) < 400 * 86_400_000;
  const moved = JSON.parse(recording[state], (_, value: unknown) => {
    if (typeof value === 'number') {
      if (near(value)) return value + seconds * 1_000;
      return near(value * 1_000) ? value + seconds : value;
    }
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return value;
    return new Date(Date.parse(value) + seconds * 1_000).toISOString();
  }) as object;
  writeFileSync(file, JSON.stringify(moved));
}

const secondsSince = ({ recordedAt }: Recording) => Math.floor((Date.now() - Date.parse(recordedAt)) / 1_000);

/** Records migrations as applied, in place of the engine, which would also apply today's migrations. */
const RECORD = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
    migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

async function applyRecorded(owner: string, name: string): Promise<void> {
  const sql = readFileSync(join(PACKAGE_ROOT, 'prisma', 'migrations', name, 'migration.sql'), 'utf8');
  await inSession(owner, async (session) => {
    await session.query(sql);
    await session.query(RECORD);
    await session.query({
      text: `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
             VALUES (gen_random_uuid()::text, encode(sha256($1), 'hex'), now(), $2, 1)`,
      values: [Buffer.from(sql), name],
    });
  });
}

/** Tables to omit. Rate limits and turns are meaningless after a restart, and loading records the migrations itself. */
const LEFT_OUT = ['rate_limits', 'site_turns', '_prisma_migrations'];

/** Rows of a database as SQL, to be loaded with triggers and foreign keys disabled. */
export async function dumpDatabase(db: Database): Promise<string> {
  const { rows: tables } = await db.pool.query<{ name: string; columns: string[]; key: string }>(
    `SELECT relname AS name,
            (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
              WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
            (SELECT string_agg(quote_ident(attname), ', ' ORDER BY array_position(indkey::int2[], attnum))
              FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
              WHERE indrelid = pg_class.oid AND indisprimary) AS key
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL($1) ORDER BY 1`,
    [LEFT_OUT],
  );
  const parts = [];
  for (const { name, columns, key } of tables) {
    const values = columns.map((column) => `quote_nullable("${column}"::text)`).join(` || ', ' || `);
    const { rows } = await db.pool.query<{ values: string }>(
      `SELECT '(' || ${values} || ')' AS values FROM "${name}" ORDER BY ${key}`,
    );
    const lines = rows.map((row) => row.values);
    if (lines.length > 0) parts.push(`INSERT INTO ${name} ("${columns.join('", "')}") VALUES\n${lines.join(',\n')};\n`);
  }
  const { rows: sequences } = await db.pool.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public'
       AND last_value IS NOT NULL ORDER BY 1`,
  );
  return [...parts, ...sequences.map(({ name, last }) => `SELECT setval('${name}', ${last});\n`)].join('\n');
}
