import type { Database } from '../../prisma/client';

/** Period before the bookmark that is compared again: objects of a failover, and clocks that differ. */
const OVERLAP = "interval '1 day'";

/** Period that the first run compares. */
const FIRST_PERIOD = "interval '30 days'";

/** Period of a run. */
export interface RunPeriod {
  from: Date;
  until: Date;
}

/**
 * Opens a run, once, and returns its period: from `since` or the bookmark, with an overlap, until now. A run that begins
 * after the bookmark does not move it, so nothing in between is left out.
 */
export async function openRun(db: Database, id: string, since: Date | null): Promise<RunPeriod> {
  await db.pool.query({
    name: 'reconciliation-open',
    text: `WITH bookmark AS (SELECT max(until_at) AS at FROM reconciliation_runs WHERE complete AND moves_bookmark)
           INSERT INTO reconciliation_runs (id, from_at, until_at, moves_bookmark)
           SELECT $1, COALESCE($2, at - ${OVERLAP}, now() - ${FIRST_PERIOD}), now(), COALESCE($2 <= at, $2 IS NULL)
           FROM bookmark ON CONFLICT (id) DO NOTHING`,
    values: [id, since],
  });
  const { fromAt, untilAt } = await db.prisma.reconciliationRun.findUniqueOrThrow({ where: { id } });
  return { from: fromAt, until: untilAt };
}
