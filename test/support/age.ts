import { administer, within } from './database';
import { inSession } from './in-session';

/** Columns that hold a moment, a statement a table. */
const MOMENTS = `
  SELECT format('UPDATE %I SET %s', table_name,
                string_agg(format('%1$I = %1$I - make_interval(secs => %2$s)', column_name, $1::int), ', ')) AS statement
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'timestamp with time zone'
      AND is_generated = 'NEVER' AND table_name <> '_prisma_migrations'
    GROUP BY table_name`;

/**
 * Makes every moment in a database older by whole seconds, as if they had passed, while nobody else is connected. Timers
 * of Temporal run on: to it, its workers were slow.
 */
export async function ageDatabase(serverUrl: string, name: string, seconds: number): Promise<void> {
  await administer(serverUrl, `ALTER DATABASE ${name} CONNECTION LIMIT 0`);
  try {
    await inSession(within(serverUrl, name), async (session) => {
      await session.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
        [name],
      );
      const { rows } = await session.query<{ statement: string }>(MOMENTS, [seconds]);
      // Triggers refuse that the ledger, or a run that ended, is changed.
      const statements = ['BEGIN', 'SET LOCAL session_replication_role = replica', ...rows.map((row) => row.statement)];
      await session.query([...statements, 'COMMIT'].join(';'));
    });
  } finally {
    await administer(serverUrl, `ALTER DATABASE ${name} CONNECTION LIMIT -1`);
  }
}
