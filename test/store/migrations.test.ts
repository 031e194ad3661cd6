import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { built } from '../../local/programs';
import { sqlBetween } from '../../prisma/draft-migration';
import { SCHEMA_PATH } from '../../prisma/schema-engine';
import { administer, within } from '../support/database';

const server = process.env.TEST_DATABASE_URL!;
const names: string[] = [];

async function emptyDatabase(): Promise<string> {
  const name = `m_${randomBytes(6).toString('hex')}`;
  names.push(name);
  await administer(server, `CREATE DATABASE ${name}`);
  return within(server, name);
}
afterAll(async () => {
  for (const name of names) await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
});

const migrate = (url: string) =>
  execFileSync(process.execPath, [built('prisma/migrate')], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'pipe',
  });

async function migrationCount(): Promise<number> {
  const entries = await readdir(join(dirname(SCHEMA_PATH), 'migrations'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).length;
}

async function query(url: string, sql: string): Promise<object[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

const COLUMNS = `SELECT table_name, column_name, data_type, is_nullable, column_default, character_maximum_length,
    datetime_precision FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1, 2`;
const INDEXES = `SELECT tablename, indexname, indexdef FROM pg_indexes
  WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1, 2`;
const KEYS = `SELECT conrelid::regclass::text AS on_table, conname, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype IN ('f', 'p', 'u') AND connamespace = 'public'::regnamespace
    AND conrelid::regclass::text <> '_prisma_migrations' ORDER BY 1, 2`;

/** Objects that schema.prisma cannot express; a migration creates each and gives its reason. */
const BY_HAND = [
  'account_links_mailbox_idx',
  'accounts_mailbox_idx',
  'audit_events_restored_idx',
  'free_scans_mailbox_idx',
  'support_requests_mailbox_idx',
  'orders_by_buyer_network_idx',
  'orders_by_unpaid_network_idx',
  'free_scans_confirmed_idx',
  'free_scans_unconfirmed_idx',
  'runs_unfinished_idx',
  'runs_undone_idx',
  'runs_live_completed_idx',
  'runs_due_idx',
  'runs_open_sessions_idx',
  'candidates_open_sessions_idx',
  'free_scans_open_sessions_idx',
  'stray_sessions_open_idx',
  'runs_cost_idx',
  'runs_reserved_idx',
  'entitlements_frozen_idx',
  'runs_retry_of_key',
  'outbox_waiting_idx',
  'outbox_lanes_idx',
  'outbox_delivered_idx',
  'idempotency_records_expiring_idx',
  'opportunities_listed_idx',
  'opportunities_best_idx',
  'opportunities_geography_idx',
  'opportunities_language_idx',
  'opportunities_cheapest_idx',
  'opportunities_sold_idx',
  'opportunities_topic_idx',
  'opportunities_words_idx',
  'opportunity_watches_open_key',
  'orders_open_idx',
  'payments_refunding_idx',
  'payments_charged_back_idx',
  'orders_holds_by_account_idx',
  'orders_holds_by_address_idx',
  'orders_holds_by_token_idx',
  'payments_granted_once',
  'disputes_open_idx',
  'withdrawals_open_idx',
  'withdrawals_paid_idx',
  'webhook_deliveries_ended_idx',
  'webhook_deliveries_pending_idx',
  'free_scans_unfinished_idx',
  'mails_waiting_idx',
  'mails_ended_idx',
  'alerts_undelivered_idx',
  'payment_events_without_order_idx',
  'shares_pending_idx',
  'deployment_only_one',
  'reconciliation_breaks_open_idx',
  'alerts_open_episode_idx',
  'alerts_announce_idx',
  'runs_ended_idx',
  'runs_costs_open_idx',
];

test('migrations build exactly what schema.prisma says', async () => {
  const migrated = await emptyDatabase();
  migrate(migrated);
  const declared = await emptyDatabase();
  await administer(declared, await sqlBetween(declared, null, await readFile(SCHEMA_PATH, 'utf8')));

  expect(await query(migrated, COLUMNS)).toEqual(await query(declared, COLUMNS));
  expect(await query(migrated, KEYS)).toEqual(await query(declared, KEYS));
  const indexes = (await query(migrated, INDEXES)) as { indexname: string }[];
  expect(indexes.filter(({ indexname }) => !BY_HAND.includes(indexname))).toEqual(await query(declared, INDEXES));
  expect(indexes.map(({ indexname }) => indexname)).toEqual(expect.arrayContaining(BY_HAND));
});

test('applied a second time, migrations change nothing', async () => {
  const url = await emptyDatabase();
  expect(migrate(url)).toContain('applied');
  const tables = await query(url, COLUMNS);
  const applied = await query(url, 'SELECT * FROM _prisma_migrations');
  expect(migrate(url)).toContain('nothing to apply');
  expect(await query(url, COLUMNS)).toEqual(tables);
  expect(await query(url, 'SELECT * FROM _prisma_migrations')).toEqual(applied);
});

test('a database of before 1.0 is left as it is, with one sentence that says what to do', async () => {
  const url = await emptyDatabase();
  migrate(url);
  await administer(url, "UPDATE _prisma_migrations SET migration_name = '20261121000000_ground'");
  const tables = await query(url, COLUMNS);
  const applied = await query(url, 'SELECT * FROM _prisma_migrations');
  expect(() => migrate(url)).toThrow(
    /This database was made by a version before 1\.0, and no data is carried on from there: start with an empty database/,
  );
  expect(await query(url, COLUMNS)).toEqual(tables);
  expect(await query(url, 'SELECT * FROM _prisma_migrations')).toEqual(applied);
});

test('two processes that migrate at once apply each migration once', async () => {
  const url = await emptyDatabase();
  const ends = await Promise.all(
    [1, 2].map(
      () =>
        new Promise<number | null>((resolve) => {
          spawn(process.execPath, [built('prisma/migrate')], { env: { ...process.env, DATABASE_URL: url } }).on(
            'exit',
            resolve,
          );
        }),
    ),
  );
  expect(ends).toEqual([0, 0]);
  const applied = await query(url, 'SELECT migration_name FROM _prisma_migrations');
  expect(applied).toHaveLength(await migrationCount());
});

test('a finished run stays as it ended, whatever a statement says', async () => {
  const url = await emptyDatabase();
  migrate(url);
  await administer(
    url,
    `INSERT INTO accounts (id, email, plan, status) VALUES ('acc_1', 'a@example.com', 'pro', 'active');
     INSERT INTO runs (id, account_id, api_key_id, kind, mode, status, stage, input, entitlement_id, progress_total,
                       workflow_id, queue_expires_at, reserved_cents)
     VALUES ('run_1', 'acc_1', 'key_1', 'idea_check', 'live', 'completed', 'done', '{}', 'ent_1', 3, 'w', now(), 100)`,
  );
  await expect(administer(url, "UPDATE runs SET status = 'failed'")).rejects.toThrow('is completed and stays so');
  await expect(administer(url, "UPDATE runs SET status = 'lost' WHERE id = 'run_1'")).rejects.toThrow(
    'is completed and stays so',
  );
});
