import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { APP_ROLE, ownDatabase } from '../../local/postgres/roles';
import { built } from '../../local/programs';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { administer, adoptTestDatabase, within, type TestDatabase } from '../../test/support/database';
import type { Recording } from './recording';

/** A database as a recorded version left it. */
export interface Loaded {
  db: TestDatabase;
  /** Migrates it with the code of today; returns what the command says. */
  migrate(): string;
  /** Lets this many milliseconds pass at once: moves every time in it back. */
  age(ms: number): Promise<void>;
}

/**
 * Makes a database by the migrations of the recorded version and fills it with its rows, as if they had been written just
 * now: every time is moved by what has passed since the recording.
 */
export async function loadRecording(recording: Recording): Promise<Loaded> {
  const server = process.env.TEST_DATABASE_URL!;
  const name = `u_${randomBytes(6).toString('hex')}`;
  const url = within(server, name);
  await administer(server, `CREATE DATABASE ${name}`);
  const { owner } = await ownDatabase(url);
  for (const migration of recording.migrations) await applyRecorded(owner, migration);
  const age = async (ms: number): Promise<void> => {
    try {
      await untilIdle(url, (client) => moveTimes(client, -ms));
    } catch (error) {
      // The product is at work and locks rows in another order.
      if ((error as { code?: string }).code !== '40P01') throw error;
      return age(ms);
    }
  };
  await untilIdle(url, async (client) => {
    await client.query(`TRUNCATE ${(await tablesOf(client)).join(', ')}`);
    await client.query(recording.database);
    await moveTimes(client, sinceRecorded(recording));
  });
  const migrate = () =>
    execFileSync(process.execPath, [built('prisma/migrate')], {
      encoding: 'utf8',
      env: { ...process.env, MIGRATION_DATABASE_URL: owner, DATABASE_APP_ROLE: APP_ROLE },
    });
  return { db: adoptTestDatabase(name), migrate, age };
}

/** Writes the state of a vendor's stand-in, its times moved as those of the database. */
export async function writeState(recording: Recording, state: 'payments' | 'agents', file: string): Promise<void> {
  const recordedAt = Date.parse(recording.recordedAt);
  const by = sinceRecorded(recording);
  const near = (ms: number) => Math.abs(ms - recordedAt) < 400 * 86_400_000;
  const moved = JSON.parse(recording[state], (_, value: unknown) => {
    if (typeof value === 'number') {
      if (near(value)) return value + by;
      return near(value * 1_000) ? value + Math.round(by / 1_000) : value;
    }
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return value;
    return new Date(Date.parse(value) + by).toISOString();
  }) as object;
  await writeFile(file, JSON.stringify(moved));
}

const sinceRecorded = ({ recordedAt }: Recording) => Date.now() - Date.parse(recordedAt);

/** Migrations as the engine records them, without the engine: it would apply those of today as well. */
const RECORD = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
    migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

async function applyRecorded(owner: string, name: string): Promise<void> {
  const sql = await readFile(join(PACKAGE_ROOT, 'prisma', 'migrations', name, 'migration.sql'), 'utf8');
  await withClient(owner, async (client) => {
    await client.query(sql);
    await client.query(RECORD);
    await client.query({
      text: `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
             VALUES (gen_random_uuid()::text, encode(sha256($1), 'hex'), now(), $2, 1)`,
      values: [Buffer.from(sql), name],
    });
  });
}

/** Works in a transaction in which neither triggers nor foreign keys act. */
function untilIdle(superuserUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  return withClient(superuserUrl, async (client) => {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await work(client);
    await client.query('COMMIT');
  });
}

async function withClient(connectionString: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  );
  return rows.map(({ name }) => name);
}

async function moveTimes(client: Client, byMs: number): Promise<void> {
  const { rows } = await client.query<{ name: string; moves: string }>(
    `SELECT table_name AS name, string_agg(format('%1$I = %1$I + interval ''%2$s ms''', column_name, $1::bigint), ', ') AS moves
     FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name <> '_prisma_migrations'
     GROUP BY 1`,
    [Math.round(byMs)],
  );
  for (const { name, moves } of rows) await client.query(`UPDATE ${name} SET ${moves}`);
}
