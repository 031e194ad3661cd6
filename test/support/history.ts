import type { WorkflowHandle } from '@temporalio/client';

/** Everything that Temporal stores of a workflow as one text, with payloads decoded. */
export async function textOfHistory(handle: WorkflowHandle): Promise<string> {
  const { events } = await handle.fetchHistory();
  return JSON.stringify(events, (_key, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString();
    const { type, data } = (value ?? {}) as { type?: unknown; data?: number[] };
    return type === 'Buffer' ? Buffer.from(data!).toString() : value;
  });
}

/** Activities that a workflow called through its task queue, in order, with the summaries that Temporal Web shows. */
export async function callsIn(handle: WorkflowHandle): Promise<{ activity: string; summary: string | null }[]> {
  const { events } = await handle.fetchHistory();
  return events!.flatMap(({ activityTaskScheduledEventAttributes: scheduled, userMetadata }) => {
    if (!scheduled) return [];
    const summary = userMetadata?.summary?.data;
    const decoded = summary ? (JSON.parse(Buffer.from(summary).toString()) as string) : null;
    return [{ activity: scheduled.activityType!.name!, summary: decoded }];
  });
}

/** What Temporal Web shows of a workflow that ended: its status, its search attributes about the end, its result. */
export async function endOf(handle: WorkflowHandle) {
  const result: unknown = await handle.result().catch(() => null);
  const { status, searchAttributes } = await handle.describe();
  const of = (name: string) => (searchAttributes[name] as (string | number)[] | undefined)?.[0] ?? null;
  return { status: status.name, outcome: of('Outcome'), failureCode: of('FailureCode'), amount: of('Amount'), result };
}
