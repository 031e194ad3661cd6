import type { Database } from '../../prisma/client';
import type { WorkerProcess } from './beat';

/** A process with its latest report. */
export interface SeenWorker extends WorkerProcess {
  /** By the clock of the database, as is `lastSeenMs`, the time since then in milliseconds. */
  seenAt: Date;
  lastSeenMs: number;
  /** Time of an orderly stop; null for a process that runs or that died. */
  stoppedAt: Date | null;
}

const COLUMNS = `identity, role, host, pid, version, build_id AS "buildId", started_at AS "startedAt",
  seen_at AS "seenAt", stopped_at AS "stoppedAt",
  (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::float8 AS "lastSeenMs"`;

/** All processes of the last days, the latest report first. */
export async function listWorkers(db: Database): Promise<SeenWorker[]> {
  const { rows } = await db.pool.query<SeenWorker>({
    name: 'workers-list',
    text: `SELECT ${COLUMNS} FROM workers ORDER BY seen_at DESC, identity`,
  });
  return rows;
}

/**
 * The latest report of any process, stopped ones included: with all of them frozen, dead or stopped it grows old. Null
 * if none ever reported.
 */
export async function newestBeat(db: Database): Promise<SeenWorker | null> {
  const { rows } = await db.pool.query<SeenWorker>({
    name: 'workers-newest',
    text: `SELECT ${COLUMNS} FROM workers ORDER BY seen_at DESC LIMIT 1`,
  });
  return rows[0] ?? null;
}
