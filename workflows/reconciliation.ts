import { log, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { Mode } from '../base/access';
import type { WorkflowOutcome } from '../base/outcomes';
import type { ReconciliationInput } from '../base/workflow-messages';
import { BOOK_KINDS } from '../modules/orders/provider-books';
import type { ReconciliationResult, ReconciliationWindow } from '../modules/reconciliation/contract';
import { conclude, failWithCause, explained } from './conclude';
import { callsOf } from './steps';

const { openReconciliation, endReconciliation, alertUnresolved } = callsOf(
  { startToCloseTimeout: '30 seconds', retry: { maximumInterval: '2 minutes' } },
  {
    openReconciliation: 'Choose the period to compare',
    endReconciliation: 'Count the breaks and move the bookmark',
    alertUnresolved: 'Alert the operator of breaks that are left',
  },
);

// Each attempt continues from the last heartbeat. A few are enough, because the next run compares the same period.
const { compareBooks, findChargesOfPayments, findTransfersOfWithdrawals, recordLostEvents, recheckBreaks } = callsOf(
  {
    startToCloseTimeout: '6 hours',
    heartbeatTimeout: '1 minute',
    retry: { maximumInterval: '5 minutes', maximumAttempts: 5 },
  },
  {
    compareBooks: 'Compare one kind of the provider’s books',
    findChargesOfPayments: 'Find our payments at the provider',
    findTransfersOfWithdrawals: 'Find our transfers at the provider',
    recordLostEvents: 'Record events that our database lost',
    recheckBreaks: 'Close breaks that are repaired',
  },
);

type ReconciliationOutcome = ReconciliationResult & WorkflowOutcome;

/**
 * Compares the provider's records with ours, one mode at a time, starting at the mode's bookmark. If a part fails, the
 * mode's bookmark does not move, and the other parts continue. Records each difference as a break and notifies the
 * workflow that can repair it. If a break remains, alerts the operator. If no mode has a key, the run compares nothing
 * and is incomplete.
 */
export async function reconciliation(input: ReconciliationInput): Promise<ReconciliationOutcome> {
  return reconcile(input).catch(failWithCause);
}

async function reconcile({ runId, since, recheckAfterMs }: ReconciliationInput): Promise<ReconciliationOutcome> {
  const window = await openReconciliation(runId ?? workflowInfo().workflowId, since);
  const { objects, compared } = await compareAll(window);
  const rechecked = await succeeded('recheck', () => recheckBreaks());
  const complete = rechecked && compared.length > 0 && compared.length === window.modes.length;
  const result = await endReconciliation(window.runId, objects, complete, rechecked ? compared : []);
  setCurrentDetails(`**${result.objects} objects compared**, ${result.openBreaks} breaks open.`);
  if (result.openBreaks === 0) return concludeWith(window, result, 0);
  await sleep(recheckAfterMs, { summary: 'Time for workflows to repair what was found' });
  await succeeded('recheck', () => recheckBreaks());
  const unresolved = await alertUnresolved(window.runId);
  return concludeWith(window, result, unresolved);
}

function concludeWith(
  { modes }: ReconciliationWindow,
  result: ReconciliationResult,
  unresolved: number,
): ReconciliationOutcome {
  const { complete, objects } = result;
  const matched = unresolved === 0 ? 'matched' : 'breaks_open';
  const failureCode = modes.length === 0 ? 'nothing_compared' : 'comparison_failed';
  const found = `${objects} objects compared, ${unresolved} breaks left to the operator${complete ? '' : '; a part failed'}.`;
  const conclusion = conclude({
    outcome: complete ? matched : 'incomplete',
    failureCode: complete ? null : failureCode,
    summary: modes.length === 0 ? 'Nothing was compared: no mode has a key.' : found,
  });
  return { ...result, ...conclusion };
}

/** Compares every mode. Returns the number of objects, and the modes in which no part failed. */
async function compareAll(window: ReconciliationWindow): Promise<{ objects: number; compared: Mode[] }> {
  let objects = 0;
  const compared: Mode[] = [];
  for (const mode of window.modes) {
    let complete = true;
    const compare = async (part: string, work: () => Promise<number>) => {
      setCurrentDetails(`**Comparing**: ${part} from ${window.from}.`);
      complete = (await succeeded(part, async () => (objects += await work()))) && complete;
    };
    for (const kind of BOOK_KINDS)
      await compare(`each ${kind} of ${mode} mode`, () => compareBooks({ window, mode, kind }));
    await compare(`our payments of ${mode} mode`, () => findChargesOfPayments(window, mode));
    await compare(`our transfers of ${mode} mode`, () => findTransfersOfWithdrawals(window, mode));
    await compare(`events of ${mode} mode`, () => recordLostEvents(window, mode));
    if (complete) compared.push(mode);
  }
  return { objects, compared };
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
