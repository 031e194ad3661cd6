import type { Client } from '@temporalio/client';
import { WORKFLOWS } from '../contracts/workflow-messages';
import { erasureWorkflowId } from '../domain/messages/erasures';

const PAGE = 1_000;
const LIST_WITHIN_MS = 30_000;

/**
 * Accounts whose erasure ever began, as far back as Temporal keeps what has closed: a trace outside of PostgreSQL, which
 * a restore of PostgreSQL alone leaves.
 *
 * @throws the client's error if Temporal cannot be asked
 */
export async function begunErasures(client: Client): Promise<string[]> {
  const prefix = erasureWorkflowId('');
  const accounts = new Set<string>();
  const list = client.workflow.list({ query: `WorkflowType = '${WORKFLOWS.erasure}'`, pageSize: PAGE });
  await client.withDeadline(Date.now() + LIST_WITHIN_MS, async () => {
    for await (const { workflowId } of list)
      if (workflowId.startsWith(prefix)) accounts.add(workflowId.slice(prefix.length));
  });
  return [...accounts];
}
