import { setTimeout as sleep } from 'node:timers/promises';
import { ScheduleAlreadyRunning, type Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { DEFAULT_TASK_QUEUE, WORKFLOWS } from '../contracts/workflow-messages';

const AGAIN_MS = 5_000;

/**
 * Makes sure that payments are swept every `intervalMs`, by a schedule of Temporal: it runs once however many workers there are,
 * and operators see, pause and trigger it in Temporal Web. A sweep that still runs is not joined by another. Tries until the server
 * takes it, or `signal` aborts.
 */
export async function schedulePaymentSweep(
  client: Client,
  options: { taskQueue: string; intervalMs: number; log: Logger; signal: AbortSignal },
): Promise<void> {
  const { log, signal } = options;
  while (!signal.aborted) {
    try {
      return await createOrUpdate(client, options);
    } catch (error) {
      log.warn({ err: error }, 'the payment sweep could not be scheduled; trying again');
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Id of the schedule of a task queue: products that share a namespace do not share their sweeps. */
export function paymentSweepId(taskQueue: string): string {
  return taskQueue === DEFAULT_TASK_QUEUE ? 'payment-sweep' : `payment-sweep-${taskQueue}`;
}

async function createOrUpdate(
  client: Client,
  { taskQueue, intervalMs }: { taskQueue: string; intervalMs: number },
): Promise<void> {
  const scheduleId = paymentSweepId(taskQueue);
  const spec = { intervals: [{ every: intervalMs }] };
  const action = {
    type: 'startWorkflow' as const,
    workflowType: WORKFLOWS.paymentSweep,
    workflowId: scheduleId,
    taskQueue,
    args: [],
    staticSummary: 'Look for payments that no webhook told of',
  };
  const policies = { overlap: 'SKIP' as const, catchupWindow: '1 minute' as const };
  try {
    await client.schedule.create({ scheduleId, spec, action, policies });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    // A setting may have changed; whether somebody paused it is theirs to decide.
    await client.schedule.getHandle(scheduleId).update((earlier) => ({ ...earlier, spec, action, policies }));
  }
}
