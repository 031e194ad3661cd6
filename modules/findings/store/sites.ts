import type { Database } from '../../../prisma/client';

/**
 * Claims on websites, shared by all processes that use the database. The database's clock decides when they expire.
 */
export interface SiteTurns {
  /**
   * Claims a site for `leaseMs`, after which it becomes free even if the holder crashed. Resolves with 0 on success,
   * otherwise with the milliseconds until the current claim expires (at least 1). Not reentrant.
   */
  claim(site: string, holder: string, leaseMs: number): Promise<number>;
  /** Releases a site, so that it can be claimed after `pauseMs`. Does nothing if the holder's claim has expired. */
  leave(site: string, holder: string, pauseMs: number): Promise<void>;
}

/** Claims on sites, stored in the database. */
export function siteTurns({ pool }: Database): SiteTurns {
  return {
    async claim(site, holder, leaseMs) {
      // The SELECT sees the row as it was before this statement, or no row if another process is inserting it.
      const { rows } = await pool.query<{ waitMs: number }>({
        name: 'site-claim',
        text: `WITH claimed AS (
                 INSERT INTO site_turns AS turn (site, holder, free_at)
                 VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
                 ON CONFLICT (site) DO UPDATE SET holder = EXCLUDED.holder, free_at = EXCLUDED.free_at
                   WHERE turn.free_at <= clock_timestamp()
                 RETURNING 1)
               SELECT CASE WHEN EXISTS (SELECT FROM claimed) THEN 0 ELSE GREATEST(1, COALESCE(
                 (SELECT extract(epoch FROM free_at - clock_timestamp()) * 1000 FROM site_turns WHERE site = $1), 1
               )) END::float8 AS "waitMs"`,
        values: [site, holder, leaseMs],
      });
      return rows[0]!.waitMs;
    },
    async leave(site, holder, pauseMs) {
      await pool.query({
        name: 'site-leave',
        text: `UPDATE site_turns SET free_at = clock_timestamp() + $3 * interval '1 millisecond'
               WHERE site = $1 AND holder = $2 AND free_at > clock_timestamp()`,
        values: [site, holder, pauseMs],
      });
    },
  };
}
