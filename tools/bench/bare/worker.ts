// Floor (lower bound) for evaluations: runs bare/workflow.ts in a worker with our options and no-op activities.
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { built } from '../../../local/process/launch';

/** Does nothing. Its result is as large as the real step's. */
const nothing = (result?: object) => (_runId: string) => Promise.resolve(result);

const bareActivities = {
  begin: nothing({ status: 'running', overdue: false }),
  start: nothing({ sessionId: 'sesn_000000000000000000000000' }),
  follow: nothing({ toolUseId: 'sevt_000000000000000000000000_9' }),
  verify: nothing({ cited: 8, open: 0 }),
  check: nothing({ flaws: 0 }),
  render: nothing(),
  complete: nothing({ status: 'completed', failureCode: null }),
  notify: nothing({ sent: false }),
};

export type BareActivities = typeof bareActivities;

async function main(): Promise<void> {
  const logger = new DefaultLogger('WARN');
  Runtime.install({ logger, shutdownSignals: [] });
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address: process.env.TEMPORAL_ADDRESS! }),
    taskQueue: process.env.TASK_QUEUE!,
    workflowBundle: await bundleWorkflowCode({ workflowsPath: built('tools/bench/bare/workflow'), logger }),
    activities: bareActivities,
    maxCachedWorkflows: 400,
    maxConcurrentActivityTaskExecutions: 2000,
  });
  process.once('SIGTERM', () => worker.shutdown());
  console.log(JSON.stringify({ ready: true }));
  await worker.run();
  process.exit(0);
}

void main();
