import type { Database } from '../../prisma/client';
import type { WorkerProcess } from './beat';

/** A process with its latest report. */
export interface SeenWorker extends WorkerProcess {
  /** By the clock of the database, as is `lastSeenMs`, the time since then in milliseconds. */
  seenAt: Date;
  lastSeenMs: number;
  /** Time of an orderly stop; null for a process that runs or that died. */
  stoppedAt: Date | null;
  /** Its clock less that of the database at its last report, in milliseconds; null for a process of an older build. */
  skewMs: number | null;
}

/** All processes of the last days, the latest report first, stopped ones included. */
export async function listWorkers(db: Database): Promise<SeenWorker[]> {
  const { rows } = await db.pool.query<SeenWorker>({
    name: 'workers-list',
    text: `SELECT identity, role, host, pid, version, build_id AS "buildId", started_at AS "startedAt", seen_at AS "seenAt",
                  stopped_at AS "stoppedAt", skew_ms AS "skewMs",
                  (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::float8 AS "lastSeenMs"
           FROM workers ORDER BY seen_at DESC, identity`,
  });
  return rows;
}
