import type { WorkflowHandle } from '@temporalio/client';

/** Everything that Temporal keeps of a workflow as one text, with what is encoded in it decoded. */
export async function textOfHistory(handle: WorkflowHandle): Promise<string> {
  const { events } = await handle.fetchHistory();
  return JSON.stringify(events, (_key, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString();
    const { type, data } = (value ?? {}) as { type?: unknown; data?: number[] };
    return type === 'Buffer' ? Buffer.from(data!).toString() : value;
  });
}
