import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { watchOutage } from '../platform/outage';
import { changeRouting, RoutingRefused } from '../providers/change-routing';
import { readDeployment } from '../providers/worker-deployments';

const AGAIN_MS = 2_000;

/**
 * Makes this worker's build current where no build is, so that a first start needs no operator; otherwise logs where
 * new work goes. Retries until the server knows the build or `signal` aborts.
 */
export async function promoteFirstBuild(
  client: Client,
  options: { taskQueue: string; buildId: string | null; log: Logger; signal: AbortSignal },
): Promise<void> {
  const { taskQueue, buildId, log, signal } = options;
  const outage = watchOutage(log, 'the list of builds');
  while (!signal.aborted) {
    try {
      const deployment = await readDeployment(client, taskQueue);
      outage.answered();
      if (buildId === null) return warnUnversioned(log, deployment?.current ?? null);
      // Known to the server once this worker's first poll has arrived.
      if (deployment?.builds.some((build) => build.buildId === buildId)) {
        if (deployment.current !== null || deployment.ramping !== null) {
          return report(log, buildId, deployment);
        }
        await changeRouting(client, deployment, { current: buildId });
        return log.info({ buildId }, 'no build was current: this one is now');
      }
    } catch (error) {
      // Another worker of this build, or an operator, was faster.
      if (!(error instanceof RoutingRefused)) outage.failed(error);
    }
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

function report(
  log: Logger,
  buildId: string,
  { current, ramping }: { current: string | null; ramping: string | null },
) {
  if (buildId === current || buildId === ramping)
    return log.info({ buildId, current, ramping }, 'this build gets work');
  log.warn(
    { buildId, current, ramping },
    `this build gets no new work: ramp it with: npm run admin -- deploy ramp ${buildId} --percent 10 --reason TEXT`,
  );
}

function warnUnversioned(log: Logger, current: string | null): void {
  if (current === null) return;
  log.error(
    { current },
    `workers without a version get no work while build ${current} is current: set WORKER_VERSIONING=on, or run: ` +
      'npm run admin -- deploy promote unversioned --reason TEXT',
  );
}
