import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { PACKAGE_ROOT } from '../../platform/package-root';

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
  const history = historyToJSON(await handle.fetchHistory());
  // Replay needs no stack traces, which would reveal the folders of the recording machine.
  const plain = JSON.parse(history, (key, value: unknown) => (key === 'stackTrace' ? '' : value)) as object;
  await writeFile(fileOf(name), `${JSON.stringify(plain, null, 1)}\n`);
}
