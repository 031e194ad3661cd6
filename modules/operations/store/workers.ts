import { hostname } from 'node:os';
import { BUILD, processIdentity } from '../../../base/build';
import type { Database } from '../../../prisma/client';
import type { Conditions, SeenProcess } from '../conditions';

/** A process that reports that it lives. */
export interface WorkerProcess extends Pick<SeenProcess, 'identity' | 'role' | 'startedAt'> {
  host: string;
  pid: number;
  version: string;
  buildId: string;
}

/** This process, by the name under which Temporal shows it. */
export function thisProcess(role: WorkerProcess['role']): WorkerProcess {
  const startedAt = new Date(performance.timeOrigin);
  return { identity: processIdentity(role), role, host: hostname(), pid: process.pid, ...BUILD, startedAt };
}

/** Interval of the reports, in milliseconds. */
export const BEAT_INTERVAL_MS = 10_000;

/** A clock that is weeks off is as wrong as one that is years off, and does not fit. */
const LONGEST_SKEW_MS = 1e9;

/**
 * Records that a process lives, by the clock of the database, by how much its own differs from that, and what it sees
 * wrong with itself. A process of the same name that ran earlier is replaced.
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
 * Milliseconds by which a clock is ahead of the database's; negative where it is behind. Time that the question took is no
 * difference: on a busy machine it is seconds.
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

/** Records the orderly stop of a process, so that nobody takes it for a dead one. */
export async function recordStop(db: Database, identity: string): Promise<void> {
  await db.pool.query({
    name: 'worker-stop',
    text: 'UPDATE workers SET seen_at = now(), stopped_at = now() WHERE identity = $1',
    values: [identity],
  });
}

/** A process with its latest report. */
export interface SeenWorker extends WorkerProcess, SeenProcess {
  /** Its clock less that of the database at its last report, in milliseconds. */
  skewMs: number;
}

/** All processes of the last days, the latest report first, stopped ones included. */
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
