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

/** Parts of a worker that its pages show to operators; `sdk` is null without METRICS_PORT. */
interface ObservedWorker extends Pick<WorkerParts, 'liveness' | 'worker'> {
  log: Logger;
  db: Database;
  client: Client;
  metrics: Metrics;
  sdk: SdkMetrics | null;
  stopping: AbortSignal;
}

/** Serves metrics and health of this worker at METRICS_PORT, even before it connects to anything. */
export function observeWorker(
  settings: { METRICS_PORT: number | undefined; METRICS_HOST: string },
  { log, db, client, metrics, sdk, liveness, worker, stopping }: ObservedWorker,
): Promise<ObservationServer | null> {
  const parts: WorkerParts = {
    liveness,
    worker,
    isStopping: () => stopping.aborted,
    database: databaseCheck(db),
    // Does not use the client before the worker is connected: an attempt to connect to a silent server takes 20 s.
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
      // In OpenMetrics, a counter declared as `x_total` would have samples named `x_total_total`, so the type is
      // dropped.
      ...(sdk ? [async () => (await sdk.page()).replaceAll(/^(# TYPE \S+) counter$/gm, '$1 unknown')] : []),
    ],
    live: () => livenessOf(parts),
    ready: () => workReadinessOf(parts),
  });
}

/** Parts that the health of a worker depends on. */
export interface WorkerParts {
  liveness: Liveness;
  /** Null while the worker connects to Temporal. */
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

/** Fails if the worker does no work: it does not poll, a loop is late, or a dependency is down. */
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

/** Metrics page of the Temporal SDK, served by its native part. */
export interface SdkMetrics {
  /** Address for the native part: loopback, because the process's own page includes these metrics. */
  address: string;
  /** Metrics in Prometheus text format. @throws Error if the native part does not respond */
  page(): Promise<string>;
}

/** Chooses a free local port for the SDK's metrics, because the SDK cannot report a port that it picked itself. */
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

/** Reports every ten seconds. A frozen process falls silent, which the API and the doctor notice. */
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

/** Reports the orderly stop once the worker's work has ended. If this report fails, the process counts as dead. */
export function reportStop(db: Database, { identity }: WorkerProcess): Promise<void> {
  return recordStop(db, identity).catch(() => undefined);
}
