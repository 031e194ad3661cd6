import { Client, Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { deploymentNameOf, readDeployment } from '../../providers/worker-deployments';
import { eventually } from './eventually';

const { WORKER_VERSIONING_MODE_VERSIONED: VERSIONED } = temporal.api.enums.v1.WorkerVersioningMode;
const WITHIN_MS = 45_000;

/** Polls an empty task queue as a worker of each build until the server knows them. */
export async function pollAs(taskQueue: string, ...buildIds: string[]): Promise<void> {
  const connection = await Connection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! });
  const client = new Client({ connection });
  const deploymentName = deploymentNameOf(taskQueue);
  const known = new AbortController();
  const poll = (buildId: string) =>
    client.workflowService.pollWorkflowTaskQueue({
      namespace: 'default',
      taskQueue: { name: taskQueue },
      identity: `${buildId} of a test`,
      deploymentOptions: { deploymentName, buildId, workerVersioningMode: VERSIONED },
    });
  // The server refuses a poll without a deadline.
  const polls = buildIds.map((buildId) =>
    client
      .withAbortSignal(known.signal, () => client.withDeadline(Date.now() + WITHIN_MS, () => poll(buildId)))
      .catch(() => undefined),
  );
  try {
    await eventually(
      `builds ${buildIds.join(', ')} are known`,
      async () => {
        const builds = (await readDeployment(client, taskQueue)).builds.map(({ buildId }) => buildId);
        return buildIds.every((buildId) => builds.includes(buildId));
      },
      WITHIN_MS,
    );
  } finally {
    known.abort();
    await Promise.all(polls);
    await connection.close();
  }
}
