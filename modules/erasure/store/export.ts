import { Failure } from '../../../base/failures';
import { transaction, type Database } from '../../../prisma/client';
import { recordAudit } from '../../outbox/store/audit';
import { PERSONAL_DATA } from '../../retention/rules';
import { rowsOfAccount } from '../../retention/store/retention';
import { unpacked, type PackedBytes } from '../../runs/store/artifacts';

interface ExportedFile {
  name: string;
  content: AsyncIterable<Buffer>;
}

/** Rows read per query. */
const BATCH = 500;

/** SQL for each table with documents. Each resulting row becomes a file. */
const DOCUMENTS = Object.entries(PERSONAL_DATA).flatMap(([table, { shown }]) => {
  if (!shown.files) return [];
  const { name, bytes, encoding = 'NULL' } = shown.files;
  const columns = `${name} AS name, ${bytes} AS bytes, ${encoding} AS encoding`;
  return [`SELECT ${columns} FROM ${table} WHERE ${rowsOfAccount(table)} AND ${bytes} IS NOT NULL`];
});

/**
 * Streams an account's data as `PERSONAL_DATA` specifies: one JSON file per table, and every document. Audits the
 * export. Omits secrets and hashes.
 * @throws Failure `not_found` for an unknown account
 */
export async function exportAccount(db: Database, accountId: string): Promise<AsyncGenerator<ExportedFile>> {
  await transaction(db, async (tx) => {
    const { rowCount } = await tx.query({ text: 'SELECT 1 FROM accounts WHERE id = $1', values: [accountId] });
    if (rowCount === 0) throw new Failure('not_found', { detail: `No account ${accountId}.` });
    await recordAudit(tx, { action: 'account.exported', accountId });
  });
  return filesOf(db, accountId);
}

async function* filesOf(db: Database, accountId: string): AsyncGenerator<ExportedFile> {
  for (const [table, { shown }] of Object.entries(PERSONAL_DATA)) {
    if ('never' in shown) continue;
    yield { name: `${table}.json`, content: rowsOf(db, accountId, table, shown.without ?? []) };
  }
  for (const documents of DOCUMENTS) {
    const { rows } = await db.pool.query<{ name: string }>(`SELECT name FROM (${documents}) AS d`, [accountId]);
    for (const { name } of rows) yield { name, content: documentOf(db, accountId, documents, name) };
  }
}

async function* documentOf(db: Database, accountId: string, documents: string, name: string): AsyncGenerator<Buffer> {
  const { rows } = await db.pool.query<PackedBytes>(`SELECT bytes, encoding FROM (${documents}) AS d WHERE name = $2`, [
    accountId,
    name,
  ]);
  if (rows[0]) yield unpacked(rows[0]);
}

async function* rowsOf(
  db: Database,
  accountId: string,
  table: string,
  without: readonly string[],
): AsyncGenerator<Buffer> {
  yield Buffer.from('[');
  for (let offset = 0; ; offset += BATCH) {
    const { rows } = await db.pool.query<{ row: object }>(
      `SELECT to_jsonb(t) - $2::text[] AS row FROM ${table} AS t WHERE ${rowsOfAccount(table)} ORDER BY t OFFSET $3 LIMIT $4`,
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
