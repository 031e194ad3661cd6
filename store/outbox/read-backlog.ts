import type { Queryable } from '../../prisma/client';

/** Messages that Temporal has not yet. */
export interface Backlog {
  /** Exact below {@link COUNTED}; from there on as the statistics of the index estimate, and never less than that. */
  messages: number;
  /** Age of the oldest in seconds; null if there is none. */
  oldestSeconds: number | null;
}

/** Messages that are counted one by one; of more the database knows about how many there are. */
export const COUNTED = 10_000;

/** Reads how far the delivery to Temporal is behind, at a cost that does not grow with it. */
export async function readBacklog(db: Queryable): Promise<Backlog> {
  const { rows } = await db.query<Backlog>({
    name: 'outbox-backlog',
    text: `SELECT CASE WHEN counted < ${COUNTED} THEN counted ELSE GREATEST(counted, estimate) END AS messages,
                  CASE WHEN oldest IS NOT NULL  -- GREATEST would make 0 of a null.
                    THEN GREATEST(extract(epoch FROM clock_timestamp() - oldest), 0)::float8 END AS "oldestSeconds"
           FROM (SELECT min(created_at) AS oldest FROM outbox WHERE delivered_at IS NULL) AS first,
                (SELECT count(*)::float8 AS counted FROM (
                   SELECT 1 FROM outbox WHERE delivered_at IS NULL LIMIT ${COUNTED}) AS few) AS waiting,
                (SELECT reltuples::float8 AS estimate FROM pg_class
                 WHERE oid = 'outbox_waiting_idx'::regclass) AS known`,
  });
  return rows[0]!;
}
