import { isGrpcServiceError, type Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { BUILD } from '../base/build';
import { DEFAULT_TASK_QUEUE } from '../base/workflow-messages';

/** Role of a build. A `draining` build still runs pinned workflows, a `drained` build does not. */
type VersionState = 'current' | 'ramping' | 'draining' | 'drained' | 'waiting';

export interface DeployedBuild {
  buildId: string;
  state: VersionState;
  /** Share of new workflows in percent. */
  percent: number;
  /** When the build last started or stopped receiving new workflows; null if it never received any. */
  since: Date | null;
  /** When the build was last current; null if it never was. */
  lastCurrentAt: Date | null;
  /** Number of running workflows pinned to this build. */
  pinned: number;
  /** Number of running workflows whose last task ran on this build and whose next task goes to the current build. */
  moving: number;
  /** Identities of this build's workers that polled recently. */
  workers: string[];
}

/** Builds of a task queue, newest first. */
export interface WorkerDeployment {
  name: string;
  /** Build that runs new workflows; null means unversioned workers. */
  current: string | null;
  ramping: string | null;
  builds: DeployedBuild[];
  /** Identities of unversioned workers that polled recently. */
  unversioned: string[];
  /** Number of running workflows started by unversioned workers. Their next task goes to the current build. */
  unversionedWork: number;
  /** Number of running workflows that no worker has started yet. */
  unbegun: number;
  /** Token for a change. The change fails if somebody else made one first. */
  conflictToken: Uint8Array;
}

/** Maximum age of the last poll of a live worker. A poll lasts a minute if there is no work. */
const POLLED_WITHIN_MS = 130_000;
const CALL_DEADLINE_MS = 7_000;
/** Values of the versioned worker mode: its name and its number. */
const VERSIONED = new Set(['WORKER_VERSIONING_MODE_VERSIONED', '2']);
const { TASK_QUEUE_TYPE_WORKFLOW: WORKFLOW_TASKS, TASK_QUEUE_TYPE_ACTIVITY: ACTIVITY_TASKS } =
  temporal.api.enums.v1.TaskQueueType;

/** Name of a task queue's deployment. Contains the queue, so products in one namespace do not share versions. */
export function deploymentNameOf(taskQueue: string): string {
  if (taskQueue === DEFAULT_TASK_QUEUE) return BUILD.deployment;
  return `${BUILD.deployment}-${taskQueue.replaceAll(/[.:]/g, '-')}`;
}

/** Reads the builds of a task queue. Only workers that polled after `polledSince` (epoch milliseconds) count. */
export async function readDeployment(
  client: Client,
  taskQueue: string,
  polledSince = Date.now() - POLLED_WITHIN_MS,
): Promise<WorkerDeployment> {
  const name = deploymentNameOf(taskQueue);
  const described = await describedDeployment(client, name);
  const info = described?.workerDeploymentInfo;
  const routing = info?.routingConfig;
  const current = routing?.currentDeploymentVersion?.buildId || null;
  const ramping = routing?.rampingDeploymentVersion?.buildId || null;
  const percent = Math.round((routing?.rampingVersionPercentage ?? 0) * 100) / 100;
  const count = (query: string) => countOf(client, query);
  const [pollers, unversionedWork, unbegun] = await Promise.all([
    pollersOf(client, taskQueue, polledSince),
    count(`${runningOn(taskQueue)} AND BuildIds = 'unversioned'`),
    count(`${runningOn(taskQueue)} AND BuildIds IS NULL`),
  ]);
  const builds = await Promise.all(
    (info?.versionSummaries ?? []).map(async (version): Promise<DeployedBuild> => {
      const buildId = version.deploymentVersion?.buildId ?? '';
      const [pinned, moving] = await Promise.all([count(pinnedTo(name, buildId)), count(movingFrom(name, buildId))]);
      const part = { current: 100 - (ramping === null ? 0 : percent), ramping: percent };
      const idle = version.firstActivationTime ? 'drained' : 'waiting';
      const state = buildId === current ? 'current' : buildId === ramping ? 'ramping' : pinned > 0 ? 'draining' : idle;
      const since = version.currentSinceTime ?? version.rampingSinceTime ?? version.lastDeactivationTime;
      return {
        buildId,
        state,
        percent: state === 'current' || state === 'ramping' ? part[state] : 0,
        since: dateOf(since),
        lastCurrentAt: dateOf(version.lastCurrentTime),
        pinned,
        moving,
        workers: pollers.filter((poller) => poller.buildId === buildId).map(({ identity }) => identity),
      };
    }),
  );
  return {
    name,
    current,
    ramping,
    builds,
    unversioned: pollers.filter(({ buildId }) => buildId === null).map(({ identity }) => identity),
    unversionedWork,
    unbegun,
    conflictToken: described?.conflictToken ?? new Uint8Array(),
  };
}

/** True if this build runs new workflows. A null build means unversioned workers. */
export async function isCurrentBuild(client: Client, taskQueue: string, buildId: string | null): Promise<boolean> {
  const described = await describedDeployment(client, deploymentNameOf(taskQueue));
  const { currentDeploymentVersion: current } = described?.workerDeploymentInfo?.routingConfig ?? {};
  return (current?.buildId || null) === buildId;
}

/** Number of running workflows of a task queue that any worker has started, versioned or not. */
export function countStarted(client: Client, taskQueue: string): Promise<number> {
  return countOf(client, `${runningOn(taskQueue)} AND BuildIds IS NOT NULL`);
}

/** Builds with running workflows that no worker can continue. */
export function buildsWithoutWorkers({ builds }: WorkerDeployment): DeployedBuild[] {
  return builds.filter(({ pinned, workers }) => pinned > 0 && workers.length === 0);
}

export function pinnedTo(deploymentName: string, buildId: string): string {
  return (
    `ExecutionStatus = 'Running' AND TemporalWorkflowVersioningBehavior = 'Pinned' ` +
    `AND TemporalWorkerDeploymentVersion = '${deploymentName}:${buildId}'`
  );
}

const movingFrom = (deploymentName: string, buildId: string) =>
  `ExecutionStatus = 'Running' AND TemporalWorkflowVersioningBehavior = 'AutoUpgrade' ` +
  `AND TemporalWorkerDeploymentVersion = '${deploymentName}:${buildId}'`;

// BuildIds is empty until a workflow's first task, and "unversioned" while only unversioned workers have run the
// workflow. This distinguishes started workflows from workflows that still wait for a worker.
const runningOn = (taskQueue: string) => `TaskQueue = '${taskQueue}' AND ExecutionStatus = 'Running'`;

async function countOf(client: Client, query: string): Promise<number> {
  return (await inTime(client, () => client.workflow.count(query))).count;
}

/** Temporal's description of a deployment; null if no versioned worker has ever polled. */
function describedDeployment(client: Client, deploymentName: string) {
  const { namespace } = client.options;
  const describe = () => client.workflowService.describeWorkerDeployment({ namespace, deploymentName });
  return inTime(client, describe).catch((error: unknown) => {
    if (isAnswer(error, NOT_FOUND)) return null;
    throw error;
  });
}

// Asks all partitions, because an idle worker polls only some of them.
async function pollersOf(client: Client, taskQueue: string, polledSince: number) {
  const { namespace } = client.options;
  const partitions = await inTime(client, () =>
    client.workflowService.listTaskQueuePartitions({ namespace, taskQueue: { name: taskQueue } }),
  );
  const queues = await Promise.all(
    [
      ...(partitions.workflowTaskQueuePartitions ?? []).map(({ key }) => ({ key, taskQueueType: WORKFLOW_TASKS })),
      ...(partitions.activityTaskQueuePartitions ?? []).map(({ key }) => ({ key, taskQueueType: ACTIVITY_TASKS })),
    ].map(({ key, taskQueueType }) =>
      inTime(client, () =>
        client.workflowService.describeTaskQueue({ namespace, taskQueue: { name: key ?? '' }, taskQueueType }),
      ),
    ),
  );
  const alive = queues
    .flatMap(({ pollers }) => pollers ?? [])
    .filter(({ lastAccessTime }) => (dateOf(lastAccessTime)?.getTime() ?? 0) > polledSince)
    .map(({ identity, deploymentOptions }) => ({
      identity: identity ?? '',
      // Unversioned workers may also report a build, so check the mode.
      buildId: VERSIONED.has(String(deploymentOptions?.workerVersioningMode)) ? deploymentOptions!.buildId! : null,
    }));
  // Counts each worker once, because it polls several partitions.
  return [...new Map(alive.map((poller) => [`${poller.buildId} ${poller.identity}`, poller])).values()];
}

function dateOf(timestamp: { seconds?: unknown; nanos?: unknown } | null | undefined): Date | null {
  const seconds = Number(timestamp?.seconds ?? 0);
  return seconds === 0 ? null : new Date(seconds * 1_000 + Math.floor(Number(timestamp?.nanos ?? 0) / 1_000_000));
}

export const NOT_FOUND = 5;

/** True if the error is a response from Temporal with one of these gRPC status codes. */
export function isAnswer(error: unknown, ...codes: number[]): boolean {
  return isGrpcServiceError(error) && codes.includes(error.code);
}

/** Deadline per call, because a suspended Temporal never responds. A shared deadline would fail under load. */
export function inTime<T>(client: Client, call: () => Promise<T>): Promise<T> {
  return client.withDeadline(Date.now() + CALL_DEADLINE_MS, call);
}
