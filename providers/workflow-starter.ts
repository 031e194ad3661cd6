import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { SEARCH_ATTRIBUTES } from '../contracts/search-attributes';
import type { WorkflowMessage, WorkflowSearch } from '../contracts/workflow-messages';

/** Brings a message of the outbox to Temporal; see {@link createWorkflowStarter}. */
export type WorkflowStarter = (message: WorkflowMessage) => Promise<void>;

/** Longest time that one delivery may take: a client blocks 20 s and more where the server is down. */
const DELIVERY_DEADLINE_MS = 5_000;

const keywords = Object.entries(SEARCH_ATTRIBUTES).map(
  ([field, name]) => [field as keyof WorkflowSearch, defineSearchAttributeKey(name, 'KEYWORD')] as const,
);

/** Fairness key of what belongs to no account yet. */
const NOBODY = 'nobody';

function searchAttributes(search: WorkflowSearch): TypedSearchAttributes {
  return new TypedSearchAttributes(
    keywords.flatMap(([field, key]) => {
      const value = search[field];
      return value ? [{ key, value }] : [];
    }),
  );
}

/**
 * A starter on this client. Delivering the same message again does nothing: the workflow id is derived from the
 * resource, a running workflow is used as it is and a finished one is not started anew.
 *
 * @throws the client's error where Temporal cannot be reached within the deadline: deliver again later
 */
export function createWorkflowStarter(client: Client, taskQueue: string): WorkflowStarter {
  return async ({ workflowType, workflowId, input, signal, signalArgs = [], restarts, summary, search }) => {
    const options = {
      workflowId,
      taskQueue,
      args: [input] as const,
      workflowIdReusePolicy: restarts ? ('ALLOW_DUPLICATE' as const) : ('REJECT_DUPLICATE' as const),
      workflowIdConflictPolicy: 'USE_EXISTING' as const,
      staticSummary: summary,
      typedSearchAttributes: searchAttributes(search),
      priority: { fairnessKey: search.accountId ?? NOBODY },
    };
    try {
      await client.withDeadline(Date.now() + DELIVERY_DEADLINE_MS, async () => {
        if (signal) await client.workflow.signalWithStart(workflowType, { ...options, signal, signalArgs });
        else await client.workflow.start(workflowType, options);
      });
    } catch (error) {
      // The workflow ran and finished: there is nothing left to start or to tell it.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  };
}
