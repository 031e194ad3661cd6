import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import { watchOutage, type Outage } from '../base/log';
import { createCollector, type Metrics } from '../base/observation/metrics';
import {
  observe,
  checkHealth,
  type Liveness,
  type ObservationServer,
  type Check,
  type Health,
  type LoopWatch,
} from '../base/observation/server';
import type { Conditions } from '../modules/operations/conditions';
import { readFigures } from '../modules/operations/store/figures';
import { beat, BEAT_INTERVAL_MS, recordStop, type WorkerProcess } from '../modules/operations/store/workers';
import { requireWrites, type Database } from '../prisma/client';
import { databaseCheck } from '../prisma/connection-flaw';

const PING_DEADLINE_MS = 1_400;

/** Parts of a worker that are shown to those who run it; `sdk` is null without a port to show them at. */
interface ObservedWorker extends Pick<WorkerParts, 'liveness' | 'worker'> {
  log: Logger;
  db: Database;
  client: Client;
  metrics: Metrics;
  sdk: SdkMetrics | null;
  stopping: AbortSignal;
}

/** Serves metrics and health of this worker where METRICS_PORT says, from before it connects to anything. */
export function observeWorker(
  settings: { METRICS_PORT: number | undefined; METRICS_HOST: string },
  { log, db, client, metrics, sdk, liveness, worker, stopping }: ObservedWorker,
): Promise<ObservationServer | null> {
  const parts: WorkerParts = {
    liveness,
    worker,
    isStopping: () => stopping.aborted,
    database: databaseCheck(db),
    // Before the worker is connected the client stays unused: a connection that it made to a silent server would be
    // given up only after 20 s, while the worker works already.
    pingTemporal: async () =>
      worker() !== null &&
      client.withDeadline(Date.now() + PING_DEADLINE_MS, () => client.workflowService.getSystemInfo({})),
  };
  metrics.onPage(() => {
    for (const { loop, idleMs } of liveness.loops()) metrics.set('noi_loop_age_seconds', { loop }, idleMs / 1_000);
  });
  return observe(settings, {
    metrics: [
      metrics.page,
      createCollector(() => requireWrites(db).then(() => readFigures(db)), watchOutage(log, 'reading of figures')).page,
      // Its counters have no `_total`, without which OpenMetrics knows none.
      ...(sdk ? [async () => (await sdk.page()).replaceAll(/^(# TYPE \S+) counter$/gm, '$1 unknown')] : []),
    ],
    live: () => livenessOf(parts),
    ready: () => workReadinessOf(parts),
  });
}

/** Parts that the health of a worker is read from. */
export interface WorkerParts {
  liveness: Liveness;
  /** Null while it connects to Temporal. */
  worker(): Pick<Worker, 'getStatus'> | null;
  isStopping(): boolean;
  database: Check;
  pingTemporal(): Promise<unknown>;
}

/** Fails where only a restart helps: a loop that does not even move, or pollers that ended by themselves. */
export function livenessOf({ liveness, worker, isStopping }: WorkerParts): Promise<Health> {
  const loops = liveness.loops().map(({ loop, stuck }) => ({ name: loop, run: () => !stuck }));
  const status = worker()?.getStatus();
  const pollersAreGone = status !== undefined && status.runState !== 'INITIALIZED' && !polls(status);
  return checkHealth([...loops, { name: 'polling', run: () => isStopping() || !pollersAreGone }]);
}

/** Fails where the worker does no work: it does not poll, a loop has done none for too long, or what it needs is away. */
export function workReadinessOf(parts: WorkerParts): Promise<Health> {
  const { liveness, worker, isStopping, database, pingTemporal } = parts;
  const status = worker()?.getStatus();
  const checks: Check[] = [
    database,
    { name: 'temporal', run: pingTemporal },
    { name: 'polling', run: () => status !== undefined && polls(status) },
    ...liveness.loops().map(({ loop, late }) => ({ name: loop, run: () => !late })),
    ...(isStopping() ? [{ name: 'stopping', run: () => false }] : []),
  ];
  return checkHealth(checks);
}

type Status = ReturnType<Worker['getStatus']>;

function polls({ runState, workflowPollerState, activityPollerState }: Status): boolean {
  return runState === 'RUNNING' && workflowPollerState === 'POLLING' && activityPollerState === 'POLLING';
}

const LOOPBACK = '127.0.0.1';
const READ_WITHIN_MS = 1_000;

/** Page of the Temporal SDK's own metrics, which its native part serves by itself. */
export interface SdkMetrics {
  /** Address for the native part to serve them at: loopback, since the process's own page has them too. */
  address: string;
  /** The metrics in Prometheus' text format. @throws Error if the native part does not answer */
  page(): Promise<string>;
}

/** Chooses a free port of this machine for the metrics of the Temporal SDK, which cannot report the port it got. */
export async function chooseSdkMetrics(): Promise<SdkMetrics> {
  const address = `${LOOPBACK}:${await freePort()}`;
  return {
    address,
    async page() {
      const response = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(READ_WITHIN_MS) });
      if (!response.ok) throw new Error(`the metrics of the Temporal SDK answered ${response.status}`);
      return response.text();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, LOOPBACK, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Reports every ten seconds that this process lives, and what it sees wrong with itself: a frozen one falls silent, which
 * the API and the doctor see.
 */
export async function runBeat(
  db: Database,
  worker: WorkerProcess,
  parts: { database: Outage; signal: AbortSignal; watch: LoopWatch; troubles(): Promise<Conditions> },
): Promise<void> {
  const { database, signal, watch, troubles } = parts;
  while (!signal.aborted) {
    await beat(db, worker, { troubles: await troubles() }).then(watch.completed, (error: unknown) => {
      watch.moved();
      database.failed(error);
    });
    await sleep(BEAT_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Reports the orderly stop, once its work has ended. Without an answer the process counts as one that died. */
export function reportStop(db: Database, { identity }: WorkerProcess): Promise<void> {
  return recordStop(db, identity).catch(() => undefined);
}
