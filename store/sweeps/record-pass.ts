import type { SweepName } from '../../domain/sweeps';
import type { Database } from '../../prisma/client';

/** Start of a pass, by the clock that also dates the checks. */
export async function beginPass(db: Database): Promise<Date> {
  const { rows } = await db.pool.query<{ now: Date }>({
    name: 'sweep-begin',
    text: 'SELECT now()::timestamptz(3) AS now',
  });
  return rows[0]!.now;
}

/** Records that a pass of a sweep checked everything that was due, whether all of it succeeded or not. */
export async function recordPass(db: Database, sweep: SweepName): Promise<void> {
  await db.pool.query({
    name: 'sweep-pass',
    text: `INSERT INTO sweep_passes (sweep, completed_at) VALUES ($1, now())
           ON CONFLICT (sweep) DO UPDATE SET completed_at = now()`,
    values: [sweep],
  });
}
