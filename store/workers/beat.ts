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

/** Interval of the reports, in milliseconds. */
export const BEAT_INTERVAL_MS = 10_000;

// A clock that is weeks off is as wrong as one that is years off, and does not fit.
const SKEW = `LEAST(GREATEST(extract(epoch FROM $8::timestamptz - clock_timestamp()) * 1000, -1e9), 1e9)::int`;

/**
 * Records that a process lives, by the clock of the database, and by how much its own (`now`) differs from that. A process
 * of the same name that ran earlier is replaced.
 */
export async function beat(db: Database, worker: WorkerProcess, now = new Date()): Promise<void> {
  const { identity, role, host, pid, version, buildId, startedAt } = worker;
  await db.pool.query({
    name: 'worker-beat',
    text: `INSERT INTO workers (identity, role, host, pid, version, build_id, started_at, seen_at, skew_ms)
           VALUES ($1, $2, $3, $4, $5, $6, $7, now(), ${SKEW})
           ON CONFLICT (identity) DO UPDATE
           SET role = $2, host = $3, pid = $4, version = $5, build_id = $6, started_at = $7, seen_at = now(),
               skew_ms = ${SKEW}, stopped_at = NULL`,
    values: [identity, role, host, pid, version, buildId, startedAt, now],
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
