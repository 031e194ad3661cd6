import { transaction } from '../../prisma/client';
import { takeEntitlement } from '../../store/entitlements/take-entitlement';
import { createCustomer } from '../support/api';
import { createTestDatabase } from '../support/database';

const EACH = 20_000;

// The planner may think that credits of an account with half of all are met soon in the order of ids: it read those of
// everybody before, 43,000 rows and 10 ms a credit.
test('a credit is found among its account alone, however many others have older ones', async () => {
  const db = await createTestDatabase(1);
  try {
    const credits = (source: string, accountId: string) =>
      db.pool.query({
        text: `INSERT INTO entitlements (id, account_id, mode, kind, status, source, source_id)
               SELECT 'ent_' || $1 || lpad(n::text, 20, '0'), $2, 'live', 'idea_check', 'unused', 'grant', $1 || n
               FROM generate_series(1, ${EACH}) AS n`,
        values: [source, accountId],
      });
    await credits('a', (await createCustomer(db, { credits: 0 })).accountId);
    const { accountId } = await createCustomer(db, { credits: 0 });
    await credits('b', accountId);
    await db.asOwner('VACUUM ANALYZE entitlements');
    const rowsRead = async () => {
      await db.pool.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await db.pool.query<{ rows: number }>(
        `SELECT (COALESCE(seq_tup_read, 0) + COALESCE(idx_tup_fetch, 0))::float8 AS rows FROM pg_stat_user_tables
         WHERE relname = 'entitlements'`,
      );
      return rows[0]!.rows;
    };
    const before = await rowsRead();
    const reservation = { mostCents: 500, leastCents: 1 };
    const taken = await transaction(db, (tx) =>
      takeEntitlement(tx, { accountId, mode: 'live' }, 'idea_check', 'run_x', reservation),
    );
    expect(taken.id).toBe(`ent_b${'1'.padStart(20, '0')}`);
    expect((await rowsRead()) - before).toBeLessThan(100);
  } finally {
    await db.close();
  }
});
