import type { Sample } from '../../../base/metrics';
import type { Database } from '../../../prisma/client';
import type { AlertName } from '../../alerts/contract';
import { LATEST_RUNS, type WatchFigures } from '../conditions';
import { readFigures } from './figures';
import { readArchive } from './storage';
import { listWorkers } from './workers';

/** Reads the figures that the API's watch compares with its limits: metrics, runs, backups, processes and alerts. */
export async function readWatchFigures(db: Database): Promise<WatchFigures> {
  const ended = await readEnded(db);
  const samples = await readFigures(db);
  const live = samples.filter(({ labels }) => labels.mode !== 'test');
  return {
    ...ended,
    workersSilentMs: oldest(samples, 'noi_worker_last_seen_age_seconds'),
    oldestQueuedMs: oldest(samples, 'noi_runs_oldest_queued_age_seconds'),
    oldestMessageMs: oldest(samples, 'noi_outbox_oldest_age_seconds'),
    comparedMs: oldest(live, 'noi_reconciliation_age_seconds'),
    archive: await readArchive(db.pool),
    processes: await listWorkers(db),
    open: await readOpen(db),
  };
}

/** Greatest age in milliseconds. Null without samples, so that a worker that never existed does not count as silent. */
function oldest(samples: readonly Sample[], name: Sample['name']): number | null {
  const ages = samples.filter((sample) => sample.name === name && Number.isFinite(sample.value) && sample.ages);
  return ages.length === 0 ? null : Math.max(...ages.map(({ value }) => value)) * 1_000;
}

type Ended = Pick<WatchFigures, 'readAt' | 'endedRuns' | 'failedRuns' | 'latestRuns'>;

async function readEnded(db: Database): Promise<Ended> {
  // Omits runs that a customer canceled or an operator stopped, because they did not fail.
  const ended = `mode = 'live' AND status <> 'canceled' AND failure_code IS DISTINCT FROM 'stopped_by_operator'`;
  const { rows } = await db.pool.query<Ended>({
    name: 'watch-ended-runs',
    text: `SELECT now() AS "readAt", count(*)::int AS "endedRuns",
                  count(*) FILTER (WHERE status <> 'completed')::int AS "failedRuns",
                  ARRAY(SELECT CASE WHEN status <> 'completed' THEN COALESCE(failure_code, status) END
                        FROM runs WHERE completed_at > now() - interval '1 day' AND ${ended}
                        ORDER BY completed_at DESC LIMIT $1) AS "latestRuns"
           FROM runs WHERE completed_at > now() - interval '1 hour' AND ${ended}`,
    values: [LATEST_RUNS],
  });
  return rows[0]!;
}

async function readOpen(db: Database): Promise<AlertName[]> {
  const { rows } = await db.pool.query<{ alert: AlertName }>({
    name: 'watch-open-alerts',
    text: `SELECT alert FROM alerts WHERE seen_at IS NOT NULL AND cleared_at IS NULL
           UNION ALL SELECT 'agent-stopped' FROM agent_stops WHERE ended_at IS NULL`,
  });
  return rows.map(({ alert }) => alert);
}
