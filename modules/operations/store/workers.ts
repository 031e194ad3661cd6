import { hostname } from 'node:os';
import { BUILD, processIdentity } from '../../../base/build';
import type { Database } from '../../../prisma/client';
import type { Conditions, SeenProcess } from '../conditions';

export interface WorkerProcess extends Pick<SeenProcess, 'identity' | 'role' | 'startedAt'> {
  host: string;
  pid: number;
  version: string;
  buildId: string;
}

/** This process, identified by its name in Temporal. */
export function thisProcess(role: WorkerProcess['role']): WorkerProcess {
  const startedAt = new Date(performance.timeOrigin);
  return { identity: processIdentity(role), role, host: hostname(), pid: process.pid, ...BUILD, startedAt };
}

/** Interval between reports, in milliseconds. */
export const BEAT_INTERVAL_MS = 10_000;

/** Cap on the clock difference, in milliseconds. A larger value is no more useful and may not fit the column. */
const LONGEST_SKEW_MS = 1e9;

/**
 * Records the heartbeat of a process: the database's time, the clock skew of the process and its problems. Replaces
 * any earlier record for that process name.
 */
export async function beat(
  db: Database,
  worker: WorkerProcess,
  { troubles = {}, clock = Date.now }: { troubles?: Conditions; clock?: () => number } = {},
): Promise<void> {
  const { identity, role, host, pid, version, buildId, startedAt } = worker;
  const skewMs = await skewOf(db, clock);
  await db.pool.query({
    name: 'worker-beat',
    text: `INSERT INTO workers (identity, role, host, pid, version, build_id, started_at, seen_at, skew_ms, troubles)
           VALUES ($1, $2, $3, $4, $5, $6, $7, now(), $8, $9)
           ON CONFLICT (identity) DO UPDATE
           SET role = $2, host = $3, pid = $4, version = $5, build_id = $6, started_at = $7, seen_at = now(),
               skew_ms = $8, troubles = $9, stopped_at = NULL`,
    values: [identity, role, host, pid, version, buildId, startedAt, skewMs, JSON.stringify(troubles)],
  });
}

/**
 * How far our clock is ahead of the database's, in milliseconds. Excludes the query's duration, which can be seconds.
 */
async function skewOf(db: Database, clock: () => number): Promise<number> {
  const before = clock();
  const { rows } = await db.pool.query<{ now: number }>({
    name: 'worker-clock',
    text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
  });
  const { now } = rows[0]!;
  const ahead = Math.max(0, before - now);
  const behind = Math.max(0, now - clock());
  return Math.round(Math.max(-LONGEST_SKEW_MS, Math.min(LONGEST_SKEW_MS, ahead - behind)));
}

/** Records that a process stopped cleanly, so that it does not count as dead. */
export async function recordStop(db: Database, identity: string): Promise<void> {
  await db.pool.query({
    name: 'worker-stop',
    text: 'UPDATE workers SET seen_at = now(), stopped_at = now() WHERE identity = $1',
    values: [identity],
  });
}

export interface SeenWorker extends WorkerProcess, SeenProcess {
  /** The process's clock minus the database's at the last report, in milliseconds. */
  skewMs: number;
}

/** All processes of the last few days, including stopped ones, latest report first. */
export async function listWorkers(db: Database): Promise<SeenWorker[]> {
  const { rows } = await db.pool.query<SeenWorker>({
    name: 'workers-list',
    text: `SELECT identity, role, host, pid, version, build_id AS "buildId", started_at AS "startedAt", seen_at AS "seenAt",
                  stopped_at AS "stoppedAt", skew_ms AS "skewMs", troubles,
                  (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::float8 AS "lastSeenMs"
           FROM workers ORDER BY seen_at DESC, identity`,
  });
  return rows;
}
