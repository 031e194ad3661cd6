// Baseline of evaluations per second: the workflow of bare/workflow.ts in a worker with our options.
import { bundleWorkflowCode, NativeConnection, Runtime, DefaultLogger, Worker } from '@temporalio/worker';
import { built } from '../../../local/programs';
import { bareActivities } from './activities';

async function main(): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('WARN'), shutdownSignals: [] });
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address: process.env.TEMPORAL_ADDRESS! }),
    taskQueue: process.env.TASK_QUEUE!,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: built('tools/bench/bare/workflow'),
      logger: new DefaultLogger('WARN'),
    }),
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
