import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { BUILD, processIdentity } from '../platform/build';
import type { LoopWatch } from '../platform/liveness';
import type { Outage } from '../platform/outage';
import type { Database } from '../prisma/client';
import { beat, BEAT_INTERVAL_MS, recordStop, type WorkerProcess } from '../store/workers/beat';

/** This process, by the name under which Temporal shows it. */
export function thisWorker(): WorkerProcess {
  return {
    identity: processIdentity('worker'),
    role: 'worker',
    host: hostname(),
    pid: process.pid,
    version: BUILD.version,
    buildId: BUILD.buildId,
    startedAt: new Date(performance.timeOrigin),
  };
}

/**
 * Reports to the database every ten seconds that this process lives, until `signal` aborts: a frozen one falls silent,
 * which the API and the doctor see. Outages of the database are waited out.
 */
export async function runBeat(
  db: Database,
  worker: WorkerProcess,
  { database, signal, watch }: { database: Outage; signal: AbortSignal; watch?: LoopWatch },
): Promise<void> {
  while (!signal.aborted) {
    await beat(db, worker).then(watch?.completed, (error: unknown) => {
      watch?.moved();
      database.failed(error);
    });
    await sleep(BEAT_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Reports the orderly stop, once its work has ended. Without an answer the process counts as one that died. */
export function reportStop(db: Database, { identity }: WorkerProcess): Promise<void> {
  return recordStop(db, identity).catch(() => undefined);
}
