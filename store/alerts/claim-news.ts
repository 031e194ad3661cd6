import type { AlertInput } from '../../contracts/alerts';
import type { Database } from '../../prisma/client';

/** News of an episode for the receiver of alerts. */
export interface EpisodeNews extends AlertInput {
  news: 'raised' | 'cleared';
  facts: Record<string, string>;
  raisedAt: Date;
}

/** A receiver that takes nothing is tried for so long, as alerts by workflow are. */
const TOLD_WITHIN_HOURS = 20;

/** Claims news for `leaseMs`; what is not acknowledged by then is due again, so each is delivered at least once. */
export async function claimNews(db: Database, leaseMs: number): Promise<EpisodeNews[]> {
  const { rows } = await db.pool.query<EpisodeNews>({
    name: 'episode-claim',
    text: `UPDATE alerts SET announce_at = now() + $1 * interval '1 millisecond'
           WHERE (alert, subject) IN (
             SELECT alert, subject FROM alerts
             WHERE announce_at <= now() AND GREATEST(raised_at, cleared_at) > now() - $2 * interval '1 hour'
             ORDER BY announce_at LIMIT 10 FOR UPDATE SKIP LOCKED)
           RETURNING alert, subject, facts, raised_at AS "raisedAt",
                     CASE WHEN told_at IS NULL THEN 'raised' ELSE 'cleared' END AS news`,
    values: [leaseMs, TOLD_WITHIN_HOURS],
  });
  return rows;
}

/** Records that the receiver took the news; the end of an episode is then due if it came meanwhile. */
export async function acknowledgeNews(db: Database, { alert, subject, news }: EpisodeNews): Promise<void> {
  await db.pool.query({
    name: 'episode-acknowledge',
    text: `UPDATE alerts SET told_at = COALESCE(told_at, now()),
                  announce_at = CASE WHEN $3 = 'raised' AND cleared_at IS NOT NULL THEN now() END
           WHERE alert = $1 AND subject = $2`,
    values: [alert, subject, news],
  });
}
