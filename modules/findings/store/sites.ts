import type { Database } from '../../../prisma/client';

/** Turns at sites for all processes on one database, by its clock. */
export interface SiteTurns {
  /**
   * Claims a site for `leaseMs`; a holder that dies keeps it no longer. Resolves with 0 if it is claimed, else with the
   * milliseconds until it is free at the latest, at least 1. A holder does not get its own claim again either.
   */
  claim(site: string, holder: string, leaseMs: number): Promise<number>;
  /** Leaves a site, which is free `pauseMs` later; nothing where the holder has no claim any more. */
  leave(site: string, holder: string, pauseMs: number): Promise<void>;
}

/** Turns at sites, kept in the database. */
export function siteTurns({ pool }: Database): SiteTurns {
  return {
    async claim(site, holder, leaseMs) {
      // The second part sees the row as it was before; a row that is just being inserted it does not see at all.
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
