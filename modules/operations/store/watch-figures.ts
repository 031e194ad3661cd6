import type { Sample } from '../../../base/metrics';
import type { Database } from '../../../prisma/client';
import type { WatchFigures } from '../conditions';
import { readFigures } from './figures';

/** Reads what the watch of the API compares with its limits: the figures of the metrics, and the runs of the last hour. */
export async function readWatchFigures(db: Database): Promise<WatchFigures> {
  const ended = await readEnded(db);
  const samples = await readFigures(db);
  return {
    ...ended,
    workersSilentMs: oldest(samples, 'noi_worker_last_seen_age_seconds'),
    oldestQueuedMs: oldest(samples, 'noi_runs_oldest_queued_age_seconds'),
    oldestMessageMs: oldest(samples, 'noi_outbox_oldest_age_seconds'),
  };
}

/** The greatest age in milliseconds; null where nothing is there to have one. A worker that never was is no silence. */
function oldest(samples: readonly Sample[], name: Sample['name']): number | null {
  const ages = samples.filter((sample) => sample.name === name && Number.isFinite(sample.value) && sample.ages);
  return ages.length === 0 ? null : Math.max(...ages.map(({ value }) => value)) * 1_000;
}

async function readEnded(
  db: Database,
): Promise<Pick<WatchFigures, 'readAt' | 'endedRuns' | 'failedRuns' | 'failureCode'>> {
  const { rows } = await db.pool.query<{ readAt: Date; ended: number; failed: number; code: string | null }>({
    name: 'watch-ended-runs',
    text: `SELECT now() AS "readAt", count(*)::int AS ended, count(*) FILTER (WHERE status <> 'completed')::int AS failed,
                  mode() WITHIN GROUP (ORDER BY failure_code) FILTER (WHERE status <> 'completed') AS code
           FROM runs WHERE completed_at > now() - interval '1 hour' AND mode = 'live' AND status <> 'canceled'`,
  });
  const { readAt, ended, failed, code } = rows[0]!;
  return { readAt, endedRuns: ended, failedRuns: failed, failureCode: code };
}
