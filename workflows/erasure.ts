import { continueAsNew, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { WorkflowOutcome } from '../base/outcomes';
import type { ErasureInput } from '../base/workflow-messages';
import { conclude, failWithCause } from './conclude';
import { callsOf } from './steps';

// The law requires an erasure, so each step is retried without limit.
const { purgeAccount, deleteAccountSessions, completeErasure } = callsOf(
  { startToCloseTimeout: '5 minutes', heartbeatTimeout: '1 minute', retry: { maximumInterval: '10 minutes' } },
  {
    purgeAccount: 'Delete the data of ended work',
    deleteAccountSessions: 'Delete sessions at the agent provider',
    completeErasure: 'Blank the address and record the end',
  },
);

/**
 * Deletes the data of an erased account once the account's running work has stopped: first the rows, then the sessions
 * at the agent provider. The transaction that started this workflow has already revoked access to the account. Each
 * step derives its work from the rows, so a restarted workflow continues where the last one ended.
 */
export async function erasure(input: ErasureInput): Promise<WorkflowOutcome & { sessionsDeleted: number }> {
  const { accountId, settleMs } = input;
  setCurrentDetails('**Revoked**: waits for work under way to stop.');
  do {
    // Running work can take days, and each check adds to the history.
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof erasure>(input);
    await sleep(settleMs, { summary: 'Let work under way stop' });
  } while ((await purgeAccount(accountId).catch(failWithCause)).unfinished > 0);
  setCurrentDetails('**Purged**: deleting sessions at the agent provider.');
  await deleteAccountSessions(accountId).catch(failWithCause);
  const { sessionsDeleted } = await completeErasure(accountId).catch(failWithCause);
  const summary = `${sessionsDeleted} sessions deleted at the agent provider.`;
  return { ...conclude({ outcome: 'erased', summary }), sessionsDeleted };
}
