import type { EpisodeName } from '../../contracts/alerts';
import type { Database } from '../../prisma/client';

/**
 * Ends the open episode of an alert whose condition no process has seen in the `calmMs` before `readAt`, when the caller
 * read that it does not hold: one that comes and goes stays one episode. Returns true to the process that ended it.
 */
export async function clearEpisode(
  db: Database,
  alert: EpisodeName,
  { readAt, calmMs }: { readAt: Date; calmMs: number },
): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    name: 'episode-clear',
    // A process that is delivering its beginning keeps its lease.
    text: `UPDATE alerts SET cleared_at = now(), announce_at = COALESCE(announce_at, now())
           WHERE alert = $1 AND seen_at < $2::timestamptz - $3 * interval '1 millisecond' AND cleared_at IS NULL`,
    values: [alert, readAt, calmMs],
  });
  return rowCount === 1;
}
