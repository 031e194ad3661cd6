import type { Client } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Liveness } from '../platform/liveness';
import { createCollector } from '../platform/observation/collector';
import type { Metrics } from '../platform/observation/metrics';
import { observe, type ObservationServer } from '../platform/observation/server';
import { watchOutage } from '../platform/outage';
import { requireWrites, type Database } from '../prisma/client';
import { databaseCheck } from '../prisma/database-check';
import { readFigures } from '../store/figures/read-figures';
import { livenessOf, workReadinessOf, type WorkerParts } from './health';
import type { SdkMetrics } from './sdk-metrics';

const PING_DEADLINE_MS = 1_400;

/** Parts of a worker that are shown to those who run it. */
export interface ObservedWorker {
  log: Logger;
  db: Database;
  client: Client;
  metrics: Metrics;
  /** Null without a port to show them at. */
  sdk: SdkMetrics | null;
  liveness: Liveness;
  /** Null while it connects to Temporal. */
  worker(): Worker | null;
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
  const own = () => {
    for (const { loop, idleMs } of liveness.loops()) metrics.set('noi_loop_age_seconds', { loop }, idleMs / 1_000);
    return metrics.page();
  };
  return observe(settings, {
    metrics: [
      own,
      createCollector(() => requireWrites(db).then(() => readFigures(db)), watchOutage(log, 'reading of figures')).page,
      ...(sdk ? [sdk.page] : []),
    ],
    live: () => livenessOf(parts),
    ready: () => workReadinessOf(parts),
  });
}
