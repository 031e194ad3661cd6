import { COUNTED } from '../../store/outbox/read-backlog';
import { filled, PROBES, type Sized } from '../support/scale';

/** A page, what is open or of this month, some times over; which index the planner takes for few rows varies. */
const MOST_ROWS = 8_000;
/** Messages are counted one by one up to a bound. */
const MORE_ROWS: Record<string, number> = { 'figures for operators': COUNTED };

let sized: Sized;
beforeAll(async () => void (sized = await filled()), 120_000);
afterAll(() => sized.db.close());

/** Rows read so far, from tables and by their indexes. */
async function rowsRead(): Promise<number> {
  await sized.db.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await sized.db.pool.query<{ rows: number }>(
    `SELECT sum(COALESCE(seq_tup_read, 0) + COALESCE(idx_tup_fetch, 0))::float8 AS rows FROM pg_stat_user_tables`,
  );
  return rows[0]!.rows;
}

test('notices a table that is read whole', async () => {
  const before = await rowsRead();
  const { rows } = await sized.db.pool.query<{ all: number }>('SELECT count(input)::int AS all FROM runs');
  expect((await rowsRead()) - before).toBeGreaterThanOrEqual(rows[0]!.all);
});

test.each(Object.entries(PROBES))('%s: reads the rows it returns, however many there are', async (name, probe) => {
  const before = await rowsRead();
  expect(await probe(sized)).toBeGreaterThanOrEqual(0);
  expect((await rowsRead()) - before).toBeLessThan(MOST_ROWS + (MORE_ROWS[name] ?? 0));
});
