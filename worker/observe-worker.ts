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

/** Parts of a worker that operators can observe. `sdk` is null if METRICS_PORT is not set. */
interface ObservedWorker extends Pick<WorkerParts, 'liveness' | 'worker'> {
  log: Logger;
  db: Database;
  client: Client;
  metrics: Metrics;
  sdk: SdkMetrics | null;
  stopping: AbortSignal;
}

/** Serves this worker's metrics and health on METRICS_PORT, even before the worker connects to anything. */
export function observeWorker(
  settings: { METRICS_PORT: number | undefined; METRICS_HOST: string },
  { log, db, client, metrics, sdk, liveness, worker, stopping }: ObservedWorker,
): Promise<ObservationServer | null> {
  const parts: WorkerParts = {
    liveness,
    worker,
    isStopping: () => stopping.aborted,
    database: databaseCheck(db),
    // Uses the client only once the worker is connected. Connecting to a server that does not respond takes 20 s.
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
      createCollector(() => requireWrites(db).then(() => readFigures(db)), watchOutage(log, 'metrics database')).page,
      // Removes the type, because OpenMetrics would name the samples of a counter declared as `x_total`
      // `x_total_total`.
      ...(sdk ? [async () => (await sdk.page()).replaceAll(/^(# TYPE \S+) counter$/gm, '$1 unknown')] : []),
    ],
    live: () => livenessOf(parts),
    ready: () => workReadinessOf(parts),
  });
}

/** Parts of a worker that determine its health. */
export interface WorkerParts {
  liveness: Liveness;
  /** Null until the worker has connected to Temporal. */
  worker(): Pick<Worker, 'getStatus'> | null;
  isStopping(): boolean;
  database: Check;
  pingTemporal(): Promise<unknown>;
}

/** Fails if only a restart helps: a loop is stuck, or the pollers stopped unexpectedly. */
export function livenessOf({ liveness, worker, isStopping }: WorkerParts): Promise<Health> {
  const loops = liveness.loops().map(({ loop, stuck }) => ({ name: loop, run: () => !stuck }));
  const status = worker()?.getStatus();
  const pollersAreGone = status !== undefined && status.runState !== 'INITIALIZED' && !polls(status);
  return checkHealth([...loops, { name: 'polling', run: () => isStopping() || !pollersAreGone }]);
}

/** Fails if the worker cannot work: it does not poll, a loop is late, or a dependency is down. */
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

/** Metrics page of the Temporal SDK, which the SDK's native core serves. */
export interface SdkMetrics {
  /** Host and port of the native core. Local only, because the process's own metrics page includes these metrics. */
  address: string;
  /** Metrics in Prometheus text format. @throws Error if the native core does not respond */
  page(): Promise<string>;
}

/** Chooses a free local port for the SDK's metrics, because the SDK cannot report which port it chose itself. */
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

/** Reports every ten seconds. If a process freezes, its reports stop, and the API and the doctor notice. */
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

/** Reports an orderly stop once the worker's work has ended. If this report fails, the process counts as dead. */
export function reportStop(db: Database, { identity }: WorkerProcess): Promise<void> {
  return recordStop(db, identity).catch(() => undefined);
}
