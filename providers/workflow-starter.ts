import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { SEARCH_ATTRIBUTES } from '../contracts/search-attributes';
import type { WorkflowMessage } from '../contracts/workflow-messages';

/** Brings a message of the outbox to Temporal; see {@link createWorkflowStarter}. */
export type WorkflowStarter = (message: WorkflowMessage) => Promise<void>;

/** Longest time that one delivery may take: a client blocks 20 s and more where the server is down. */
const DELIVERY_DEADLINE_MS = 5_000;

const keywords = Object.entries(SEARCH_ATTRIBUTES).map(
  ([field, name]) => [field as keyof WorkflowMessage['search'], defineSearchAttributeKey(name, 'KEYWORD')] as const,
);

/**
 * A starter on this client. Delivering the same message again does nothing: the workflow id is derived from the
 * resource, a running workflow is used as it is and a finished one is not started anew.
 *
 * @throws the client's error where Temporal cannot be reached within the deadline: deliver again later
 */
export function createWorkflowStarter(client: Client, taskQueue: string): WorkflowStarter {
  return async ({ workflowType, workflowId, input, signal, summary, search }) => {
    const options = {
      workflowId,
      taskQueue,
      args: [input] as const,
      workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
      workflowIdConflictPolicy: 'USE_EXISTING' as const,
      staticSummary: summary,
      typedSearchAttributes: new TypedSearchAttributes(keywords.map(([field, key]) => ({ key, value: search[field] }))),
      priority: { fairnessKey: search.accountId },
    };
    try {
      await client.withDeadline(Date.now() + DELIVERY_DEADLINE_MS, async () => {
        if (signal) await client.workflow.signalWithStart(workflowType, { ...options, signal, signalArgs: [] });
        else await client.workflow.start(workflowType, options);
      });
    } catch (error) {
      // The workflow ran and finished: there is nothing left to start or to tell it.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  };
}
