import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { watchOutage } from '../base/log';
import { reportGone } from '../modules/operations/store/deployment';
import type { Database } from '../prisma/client';
import { changeRouting, RoutingRefused } from '../vendors/change-routing';
import {
  countStarted,
  readDeployment,
  buildsWithoutWorkers,
  type WorkerDeployment,
} from '../vendors/worker-deployments';

const AGAIN_MS = 2_000;
/** Interval between checks while work of another build is running. */
const BLOCKED_MS = 15_000;

/**
 * Makes this build current if no build is current and no work is running, so that a first start needs no operator. Work
 * of another build or of unversioned workers must end first, unless an operator ramps this build.
 */
export async function promoteFirstBuild(
  client: Client,
  options: { taskQueue: string; buildId: string | null; log: Logger; signal: AbortSignal },
): Promise<void> {
  const { taskQueue, buildId, log, signal } = options;
  const outage = watchOutage(log, 'the list of builds');
  let isBlocked = false;
  while (!signal.aborted) {
    try {
      const deployment = await readDeployment(client, taskQueue);
      outage.answered();
      if (buildId === null) return warnUnversioned(log, deployment.current);
      // The server knows this build once this worker's first poll has arrived.
      if (deployment.builds.some((build) => build.buildId === buildId)) {
        if (deployment.current !== null || deployment.ramping !== null) {
          return report(log, buildId, deployment);
        }
        const begun = await countStarted(client, taskQueue);
        if (begun === 0 && deployment.unversioned.length === 0) {
          await changeRouting(client, deployment, { current: buildId });
          return log.info({ buildId }, 'no build was current: this one is now');
        }
        if (!isBlocked) warnBlocked(log, buildId, { begun, unversioned: deployment.unversioned });
        isBlocked = true;
      }
    } catch (error) {
      // Another worker of this build or an operator changed the routing first.
      if (!(error instanceof RoutingRefused)) outage.failed(error);
    }
    await sleep(isBlocked ? BLOCKED_MS : AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

function report(log: Logger, buildId: string, { current, ramping }: Pick<WorkerDeployment, 'current' | 'ramping'>) {
  if (buildId === current || buildId === ramping)
    return log.info({ buildId, current, ramping }, 'this build gets work');
  log.warn(
    { buildId, current, ramping },
    `this build gets no new work. Ramp it with: admin deploy ramp ${buildId} --percent 10 --reason TEXT`,
  );
}

function warnBlocked(log: Logger, buildId: string, seen: { begun: number; unversioned: string[] }): void {
  log.warn(
    { buildId, ...seen },
    'this build gets no work yet, because earlier workers or workflows exist, and starting does not replace them: ' +
      `admin deploy next ${buildId} says what to do; start with deploy ramp ${buildId} --percent 10 --reason TEXT`,
  );
}

function warnUnversioned(log: Logger, current: string | null): void {
  if (current === null) return;
  log.error(
    { current },
    `unversioned workers get no work while build ${current} is current: set WORKER_VERSIONING=on, or run: ` +
      'admin deploy promote unversioned --reason TEXT',
  );
}

/** Alerts if no worker runs a build that workflows are pinned to. Waits for a second check, to ignore mere restarts. */
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
      const stranded = buildsWithoutWorkers(deployment);
      for (const build of stranded) if (suspects.has(build.buildId)) await reportGone(db, build);
      suspects = new Set(stranded.map(({ buildId }) => buildId));
      outage.answered();
    } catch (error) {
      outage.failed(error);
    }
  }
}
