import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { PACKAGE_ROOT } from '../../contracts/package-root';

/** Where recorded histories are kept. */
export const HISTORIES = join(PACKAGE_ROOT, 'test', 'replay', 'histories');

/** Keeps the history of a workflow, once it is over, under a name. */
export async function keepHistory(temporal: Client, workflowId: string, name: string): Promise<void> {
  const handle = temporal.workflow.getHandle(workflowId);
  // A child that was canceled has no result, and is over once its parent is.
  await handle.result().catch(() => undefined);
  const history = historyToJSON(await handle.fetchHistory());
  // Replay needs no stack traces, and they would name the folders of whoever recorded.
  const plain = JSON.parse(history, (key, value: unknown) => (key === 'stackTrace' ? '' : value)) as object;
  await writeFile(join(HISTORIES, `${name}.json`), `${JSON.stringify(plain, null, 1)}\n`);
}
