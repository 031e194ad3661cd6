import type { Client, HistoryAndWorkflowId } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { WORKFLOWS } from '../../contracts/workflow-messages';
import { VERSIONING } from '../../domain/versioning';
import { notFound } from './histories';

/** Outcome of the replay of one workflow type. */
export interface TypeReplay {
  workflow: string;
  versioning: string;
  open: number;
  closed: number;
  replayed: number;
  failed: number;
  /** Those that the code does not follow, and that end on the build which they are pinned to. */
  pinned: number;
}

/** A workflow whose history the code does not follow. */
export interface ReplayFailure {
  workflow: string;
  workflowId: string;
  runId: string;
  reason: string;
}

/** What is replayed, and with which code. */
export interface SampleOptions {
  taskQueue: string;
  /** Histories of each type at most; half of them are of open workflows, where there are so many. */
  limit: number;
  workflowBundle: WorkflowBundle;
}

interface Sample {
  workflowId: string;
  runId: string;
}

/**
 * Replays histories of every workflow type that a cluster has on a task queue, the newest first. An open workflow of a
 * type that this code does not have is a failure as well; one that is pinned to its build does not have to follow.
 * Histories stay in memory only: they are customers' data.
 */
export async function replayCluster(
  client: Client,
  options: SampleOptions,
): Promise<{ types: TypeReplay[]; failures: ReplayFailure[] }> {
  const { taskQueue, limit } = options;
  const types: TypeReplay[] = [];
  const failures = await unknownTypes(client, taskQueue);
  for (const workflow of Object.values(WORKFLOWS)) {
    const where = `TaskQueue = '${taskQueue}' AND WorkflowType = '${workflow}' AND ExecutionStatus`;
    const open = await list(client, `${where} = 'Running'`, limit);
    const closed = await list(client, `${where} != 'Running'`, limit);
    const opened = open.slice(0, Math.max(Math.ceil(limit / 2), limit - closed.length));
    const ended = closed.slice(0, limit - opened.length);
    const failed: ReplayFailure[] = [];
    let replayed = 0;
    const pinned = new Set<string>();
    const histories = historiesOf(client, [...opened, ...ended], pinned);
    for await (const { workflowId, runId, error } of Worker.runReplayHistories(options, histories)) {
      replayed += 1;
      if (!error) pinned.delete(runId);
      else if (!pinned.has(runId)) failed.push({ workflow, workflowId, runId, reason: error.message });
    }
    const counts = { open: opened.length, closed: ended.length, replayed, failed: failed.length, pinned: pinned.size };
    types.push({ workflow, versioning: VERSIONING[workflow], ...counts });
    failures.push(...failed);
  }
  return { types, failures };
}

async function unknownTypes(client: Client, taskQueue: string): Promise<ReplayFailure[]> {
  const known = Object.values(WORKFLOWS).map((type) => `'${type}'`);
  const query = `TaskQueue = '${taskQueue}' AND ExecutionStatus = 'Running' AND WorkflowType NOT IN (${known.join(', ')})`;
  const found: ReplayFailure[] = [];
  for await (const { type, workflowId, runId } of client.workflow.list({ query, pageSize: 100 })) {
    if (found.some(({ workflow }) => workflow === type)) continue;
    const reason = 'this code has no workflow of that type, and one is open';
    found.push({ workflow: type, workflowId, runId, reason });
  }
  return found;
}

async function list(client: Client, query: string, limit: number): Promise<Sample[]> {
  const found: Sample[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query, pageSize: limit })) {
    found.push({ workflowId, runId });
    if (found.length === limit) break;
  }
  return found;
}

/** Histories one by one; `pinned` gets the run ids of those that end on the build which they began on. */
async function* historiesOf(
  client: Client,
  samples: Sample[],
  pinned: Set<string>,
): AsyncGenerator<HistoryAndWorkflowId> {
  for (const { workflowId, runId } of samples) {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory().catch(notFound);
    // Its retention ended meanwhile.
    if (!history) continue;
    if (isPinned(history)) pinned.add(runId);
    yield { workflowId, history };
  }
}

/** True if the last worker that took a step of it had a version and declared it pinned. */
function isPinned({ events }: temporal.api.history.v1.IHistory): boolean {
  const last = events?.findLast((event) => event.workflowTaskCompletedEventAttributes);
  const { versioningBehavior } = last?.workflowTaskCompletedEventAttributes ?? {};
  return versioningBehavior === temporal.api.enums.v1.VersioningBehavior.VERSIONING_BEHAVIOR_PINNED;
}
