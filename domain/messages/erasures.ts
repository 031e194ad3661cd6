import { WORKFLOWS, type ErasureInput, type WorkflowMessage } from '../../contracts/workflow-messages';

/** Exceeds the cache lifetime of keys: by then every request that passed with a revoked key has finished writing. */
const QUIESCENCE_MS = 10_000;

/** Starts the deletion of an erased account's remaining data, here and at the agent provider. */
export function erasureMessage(accountId: string, settleMs = QUIESCENCE_MS): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.erasure,
    workflowId: `erasure/${accountId}`,
    input: { accountId, settleMs } satisfies ErasureInput,
    summary: `Erasure of account ${accountId}`,
    search: { kind: 'erasure', accountId, mode: 'live' },
  };
}
