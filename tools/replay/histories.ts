import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkflowNotFoundError, type Client, type HistoryAndWorkflowId, type WorkflowHandle } from '@temporalio/client';
import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { readWorkflowBundle } from '../../worker/bundle';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/** Folder of the recorded histories; those of a release are never edited. */
export const HISTORIES = join(PACKAGE_ROOT, 'test', 'replay', 'histories');
/** Folder of the histories where workflows of each type waited as 1.0.0 was released. */
export const LEFT_OPEN = join(PACKAGE_ROOT, 'test', 'upgrade', '1.0.0', 'histories');

/** Recorded histories as JSON by their names. */
export function recordedHistories(folder = HISTORIES): Record<string, string> {
  const files = readdirSync(folder).toSorted();
  return Object.fromEntries(files.map((file) => [file.replace('.json', ''), readFileSync(join(folder, file), 'utf8')]));
}

/** Replays histories on the workflow code of this checkout; returns the reasons of those that it does not follow. */
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

/** Writes the history of each closed workflow of a task queue to a folder, named by its workflow id. */
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

/** A history as it is kept, without stack traces: they name folders of this machine. */
export function textOf(history: History): string {
  const plain = JSON.parse(historyToJSON(history), (key, value: unknown) =>
    key === 'stackTrace' ? '' : value,
  ) as object;
  return `${JSON.stringify(plain, null, 1)}\n`;
}
