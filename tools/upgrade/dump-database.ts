import type { Database } from '../../prisma/client';

/** Counters and turns that are worth nothing after a restart. */
const LEFT_OUT = ['rate_limits', 'site_turns', '_prisma_migrations'];

/**
 * Rows of a database as SQL, one a line, for a database with the same tables and without rows. Loaded where triggers and
 * foreign keys rest: rows stand by the names of their tables.
 */
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
