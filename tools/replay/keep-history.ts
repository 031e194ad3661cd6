import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { PACKAGE_ROOT } from '../../platform/package-root';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/** Folder of the recorded histories. */
export const HISTORIES = join(PACKAGE_ROOT, 'test', 'replay', 'histories');

/** Whether to record the branch of this name. */
export type Wanted = (name: string) => boolean;

/** Wants branches whose name begins with `prefix` and that have no history yet: what a release left behind stays. */
export function notKept(prefix: string): Wanted {
  return (name) => name.startsWith(prefix) && !existsSync(fileOf(name));
}

const fileOf = (name: string) => join(HISTORIES, `${name}.json`);

/** Saves the history of a workflow, or of one run of it, under a name, once it has ended. */
export async function keepHistory(temporal: Client, workflowId: string, name: string, runId?: string): Promise<void> {
  const handle = temporal.workflow.getHandle(workflowId, runId, { followRuns: runId === undefined });
  // A canceled child has no result, and ends before its parent does.
  await handle.result().catch(() => undefined);
  await writeFile(fileOf(name), textOf(await handle.fetchHistory()));
}

/** A history as it is kept, ended or not. */
export function textOf(history: History): string {
  // Replay needs no stack traces, which would reveal the folders of the recording machine.
  const plain = JSON.parse(historyToJSON(history), (key, value: unknown) =>
    key === 'stackTrace' ? '' : value,
  ) as object;
  return `${JSON.stringify(plain, null, 1)}\n`;
}
