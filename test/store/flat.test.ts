import { filled, PROBES, type Sized } from '../../tools/bench/scale-probes';
import { COUNTED } from '../../store/outbox/read-backlog';

const SIZE = { runs: 40_000, orders: 20_000, waiting: 40_000 };
/**
 * Rows that a probe may read: its page, what is open or what is of this month, some times over; far fewer than any of
 * its tables has. Which index the planner takes for few rows changes with the sample of its statistics.
 */
const MOST_ROWS = 8_000;
/** Messages are counted one by one up to a bound. */
const MORE_ROWS: Record<string, number> = { 'figures for operators': COUNTED };

let sized: Sized;
beforeAll(async () => {
  // One connection, so that its counters have all that was read.
  sized = await filled(SIZE, 1);
}, 120_000);
afterAll(() => sized.db.close());

/** Rows read so far, from tables and by their indexes. */
async function rowsRead(): Promise<number> {
  await sized.db.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await sized.db.pool.query<{ rows: number }>(
    `SELECT sum(COALESCE(seq_tup_read, 0) + COALESCE(idx_tup_fetch, 0))::float8 AS rows FROM pg_stat_user_tables`,
  );
  return rows[0]!.rows;
}

test('a table that is read whole is noticed', async () => {
  const before = await rowsRead();
  await sized.db.pool.query('SELECT count(input) FROM runs');
  expect((await rowsRead()) - before).toBeGreaterThanOrEqual(SIZE.runs);
});

test.each(Object.entries(PROBES))('%s reads what it returns, not what there has been', async (name, probe) => {
  const before = await rowsRead();
  expect(await probe(sized)).toBeGreaterThanOrEqual(0);
  const read = (await rowsRead()) - before;
  expect(read).toBeLessThan(MOST_ROWS + (MORE_ROWS[name] ?? 0));
});
