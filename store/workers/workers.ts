import type { Database } from '../../prisma/client';

/** A process that reports that it lives. */
export interface WorkerProcess {
  /** Name of the process, as Temporal shows it. */
  identity: string;
  role: 'worker';
  host: string;
  pid: number;
  version: string;
  buildId: string;
  /** By the clock of its own machine. */
  startedAt: Date;
}

/** A process with its latest report. */
export interface SeenWorker extends WorkerProcess {
  /** By the clock of the database, as is `lastSeenMs`, the time since then in milliseconds. */
  seenAt: Date;
  lastSeenMs: number;
  /** Time of an orderly stop; null for a process that runs or that died. */
  stoppedAt: Date | null;
}

/** Interval of the reports, in milliseconds. */
export const BEAT_INTERVAL_MS = 10_000;

const COLUMNS = `identity, role, host, pid, version, build_id AS "buildId", started_at AS "startedAt",
  seen_at AS "seenAt", stopped_at AS "stoppedAt",
  (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::float8 AS "lastSeenMs"`;

/** Records that a process lives, by the clock of the database. A process of the same name that ran earlier is replaced. */
export async function beat(db: Database, worker: WorkerProcess): Promise<void> {
  const { identity, role, host, pid, version, buildId, startedAt } = worker;
  await db.pool.query({
    name: 'worker-beat',
    text: `INSERT INTO workers (identity, role, host, pid, version, build_id, started_at, seen_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, now())
           ON CONFLICT (identity) DO UPDATE
           SET role = $2, host = $3, pid = $4, version = $5, build_id = $6, started_at = $7, seen_at = now(),
               stopped_at = NULL`,
    values: [identity, role, host, pid, version, buildId, startedAt],
  });
}

/** Records the orderly stop of a process, so that nobody takes it for a dead one. */
export async function recordStop(db: Database, identity: string): Promise<void> {
  await db.pool.query({
    name: 'worker-stop',
    text: 'UPDATE workers SET seen_at = now(), stopped_at = now() WHERE identity = $1',
    values: [identity],
  });
}

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
