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
