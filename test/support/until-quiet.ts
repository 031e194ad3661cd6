import { WorkflowNotFoundError } from '@temporalio/client';
import { eventually } from './eventually';
import type { Shop } from './shop';

/**
 * Waits until nothing is told or read of what a workflow is about: the provider has delivered its events, the relay their
 * messages, and the workflow waits or has ended. What was on its way would meet what a test does next.
 */
export function untilQuiet(shop: Shop, workflowId: string): Promise<unknown> {
  return eventually(`${workflowId} is quiet`, async () => {
    const events = await shop.provider.control<{ pending: number; dropped: boolean }[]>('events');
    if (events.some(({ pending, dropped }) => pending > 0 && !dropped)) return false;
    if ((await shop.db.prisma.outboxMessage.count({ where: { deliveredAt: null } })) > 0) return false;
    return waits(shop, workflowId);
  });
}

async function waits({ temporal }: Shop, workflowId: string): Promise<boolean> {
  try {
    const { status, raw } = await temporal.workflow.getHandle(workflowId).describe();
    if (status.name !== 'RUNNING') return status.name !== 'CONTINUED_AS_NEW';
    return !raw.pendingActivities?.length && !raw.pendingWorkflowTask;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return true;
    throw error;
  }
}
