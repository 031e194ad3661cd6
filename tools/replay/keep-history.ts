import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** Folder of the recorded histories. */
export const HISTORIES = join(PACKAGE_ROOT, 'test', 'replay', 'histories');

/** Put before the names of histories, so that branches that exist are recorded again beside the old ones. */
let prefix = '';

/** Sets what is put before the names of the histories that are saved from now on. */
export function recordAs(name: string): void {
  prefix = name;
}

/** Saves the history of a workflow, or of one run of it, under a name, once it has ended. */
export async function keepHistory(temporal: Client, workflowId: string, name: string, runId?: string): Promise<void> {
  const handle = temporal.workflow.getHandle(workflowId, runId, { followRuns: runId === undefined });
  // A canceled child has no result, and ends before its parent does.
  await handle.result().catch(() => undefined);
  const history = historyToJSON(await handle.fetchHistory());
  // Replay needs no stack traces, which would reveal the folders of the recording machine.
  const plain = JSON.parse(history, (key, value: unknown) => (key === 'stackTrace' ? '' : value)) as object;
  await writeFile(join(HISTORIES, `${prefix}${name}.json`), `${JSON.stringify(plain, null, 1)}\n`);
}
