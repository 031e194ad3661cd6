import { WORKFLOWS, type ErasureInput, type WorkflowMessage } from '../../contracts/workflow-messages';

/** Exceeds the cache lifetime of keys: by then every request that passed with a revoked key has finished writing. */
const QUIESCENCE_MS = 10_000;

export const erasureWorkflowId = (accountId: string): string => `${WORKFLOWS.erasure}/${accountId}`;

/**
 * Starts the deletion of an erased account's remaining data, here and at the agent provider; again where its workflow
 * has ended without it, as after a restore of the database or a termination.
 */
export function erasureMessage(accountId: string, settleMs = QUIESCENCE_MS): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.erasure,
    workflowId: erasureWorkflowId(accountId),
    input: { accountId, settleMs } satisfies ErasureInput,
    restarts: true,
    summary: `Erasure of account ${accountId}`,
    search: { kind: 'erasure', accountId, mode: 'live' },
  };
}
