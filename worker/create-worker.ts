import { setTimeout as sleep } from 'node:timers/promises';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import { NativeConnection, Worker, type WorkerOptions, type ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createActivities } from '../activities/create-activities';
import type { ActivityDeps } from '../activities/deps';
import { processIdentity } from '../base/build';
import { onBehalfOf } from '../base/origin';
import { ORIGIN_HEADERS } from '../base/workflow-messages';
import { VERSIONED_SANDBOX } from '../modules/operations/workflows';
import { registerSearchAttributes } from '../vendors/search-attributes';
import type { TemporalConnection } from '../vendors/temporal-client';
import { NO_SPANS, type Tracing } from '../vendors/tracing';
import { deploymentNameOf } from '../vendors/worker-deployments';
import { readWorkflowBundle } from './bundle';

export interface WorkerSettings {
  namespace: string;
  taskQueue: string;
  maxConcurrentSessions: number;
  shutdownGraceMs: number;
  /** Build whose work the worker takes. If absent, the worker takes unversioned work. */
  buildId?: string | null;
  tracing?: Tracing | null;
}

// Cached workflows cost memory, and replaying an evicted workflow takes only milliseconds. Most open workflows wait for
// minutes or days (sessions, payments, follow-ups) and need no place in the cache.
const MAX_CACHED_WORKFLOWS = 100;

/**
 * By default, the SDK terminates workflow code after 5 s, even if the process was only paused. In that case, no
 * `finally` runs, and the workflow's scope remains the current scope for all workflows of the worker. The SDK's types
 * lack this option.
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

// Every workflow declares its behavior (modules/operations/workflows.ts). The default is for workflows without one.
function versioningOf(
  { taskQueue, buildId }: WorkerSettings,
  { code }: { code: string },
): Pick<WorkerOptions, 'workflowBundle' | 'workerDeploymentOptions'> {
  if (!buildId) return { workflowBundle: { code } };
  return {
    // Prepended to the first line, so that stack traces keep their line numbers.
    workflowBundle: { code: `globalThis.${VERSIONED_SANDBOX} = true; ${code}` },
    workerDeploymentOptions: {
      useWorkerVersioning: true,
      version: { deploymentName: deploymentNameOf(taskQueue), buildId },
      defaultVersioningBehavior: 'PINNED',
    },
  };
}

/** Timeout of one attempt. The SDK would wait 30 s for a server that accepts the connection but never responds. */
const ATTEMPT_MS = 10_000;
const RETRY_AFTER_MS = 2_000;

/** Connects to Temporal and, unlike the SDK, retries until the server responds. Exits the process on abort. */
export async function connectToTemporal(
  connection: TemporalConnection,
  log: Logger,
  signal: AbortSignal,
): Promise<NativeConnection> {
  for (;;) {
    try {
      return await attempt(connection, signal);
    } catch (error) {
      if (signal.aborted) process.exit(0);
      log.warn({ err: error, address: connection.address }, 'Temporal cannot be reached; trying again in 2 s');
      await sleep(RETRY_AFTER_MS, undefined, { signal }).catch(() => process.exit(0));
    }
  }
}

async function attempt(options: TemporalConnection, signal: AbortSignal): Promise<NativeConnection> {
  const connecting = NativeConnection.connect(options);
  const settled = new AbortController();
  const late = sleep(ATTEMPT_MS, undefined, { signal: AbortSignal.any([signal, settled.signal]) }).then(() => {
    throw new Error(`Temporal did not answer within ${ATTEMPT_MS / 1_000} s`);
  });
  try {
    return await Promise.race([connecting, late]);
  } catch (error) {
    // Closes a connection that was established too late.
    connecting.then(
      (connection) => connection.close(),
      () => undefined,
    );
    throw error;
  } finally {
    settled.abort();
  }
}

/** Time limit of {@link prepareNamespace}, because a worker must start working even if the preparation hangs. */
const WITHIN_MS = 10_000;

/** gRPC status NOT_FOUND (grpc.io/docs/guides/status-codes). */
const NOT_FOUND = 5;

/**
 * Registers missing search attributes. If the server refuses, logs what an operator must create. Until then, workflows
 * that set a missing attribute cannot continue.
 *
 * @throws Error that says what to do, if the namespace does not exist
 */
export async function prepareNamespace(connection: NativeConnection, namespace: string, log: Logger): Promise<void> {
  try {
    await connection.withDeadline(Date.now() + WITHIN_MS, () => registerSearchAttributes(connection, namespace));
  } catch (error) {
    if ((error as { code?: number }).code === NOT_FOUND) {
      const create = `temporal operator namespace create --namespace ${namespace} --retention 30d`;
      // oxlint-disable-next-line preserve-caught-error -- a person reads this sentence in the log, without a stack
      throw new Error(
        `TEMPORAL_NAMESPACE: Temporal has no namespace ${namespace}. Correct it, or create it: ${create}`,
      );
    }
    const cure = 'create those of base/search-attributes.ts (docs/deploy-managed.md, Temporal Cloud)';
    log.error({ err: error, namespace }, `search attributes could not be registered; ${cure}`);
  }
}

/** Runs each activity on behalf of the original request, which log lines, audit events and messages then name. */
const originInterceptors: ActivityInterceptorsFactory = () => {
  let requestId: string | null = null;
  return {
    inbound: {
      execute(input, next) {
        requestId = requestIdOf(input.headers);
        return requestId ? onBehalfOf(requestId, () => next(input)) : next(input);
      },
    },
    outbound: {
      getLogAttributes: (input, next) => next({ ...input, ...(requestId && { requestId }) }),
    },
  };
};

function requestIdOf(headers: Headers): string | null {
  const payload = headers[ORIGIN_HEADERS.requestId];
  const requestId = payload ? defaultPayloadConverter.fromPayload<unknown>(payload) : null;
  return typeof requestId === 'string' ? requestId : null;
}
