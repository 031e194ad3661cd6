import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkflowNotFoundError, type Client, type HistoryAndWorkflowId, type WorkflowHandle } from '@temporalio/client';
import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils';
import { temporal } from '@temporalio/proto';
import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { PACKAGE_ROOT } from '../../base/package-root';
import { WORKFLOWS } from '../../base/workflow-messages';
import { readWorkflowBundle } from '../../worker/bundle';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/** Recorded histories. Never edit the histories of a release. */
const HISTORIES = join(PACKAGE_ROOT, 'test', 'replay', 'histories');

/** Recorded histories as JSON, by name. */
export function recordedHistories(): Record<string, string> {
  const files = readdirSync(HISTORIES).toSorted();
  return Object.fromEntries(
    files.map((file) => [file.replace('.json', ''), readFileSync(join(HISTORIES, file), 'utf8')]),
  );
}

/** Replays histories with this checkout's workflow code. Returns the reason for each failure. */
export async function replayFailures(histories: Record<string, string>): Promise<Record<string, string>> {
  const workflowBundle = { code: await readWorkflowBundle() };
  const parsed = Object.entries(histories).map(([workflowId, json]): HistoryAndWorkflowId => ({
    workflowId,
    history: historyFromJSON(JSON.parse(json)),
  }));
  const failures: Record<string, string> = {};
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, parsed)) {
    if (error) failures[workflowId] = error.message;
  }
  return failures;
}

/** Writes the history of each closed workflow on a task queue to a folder. The files are named by workflow id. */
export async function keepHistories({ workflow }: Client, taskQueue: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const query = `TaskQueue = '${taskQueue}' AND ExecutionStatus != 'Running'`;
  for await (const { workflowId, runId } of workflow.list({ query })) {
    const history = await workflow.getHandle(workflowId, runId).fetchHistory().catch(notFound);
    const name = `${workflowId.replaceAll('/', '-')}.json`;
    if (history) writeFileSync(join(folder, name), textOf(history));
  }
}

export function notFound(error: unknown): null {
  if (error instanceof WorkflowNotFoundError) return null;
  throw error;
}

/** Serializes a history without its stack traces, which contain paths on this machine. */
export function textOf(history: History): string {
  const plain = JSON.parse(historyToJSON(history), (key, value: unknown) =>
    key === 'stackTrace' ? '' : value,
  ) as object;
  return `${JSON.stringify(plain, null, 1)}\n`;
}

export interface TypeReplay {
  workflow: string;
  open: number;
  closed: number;
  replayed: number;
  failed: number;
  /** Histories that fail to replay, but whose workflows finish on their pinned build. */
  pinned: number;
}

export interface ReplayFailure {
  workflow: string;
  workflowId: string;
  runId: string;
  reason: string;
}

export interface SampleOptions {
  taskQueue: string;
  /** Maximum number of histories per workflow type, separately for open and closed workflows. */
  limit: number;
  workflowBundle: WorkflowBundle;
}

/**
 * Replays histories of every workflow type on a task queue, newest first. Reports failures, including open workflows of
 * an unknown type. Pinned workflows may diverge. Histories are customers' data and stay in memory.
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

/** Yields histories one at a time. `pinned` receives the run ids of workflows that finish on their first build. */
async function* historiesOf(
  client: Client,
  samples: Sample[],
  pinned: Set<string>,
): AsyncGenerator<HistoryAndWorkflowId> {
  for (const { workflowId, runId } of samples) {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory().catch(notFound);
    // The workflow's retention ended after it was listed.
    if (!history) continue;
    if (isPinned(history)) pinned.add(runId);
    yield { workflowId, history };
  }
}

/** True if the last worker that took a workflow task had a version and declared the workflow pinned. */
function isPinned({ events }: temporal.api.history.v1.IHistory): boolean {
  const last = events?.findLast((event) => event.workflowTaskCompletedEventAttributes);
  const { versioningBehavior } = last?.workflowTaskCompletedEventAttributes ?? {};
  return versioningBehavior === temporal.api.enums.v1.VersioningBehavior.VERSIONING_BEHAVIOR_PINNED;
}
