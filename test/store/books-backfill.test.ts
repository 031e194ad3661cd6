import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { SCHEMA_PATH } from '../../prisma/schema-engine';
import { administer, within } from '../../tools/support/database';

const FOLDER = join(dirname(SCHEMA_PATH), 'migrations');
const migrations = readdirSync(FOLDER)
  .filter((name) => /^\d+_/.test(name))
  .toSorted();
const server = process.env.TEST_DATABASE_URL!;
const name = `m_${randomBytes(6).toString('hex')}`;
let client: Client;

beforeAll(async () => {
  await administer(server, `CREATE DATABASE ${name}`);
  client = new Client({ connectionString: within(server, name) });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
});

async function apply(chosen: string[]): Promise<void> {
  for (const migration of chosen) await client.query(readFileSync(join(FOLDER, migration, 'migration.sql'), 'utf8'));
}

/** A database as it was before the ledger held all money. */
const BEFORE = `
  INSERT INTO accounts (id, email, plan, status) VALUES ('acc', 'a@example.com', 'free', 'active');
  INSERT INTO orders (id, account_id, mode, product, product_name, status, price_amount, price_currency, expires_at,
      hold_ends_at, consent_text_version, consent_recorded_at)
    SELECT id, 'acc', 'live', 'idea_check', 'Idea Check', status, 4900, 'usd', now(), now(), '1', now()
    FROM (VALUES ('sold', 'fulfilled'), ('due', 'refund_pending'), ('back', 'refunded'), ('mine', 'fulfilled'), ('lost', 'fulfilled')) AS made(id, status);
  INSERT INTO payments (id, order_id, mode, session_id, amount, currency, outcome, reason, refund_id, refund_status) VALUES
    ('pi_sold', 'sold', 'live', 'cs_1', 4900, 'usd', 'granted', NULL, NULL, NULL),
    ('pi_due', 'due', 'live', 'cs_2', 4900, 'usd', 'refund', 'late', NULL, NULL),
    ('pi_back', 'back', 'live', 'cs_3', 4900, 'eur', 'refund', 'mismatched', 're_back', 'succeeded');
  INSERT INTO contributors (account_id, mode) VALUES ('acc', 'live');
  INSERT INTO withdrawals (id, account_id, mode, amount, currency, status, review, transfer_id) VALUES
    ('wdr', 'acc', 'live', 1000, 'usd', 'in_transit', false, 'tr_1');
  WITH entered AS (INSERT INTO ledger_transactions (cause, account_id, mode, currency) VALUES
    ('by-hand:1', 'acc', 'live', 'usd'), ('withdrawal:wdr:held', 'acc', 'live', 'usd'),
    ('sale:mine', 'acc', 'live', 'usd'), ('sale:lost', 'acc', 'live', 'usd'), ('sale-taken-back:lost', 'acc', 'live', 'usd') RETURNING id, cause)
  INSERT INTO ledger_entries (transaction_id, account, amount)
  SELECT id, line.account, line.amount FROM entered JOIN (VALUES ('by-hand:1', 'platform', -3000), ('by-hand:1', 'available', 3000),
    ('sale:mine', 'platform', -700), ('sale:mine', 'available', 700), ('sale:lost', 'platform', -700), ('sale:lost', 'available', 700),
    ('sale-taken-back:lost', 'platform', 700), ('sale-taken-back:lost', 'available', -700),
    ('withdrawal:wdr:held', 'available', -1000), ('withdrawal:wdr:held', 'held', 1000)) AS line(cause, account, amount) USING (cause);`;

test('payments, refunds and transfers from before the ledger held all money are entered by its migration', async () => {
  const at = migrations.findIndex((each) => each.endsWith('_books'));
  await apply(migrations.slice(0, at));
  await client.query(BEFORE);
  await apply(migrations.slice(at));
  const { rows } = await client.query<{ cause: string; currency: string; lines: object }>(
    `SELECT cause, currency, jsonb_object_agg(account, amount) AS lines
     FROM ledger_transactions JOIN ledger_entries ON transaction_id = id GROUP BY cause, currency ORDER BY cause`,
  );
  expect(rows).toEqual([
    { cause: 'by-hand:1', currency: 'usd', lines: { platform: -3_000, available: 3_000 } },
    { cause: 'payment:pi_back', currency: 'eur', lines: { provider: -4_900, returns: 4_900 } },
    { cause: 'payment:pi_due', currency: 'usd', lines: { provider: -4_900, returns: 4_900 } },
    { cause: 'payment:pi_sold', currency: 'usd', lines: { provider: -4_900, sales: 4_900 } },
    { cause: 'refund:re_back', currency: 'eur', lines: { provider: 4_900, returns: -4_900 } },
    { cause: 'sale-taken-back:lost', currency: 'usd', lines: { platform: 700, available: -700 } },
    { cause: 'sale:lost', currency: 'usd', lines: { platform: -700, available: 700 } },
    { cause: 'sale:mine', currency: 'usd', lines: { platform: -700, available: 700 } },
    { cause: 'withdrawal:wdr:held', currency: 'usd', lines: { available: -1_000, held: 1_000 } },
    { cause: 'withdrawal:wdr:transferred', currency: 'usd', lines: { provider: 1_000, connected: -1_000 } },
  ]);
  expect((await client.query('SELECT order_id, amount, status, moves FROM shares ORDER BY order_id')).rows).toEqual([
    { order_id: 'lost', amount: 700, status: 'taken_back', moves: 2 },
    { order_id: 'mine', amount: 700, status: 'available', moves: 1 },
  ]);
});
