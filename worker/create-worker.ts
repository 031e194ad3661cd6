import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '../activities/create-activities';
import type { ActivityDeps } from '../activities/deps';
import { VERSIONED_SANDBOX } from '../domain/versioning';
import { processIdentity } from '../platform/build';
import { NO_SPANS, type Tracing } from '../providers/tracing';
import { deploymentNameOf } from '../providers/worker-deployments';
import { readWorkflowBundle } from './bundle';
import { originInterceptors } from './origin-interceptors';

/** Settings in which workers differ. */
export interface WorkerSettings {
  namespace: string;
  taskQueue: string;
  maxConcurrentSessions: number;
  shutdownGraceMs: number;
  /** Build that the worker takes work for; without one it takes work of no version. */
  buildId?: string | null;
  /** Null or absent: nothing is traced. */
  tracing?: Tracing | null;
}

// A cached workflow costs memory; an evicted one is replayed when needed, in milliseconds. Most open workflows wait for
// minutes or days (sessions, payments, follow-ups) and need no place in the cache.
const MAX_CACHED_WORKFLOWS = 100;

/**
 * The SDK terminates a script after 5 s, also that of a process that was paused meanwhile: a suspended machine, a throttled
 * container. No `finally` runs then, and all workflows of a worker share a context: the cancellation scope that the script
 * was in stays the current one of every other workflow, whose calls are cancelled with it. Ours compute for milliseconds,
 * so what takes long was paused, and goes on. The SDK passes this option through; its types lack it.
 */
const UNINTERRUPTED = { isolateExecutionTimeout: '1 hour' };

/** Creates a worker for all workflows and activities, ready to `run()`. */
export async function createWorker(
  connection: NativeConnection,
  deps: ActivityDeps,
  settings: WorkerSettings,
  workflows: { code: string } | null = null,
): Promise<Worker> {
  return Worker.create({
    connection,
    namespace: settings.namespace,
    taskQueue: settings.taskQueue,
    identity: processIdentity('worker'),
    activities: createActivities(deps),
    interceptors: { activity: [originInterceptors, ...(settings.tracing?.activityInterceptors ?? [])] },
    sinks: settings.tracing?.sinks ?? NO_SPANS,
    maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
    maxConcurrentActivityTaskExecutions: settings.maxConcurrentSessions,
    shutdownGraceTime: settings.shutdownGraceMs,
    ...UNINTERRUPTED,
    ...versioningOf(settings, workflows ?? { code: await readWorkflowBundle() }),
  });
}

// Every workflow declares its behavior (domain/versioning.ts); the default is for one that forgot.
function versioningOf(
  { taskQueue, buildId }: WorkerSettings,
  { code }: { code: string },
): Pick<WorkerOptions, 'workflowBundle' | 'workerDeploymentOptions'> {
  if (!buildId) return { workflowBundle: { code } };
  return {
    // On the first line, so that stack traces keep theirs.
    workflowBundle: { code: `globalThis.${VERSIONED_SANDBOX} = true; ${code}` },
    workerDeploymentOptions: {
      useWorkerVersioning: true,
      version: { deploymentName: deploymentNameOf(taskQueue), buildId },
      defaultVersioningBehavior: 'PINNED',
    },
  };
}
