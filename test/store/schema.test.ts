import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { built } from '../../local/process/launch';
import { REFUND_OBJECT_STATUSES, REFUND_ORIGINS, REFUND_REASONS, REFUND_STATUSES } from '../../modules/ledger/contract';
import { sqlBetween } from '../../prisma/draft-migration';
import { SCHEMA_PATH } from '../../prisma/migrate';
import { administer, within } from '../support/database';
import { MACHINES } from '../support/machines';
import { commandsOf } from '../support/runbook';
import { useDatabase } from '../support/use';

const server = process.env.TEST_DATABASE_URL!;
const names: string[] = [];
const db = useDatabase();
afterAll(async () => {
  for (const name of names) await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
});

async function emptyDatabase(): Promise<string> {
  const name = `m_${randomBytes(6).toString('hex')}`;
  names.push(name);
  await administer(server, `CREATE DATABASE ${name}`);
  return within(server, name);
}

/** Runs the migrations or another program in a separate process; returns its exit code and output. */
function migrate(url: string, program = ['prisma/migrate']): Promise<[code: number | null, said: string]> {
  const [file, ...args] = program as [string];
  const env = { ...process.env, DATABASE_URL: url, MIGRATION_DATABASE_URL: url };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [built(file), ...args], { env });
    let said = '';
    for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += String(chunk)));
    child.on('close', (code) => resolve([code, said]));
  });
}

async function query(url: string, sql: string): Promise<object[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query<object>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const COLUMNS = `SELECT table_name, column_name, data_type, is_nullable, column_default, character_maximum_length,
    datetime_precision FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1, 2`;
const INDEXES = `SELECT tablename, indexname, indexdef FROM pg_indexes
  WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1, 2`;
const KEYS = `SELECT conrelid::regclass::text AS on_table, conname, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype IN ('f', 'p', 'u') AND connamespace = 'public'::regnamespace
    AND conrelid::regclass::text <> '_prisma_migrations' ORDER BY 1, 2`;
const APPLIED = 'SELECT * FROM _prisma_migrations';

/** Indexes that schema.prisma cannot express: partial, expression, non-B-tree and covering indexes. */
const BY_HAND = / WHERE | INCLUDE | USING (?!btree)|\w+ \(\(|\(\w+\(|, \w*\(|::| DESC| NULLS /;

test('migrations match schema.prisma, and change nothing when applied twice', async () => {
  const [migrated, declared] = [await emptyDatabase(), await emptyDatabase()];
  expect(await migrate(migrated)).toEqual([0, expect.stringContaining('applied')]);
  await administer(declared, await sqlBetween(declared, null, readFileSync(SCHEMA_PATH, 'utf8')));
  expect(await query(migrated, COLUMNS)).toEqual(await query(declared, COLUMNS));
  expect(await query(migrated, KEYS)).toEqual(await query(declared, KEYS));
  const [has, wants] = [await query(migrated, INDEXES), await query(declared, INDEXES)] as { indexdef: string }[][];
  const more = has!.filter(({ indexdef }) => !wants!.some((each) => each.indexdef === indexdef));
  expect(has).toEqual(expect.arrayContaining(wants!));
  expect(more.filter(({ indexdef }) => !BY_HAND.test(indexdef))).toEqual([]);

  const applied = await query(migrated, APPLIED);
  expect(await migrate(migrated)).toEqual([0, expect.stringContaining('nothing to apply')]);
  expect(await query(migrated, APPLIED)).toEqual(applied);
});

test('a migration named before an applied one is refused entirely', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const applied = await query(url, APPLIED);
  const late = '20200101000000_late';
  const [code, said] = await migrate(url, ['test/support/children/later-migration', late]);
  expect([code, said]).toEqual([1, expect.stringMatching(new RegExp(`^Migration ${late} is dated before \\d+_`))]);
  expect(await query(url, APPLIED)).toEqual(applied);
});

test('a failed migration is rolled back, and can be retried by docs/runbook/upgrade.md', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const columns = await query(url, COLUMNS);
  const begin = ['test/support/children/later-migration', '29991231000000_later'];
  const failing = [...begin, 'ALTER TABLE runs ADD COLUMN later text; ALTER TABLE nowhere ADD COLUMN later text;'];
  expect(await migrate(url, failing)).toEqual([1, expect.stringContaining('nowhere')]);
  expect(await query(url, COLUMNS)).toEqual(columns);
  expect(await migrate(url, begin)).toEqual([1, expect.stringContaining('failed migration')]);

  const commands = commandsOf('runbook/upgrade.md', 'A failed migration', 'cluster');
  for (const [, sql] of commands.matchAll(/^sql "(.*)"$/gm)) await query(url, sql!);
  expect(await migrate(url, begin)).toEqual([0, expect.stringContaining('29991231000000_later')]);
});

test('two processes that migrate at once apply each migration once', async () => {
  const url = await emptyDatabase();
  const ends = await Promise.all([migrate(url), migrate(url)]);
  expect(ends.map(([code]) => code)).toEqual([0, 0]);
  const folders = readdirSync(join(dirname(SCHEMA_PATH), 'migrations'), { withFileTypes: true });
  expect(await query(url, APPLIED)).toHaveLength(folders.filter((entry) => entry.isDirectory()).length);
});

test('no statement can change a finished run', async () => {
  await db.pool.query(
    `INSERT INTO accounts (id, email, plan, status) VALUES ('acc_1', 'a@example.com', 'pro', 'active');
     INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id, progress_total,
                       workflow_id, queue_expires_at, reserved_cents)
     VALUES ('run_1', 'acc_1', 'key_1', 'idea_check', 'live', 'completed', 'done', '{}', 'ent_1', 3, 'w', now(), 100)`,
  );
  for (const status of ['failed', 'lost']) {
    const changed = db.pool.query('UPDATE runs SET status = $1', [status]);
    await expect(changed).rejects.toThrow('is completed and stays so');
  }
});

const valuesIn = (definition: string) =>
  [...new Set([...definition.matchAll(/'([a-z_]+)'::text/g)].map(([, value]) => value!))].toSorted();

test.each([
  ...MACHINES.map(({ table, column, machine }) => [`${table}_${column}_check`, machine.states] as const),
  ['payments_refund_status_check', REFUND_STATUSES],
  ['payments_reason_check', REFUND_REASONS],
  ['refunds_status_check', REFUND_OBJECT_STATUSES],
  ['refunds_origin_check', REFUND_ORIGINS],
] as const)('the database accepts exactly the values of the code: %s', async (constraint, values) => {
  const { rows } = await db.pool.query<{ definition: string }>(
    'SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = $1',
    [constraint],
  );
  expect(valuesIn(rows[0]!.definition)).toEqual([...values].toSorted());
});
