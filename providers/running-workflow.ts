import { WorkflowNotFoundError, type Client } from '@temporalio/client';

/** True if a workflow with this id runs; false if it ended, or Temporal does not know it. */
export async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    // A workflow that continues as new has a run that ended so until the next one is there.
    return status.name === 'RUNNING' || status.name === 'CONTINUED_AS_NEW';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
