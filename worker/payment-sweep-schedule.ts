import { ScheduleAlreadyRunning, type Client } from '@temporalio/client';
import { WORKFLOWS } from '../contracts/workflow-messages';

const SCHEDULE_ID = 'payment-sweep';

/**
 * Makes sure that payments are swept every `intervalMs`, by a schedule of Temporal: it runs once however many workers there are,
 * and operators see, pause and trigger it in Temporal Web. A sweep that still runs is not joined by another.
 */
export async function schedulePaymentSweep(client: Client, taskQueue: string, intervalMs: number): Promise<void> {
  const spec = { intervals: [{ every: intervalMs }] };
  const action = {
    type: 'startWorkflow' as const,
    workflowType: WORKFLOWS.paymentSweep,
    workflowId: SCHEDULE_ID,
    taskQueue,
    args: [],
    staticSummary: 'Look for payments that no webhook told of',
  };
  const policies = { overlap: 'SKIP' as const, catchupWindow: '1 minute' as const };
  try {
    await client.schedule.create({ scheduleId: SCHEDULE_ID, spec, action, policies });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    // A setting may have changed; whether somebody paused it is theirs to decide.
    await client.schedule.getHandle(SCHEDULE_ID).update((earlier) => ({ ...earlier, spec, action, policies }));
  }
}
