import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { continueTrace } from '../base/origin';
import { searchPairs } from '../base/search-attributes';
import { fairnessKeyOf, type WorkflowMemo, type WorkflowStarter } from '../base/workflow-messages';
import { GUIDANCE } from '../modules/operations/workflows';

/** Timeout of one delivery. Without it, a client waits 20 s or more while the server is down. */
const DELIVERY_DEADLINE_MS = 5_000;

/**
 * Creates a starter. Delivering a message twice is safe: a running workflow is reused, and a finished one is not
 * restarted unless the message sets `restarts`.
 * @throws the client's error if Temporal cannot be reached; deliver the message again later
 */
export function createWorkflowStarter(client: Client, taskQueue: string): WorkflowStarter {
  return async ({ workflowType, workflowId, input, signal, signalArgs = [], restarts, summary, search, origin }) => {
    const options = {
      workflowId,
      taskQueue,
      args: [input] as const,
      workflowIdReusePolicy: restarts ? ('ALLOW_DUPLICATE' as const) : ('REJECT_DUPLICATE' as const),
      workflowIdConflictPolicy: 'USE_EXISTING' as const,
      staticSummary: summary,
      staticDetails: GUIDANCE[workflowType],
      typedSearchAttributes: new TypedSearchAttributes(searchPairs(search)),
      ...(origin?.requestId && { memo: { requestId: origin.requestId } satisfies WorkflowMemo }),
      priority: { fairnessKey: fairnessKeyOf(search) },
    };
    try {
      const deliver = async () => {
        if (signal) await client.workflow.signalWithStart(workflowType, { ...options, signal, signalArgs });
        else await client.workflow.start(workflowType, options);
      };
      await client.withDeadline(Date.now() + DELIVERY_DEADLINE_MS, () => continueTrace(origin?.traceparent, deliver));
    } catch (error) {
      // The workflow has finished, so there is nothing left to start or signal.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  };
}
