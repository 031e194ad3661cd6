import { log, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { WorkflowOutcome } from '../contracts/outcomes';
import { BOOK_KINDS, type ReconciliationResult, type ReconciliationWindow } from '../contracts/reconciliation';
import type { ReconciliationInput } from '../contracts/workflow-messages';
import { callsOf } from './activity-calls';
import { conclude, failInWords } from './conclude';
import { explained } from './reasons';

const { openReconciliation, endReconciliation, alertUnresolved } = callsOf(
  { startToCloseTimeout: '30 seconds', retry: { maximumInterval: '2 minutes' } },
  {
    openReconciliation: 'Choose the period to compare',
    endReconciliation: 'Count the breaks and move the bookmark',
    alertUnresolved: 'Alert the operator of breaks that are left',
  },
);

// Continues where the last heartbeat was. Few attempts, because the next run compares the same period.
const { compareBooks, findChargesOfPayments, findTransfersOfWithdrawals, recheckBreaks } = callsOf(
  {
    startToCloseTimeout: '6 hours',
    heartbeatTimeout: '1 minute',
    retry: { maximumInterval: '5 minutes', maximumAttempts: 5 },
  },
  {
    compareBooks: 'Compare one kind of the provider’s books',
    findChargesOfPayments: 'Find our payments at the provider',
    findTransfersOfWithdrawals: 'Find our transfers at the provider',
    recheckBreaks: 'Close breaks that are repaired',
  },
);

/** End of one run of the reconciliation. */
type ReconciliationOutcome = ReconciliationResult & WorkflowOutcome;

/**
 * Compares the provider's books with ours since the bookmark, part by part; a part that fails does not stop the others,
 * but keeps the bookmark. What differs becomes a break, and notifies the workflow that can repair it. What is not
 * repaired a while later alerts the operator.
 */
export async function reconciliation(input: ReconciliationInput): Promise<ReconciliationOutcome> {
  return reconcile(input).catch(failInWords);
}

async function reconcile({ runId, since, recheckAfterMs }: ReconciliationInput): Promise<ReconciliationOutcome> {
  const window = await openReconciliation(runId ?? workflowInfo().workflowId, since);
  const compared = await compareAll(window);
  const rechecked = await succeeded('recheck', () => recheckBreaks());
  const result = await endReconciliation(window.runId, compared.objects, compared.complete && rechecked);
  setCurrentDetails(`**${result.objects} objects compared**, ${result.openBreaks} breaks open.`);
  if (result.openBreaks === 0) return concludeWith(result, 0);
  await sleep(recheckAfterMs, { summary: 'Time for workflows to repair what was found' });
  await succeeded('recheck', () => recheckBreaks());
  const unmended = await alertUnresolved(window.runId);
  return concludeWith(result, unmended);
}

function concludeWith(result: ReconciliationResult, unmended: number): ReconciliationOutcome {
  const { complete, objects } = result;
  const matched = unmended === 0 ? 'matched' : 'breaks_open';
  const conclusion: WorkflowOutcome = {
    outcome: complete ? matched : 'incomplete',
    failureCode: complete ? null : 'comparison_failed',
    summary: `${objects} objects compared, ${unmended} breaks left to the operator${complete ? '' : '; a part failed'}.`,
  };
  conclude(conclusion);
  return { ...result, ...conclusion };
}

async function compareAll(window: ReconciliationWindow): Promise<{ objects: number; complete: boolean }> {
  let objects = 0;
  let complete = true;
  const compare = async (part: string, work: () => Promise<number>) => {
    setCurrentDetails(`**Comparing**: ${part} from ${window.from}.`);
    complete = (await succeeded(part, async () => (objects += await work()))) && complete;
  };
  for (const mode of window.modes) {
    for (const kind of BOOK_KINDS)
      await compare(`each ${kind} of ${mode} mode`, () => compareBooks({ window, mode, kind }));
    await compare(`our payments of ${mode} mode`, () => findChargesOfPayments(window, mode));
    await compare(`our transfers of ${mode} mode`, () => findTransfersOfWithdrawals(window, mode));
  }
  return { objects, complete };
}

async function succeeded(part: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log.warn('a part of the reconciliation failed', { part, error: explained(error) });
    return false;
  }
}
