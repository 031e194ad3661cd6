import type { TestDatabase } from './database';

/** All secrets and hashes in the database, in every form in which they could be printed. */
export async function secretsOf(database: TestDatabase): Promise<string[]> {
  const { rows: columns } = await database.pool.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name ~ 'hash|secret|fingerprint'`,
  );
  const forms: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await database.pool.query<{ value: Buffer | string }>(
      `SELECT "${column}" AS value FROM "${table}" WHERE "${column}" IS NOT NULL`,
    );
    for (const { value } of rows) {
      const bytes = Buffer.from(value);
      forms.push(bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url'));
      forms.push(JSON.stringify([...bytes]), JSON.stringify({ ...bytes }), JSON.stringify(bytes));
      if (typeof value === 'string') forms.push(value);
    }
  }
  return forms;
}
