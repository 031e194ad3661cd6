import type { Mode } from '../../contracts/access';
import type { Database } from '../../prisma/client';
import { OVERLAP } from './bookmarks';

/** Period that the first run of a mode compares. */
const FIRST_PERIOD = "interval '30 days'";

/** Period of a run. */
export interface RunPeriod {
  from: Date;
  until: Date;
}

/**
 * Opens a run over these modes, once, and returns its period: from `since`, or the earliest of their bookmarks with an
 * overlap, until now. A run that begins after a bookmark moves none, so nothing in between is left out.
 */
export async function openRun(
  db: Database,
  id: string,
  { modes, since }: { modes: readonly Mode[]; since: Date | null },
): Promise<RunPeriod> {
  await db.pool.query({
    name: 'reconciliation-open',
    text: `WITH known AS (SELECT min(at) AS at, count(*) < cardinality($3::text[]) AS first
                          FROM reconciliation_bookmarks WHERE mode = ANY($3))
           INSERT INTO reconciliation_runs (id, from_at, until_at, moves_bookmark)
           SELECT $1,
                  COALESCE($2, LEAST(at - ${OVERLAP}, CASE WHEN first OR at IS NULL THEN now() - ${FIRST_PERIOD} END)),
                  now(), $2 IS NULL OR COALESCE($2 <= at AND NOT first, false)
           FROM known ON CONFLICT (id) DO NOTHING`,
    values: [id, since, modes],
  });
  const { fromAt, untilAt } = await db.prisma.reconciliationRun.findUniqueOrThrow({ where: { id } });
  return { from: fromAt, until: untilAt };
}
