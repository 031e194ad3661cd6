import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { watchOutage } from '../platform/outage';
import type { Database } from '../prisma/client';
import { readDeployment, strandedBuilds } from '../providers/worker-deployments';
import { reportGone } from '../store/deployment/report-gone';

/**
 * Alerts of builds that running workflows are pinned to and that no worker has, every `intervalMs` until `signal`
 * aborts. A build must be without workers at two checks in a row: a restart is none.
 */
export async function watchBuilds(
  db: Database,
  client: Client,
  options: { taskQueue: string; intervalMs: number; polledSince?: number; log: Logger; signal: AbortSignal },
): Promise<void> {
  const { taskQueue, intervalMs, polledSince, log, signal } = options;
  const outage = watchOutage(log, 'the list of builds');
  let suspects = new Set<string>();
  while (!signal.aborted) {
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const deployment = await readDeployment(client, taskQueue, polledSince);
      const stranded = strandedBuilds(deployment);
      for (const build of stranded) if (suspects.has(build.buildId)) await reportGone(db, build);
      suspects = new Set(stranded.map(({ buildId }) => buildId));
      outage.answered();
    } catch (error) {
      outage.failed(error);
    }
  }
}
