import type { Client, HistoryAndWorkflowId } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { WORKFLOWS } from '../../contracts/workflow-messages';
import { notFound } from './histories';

/** Outcome of the replay of one workflow type. */
export interface TypeReplay {
  workflow: string;
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
  /** Histories of each type at most, of open workflows and of closed ones. */
  limit: number;
  workflowBundle: WorkflowBundle;
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
  const known = Object.values(WORKFLOWS);
  const types: TypeReplay[] = [];
  const others = `AND WorkflowType NOT IN (${known.map((type) => `'${type}'`).join(', ')})`;
  const unknown = await list(client, `TaskQueue = '${taskQueue}' AND ExecutionStatus = 'Running' ${others}`, limit);
  const failures = unknown.map((each) => ({ ...each, reason: 'this code has no workflow of that type' }));
  for (const workflow of known) {
    const where = `TaskQueue = '${taskQueue}' AND WorkflowType = '${workflow}' AND ExecutionStatus`;
    const open = await list(client, `${where} = 'Running'`, limit);
    const closed = await list(client, `${where} != 'Running'`, limit);
    const failed: ReplayFailure[] = [];
    let replayed = 0;
    const pinned = new Set<string>();
    const histories = historiesOf(client, [...open, ...closed], pinned);
    for await (const { workflowId, runId, error } of Worker.runReplayHistories(options, histories)) {
      replayed += 1;
      if (!error) pinned.delete(runId);
      else if (!pinned.has(runId)) failed.push({ workflow, workflowId, runId, reason: error.message });
    }
    const counts = { open: open.length, closed: closed.length, replayed, failed: failed.length, pinned: pinned.size };
    types.push({ workflow, ...counts });
    failures.push(...failed);
  }
  return { types, failures };
}

type Sample = Omit<ReplayFailure, 'reason'>;

async function list(client: Client, query: string, limit: number): Promise<Sample[]> {
  const found: Sample[] = [];
  for await (const { type, workflowId, runId } of client.workflow.list({ query, pageSize: limit })) {
    found.push({ workflow: type, workflowId, runId });
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
