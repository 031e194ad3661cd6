import { Failure } from '../../contracts/failures';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { unpacked, type PackedBytes } from '../runs/packed-bytes';

/** A file of an export. */
interface ExportedFile {
  name: string;
  content: AsyncIterable<Buffer>;
}

/** Rows read per query. */
const BATCH = 500;

const OWN_WEBHOOKS = 'SELECT id FROM webhooks WHERE account_id = $1';
const OWN_ADDRESS = 'email = (SELECT email FROM accounts WHERE id = $1)';
const OWN_RUNS = 'SELECT id FROM runs WHERE account_id = $1';

/** Tables of an export: conditions of their rows, and columns omitted as secrets, hashes or documents. */
const TABLES: { table: string; where: string; without?: string[] }[] = [
  { table: 'accounts', where: 'id = $1', without: ['password_hash'] },
  { table: 'api_keys', where: 'account_id = $1', without: ['hash'] },
  { table: 'account_sessions', where: 'account_id = $1', without: ['hash'] },
  { table: 'account_devices', where: 'account_id = $1', without: ['hash'] },
  { table: 'account_links', where: `account_id = $1 OR ${OWN_ADDRESS}`, without: ['token_hash', 'return_path'] },
  { table: 'entitlements', where: 'account_id = $1' },
  { table: 'runs', where: 'account_id = $1' },
  { table: 'candidates', where: `run_id IN (${OWN_RUNS})`, without: ['submission', 'findings'] },
  { table: 'run_shares', where: `run_id IN (${OWN_RUNS})`, without: ['token_hash'] },
  { table: 'submission_flaws', where: `run_id IN (${OWN_RUNS})` },
  { table: 'evidence_checks', where: `run_id IN (${OWN_RUNS})`, without: ['quotation', 'content_sha256'] },
  { table: 'orders', where: 'account_id = $1', without: ['buyer_token_hash', 'buyer_address_hash'] },
  { table: 'payments', where: 'order_id IN (SELECT id FROM orders WHERE account_id = $1)' },
  { table: 'refunds', where: 'order_id IN (SELECT id FROM orders WHERE account_id = $1)' },
  { table: 'disputes', where: 'order_id IN (SELECT id FROM orders WHERE account_id = $1)' },
  { table: 'fraud_warnings', where: 'order_id IN (SELECT id FROM orders WHERE account_id = $1)' },
  { table: 'contributors', where: 'account_id = $1' },
  { table: 'shares', where: 'account_id = $1' },
  { table: 'ledger_transactions', where: 'account_id = $1' },
  {
    table: 'ledger_entries',
    where: 'transaction_id IN (SELECT id FROM ledger_transactions WHERE account_id = $1)',
  },
  { table: 'withdrawals', where: 'account_id = $1' },
  { table: 'webhooks', where: 'account_id = $1', without: ['sealed_secret', 'previous_secret'] },
  { table: 'webhook_deliveries', where: `webhook_id IN (${OWN_WEBHOOKS})` },
  {
    table: 'webhook_attempts',
    where: `delivery_id IN (SELECT id FROM webhook_deliveries WHERE webhook_id IN (${OWN_WEBHOOKS}))`,
  },
  { table: 'usage_counters', where: 'api_key_id IN (SELECT id FROM api_keys WHERE account_id = $1)' },
  { table: 'free_scans', where: OWN_ADDRESS, without: ['token_hash', 'submission', 'findings'] },
  { table: 'consents', where: OWN_ADDRESS, without: ['source_hash'] },
  { table: 'suppressions', where: OWN_ADDRESS },
  { table: 'support_requests', where: OWN_ADDRESS },
  { table: 'audit_events', where: 'account_id = $1' },
];

/** Documents of an export: each row is a file. */
const DOCUMENTS = [
  `SELECT 'runs/' || run_id || '/' || name AS name, bytes, encoding FROM artifacts WHERE run_id IN (${OWN_RUNS})`,
  `SELECT 'runs/' || run_id || '/candidates/' || candidate_id || '.json', findings, NULL FROM candidates
   WHERE run_id IN (${OWN_RUNS}) AND findings IS NOT NULL`,
  `SELECT 'scans/' || id || '.json', findings, NULL FROM free_scans WHERE ${OWN_ADDRESS} AND findings IS NOT NULL`,
];

/**
 * Audits the export of an account's data and returns it as a stream: a JSON file per table and every document. Contains
 * no secret and no hash.
 *
 * @throws Failure `not_found` for an unknown account
 */
export async function exportAccount(db: Database, accountId: string): Promise<AsyncGenerator<ExportedFile>> {
  await transaction(db, async (tx) => {
    const { rowCount } = await tx.query({ text: 'SELECT 1 FROM accounts WHERE id = $1', values: [accountId] });
    if (rowCount === 0) throw new Failure('not_found', { detail: `No account ${accountId}.` });
    await recordAudit(tx, { action: 'account.exported', accountId });
  });
  return files(db, accountId);
}

async function* files(db: Database, accountId: string): AsyncGenerator<ExportedFile> {
  for (const spec of TABLES) yield { name: `${spec.table}.json`, content: rowsOf(db, accountId, spec) };
  for (const sql of DOCUMENTS) {
    const { rows: names } = await db.pool.query<{ name: string }>(
      `SELECT name FROM (${sql}) AS documents(name, bytes, encoding)`,
      [accountId],
    );
    for (const { name } of names) yield { name, content: documentOf(db, accountId, sql, name) };
  }
}

async function* documentOf(db: Database, accountId: string, sql: string, name: string): AsyncGenerator<Buffer> {
  const { rows } = await db.pool.query<PackedBytes>(
    `SELECT bytes, encoding FROM (${sql}) AS documents(name, bytes, encoding) WHERE name = $2`,
    [accountId, name],
  );
  if (rows[0]) yield unpacked(rows[0]);
}

async function* rowsOf(
  db: Database,
  accountId: string,
  { table, where, without = [] }: (typeof TABLES)[number],
): AsyncGenerator<Buffer> {
  yield Buffer.from('[');
  for (let offset = 0; ; offset += BATCH) {
    const { rows } = await db.pool.query<{ row: object }>(
      `SELECT to_jsonb(t) - $2::text[] AS row FROM ${table} AS t WHERE ${where} ORDER BY t OFFSET $3 LIMIT $4`,
      [accountId, without, offset, BATCH],
    );
    if (rows.length > 0) {
      const text = rows.map(({ row }) => JSON.stringify(row)).join(',\n');
      yield Buffer.from(`${offset > 0 ? ',' : ''}\n${text}`);
    }
    if (rows.length < BATCH) break;
  }
  yield Buffer.from('\n]\n');
}
