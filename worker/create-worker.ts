import { readFile } from 'node:fs/promises';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '../activities/create-activities';
import type { ActivityDeps } from '../activities/deps';
import { bundleWorkflows, WORKFLOW_BUNDLE } from './bundle';

/** How one worker differs from another. */
export interface WorkerSettings {
  namespace: string;
  taskQueue: string;
  maxConcurrentSessions: number;
  shutdownGraceMs: number;
}

// A cached workflow costs about half a megabyte; what falls out of the cache is replayed when it is needed again. Most of what
// is open waits for minutes or days (payments, confirmations, follow-ups) and need not be at hand.
const MAX_CACHED_WORKFLOWS = 200;

/** A worker of all workflows and activities, ready to `run()`. */
export async function createWorker(
  connection: NativeConnection,
  deps: ActivityDeps,
  settings: WorkerSettings,
  workflows: WorkerOptions['workflowBundle'] | null = null,
): Promise<Worker> {
  return Worker.create({
    connection,
    namespace: settings.namespace,
    taskQueue: settings.taskQueue,
    workflowBundle: workflows ?? (await builtWorkflows()),
    activities: createActivities(deps),
    maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
    maxConcurrentActivityTaskExecutions: settings.maxConcurrentSessions,
    shutdownGraceTime: settings.shutdownGraceMs,
  });
}

// The build bundles workflows ahead: bundling takes seconds, which every start of a worker would pay.
async function builtWorkflows() {
  const code = await readFile(WORKFLOW_BUNDLE, 'utf8').catch(() => bundleWorkflows());
  return { code };
}
