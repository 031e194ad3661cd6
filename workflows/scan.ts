import {
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { WorkflowOutcome } from '../base/outcomes';
import { RUN_FAILURES, type RunFailureCode } from '../base/run-failures';
import { SIGNALS, type ScanInput } from '../base/workflow-messages';
import type { ScanStatusName } from '../modules/scans/contract';
import { attemptMail, conclude, failWithCause, explained, reasonOf } from './conclude';
import { startDeadline } from './deadline';
import { correctionsIn, runSession } from './agent-session';
import { callsOf, proxySteps } from './steps';

/** Signal: the recipient confirmed the free scan. The scan's row already records it. */
export const scanConfirmed = defineSignal(SIGNALS.scanConfirmed);

// These activities are retried until the database accepts the write, because every scan must end. They fail only if a
// restore of the database lost the scan.
const { beginScan, expireScan, endScan } = callsOf(
  { startToCloseTimeout: '20 seconds', retry: { maximumInterval: '30 seconds' } },
  { beginScan: 'Begin the confirmed scan', expireScan: 'Expire the unconfirmed scan', endScan: 'End the scan' },
);

// The provider forgets idempotency keys after 24 h, so retries end before that.
const { sendScanConfirmation, sendScanResult } = callsOf(
  { startToCloseTimeout: '1 minute', scheduleToCloseTimeout: '20 hours', retry: { maximumInterval: '10 minutes' } },
  { sendScanConfirmation: 'Mail the confirmation link', sendScanResult: 'Mail the result' },
);

type ScanOutcome = WorkflowOutcome & { status: ScanStatusName };

/** Result of the research: the failure reason or null, and a one-line summary. */
interface Researched {
  reason: RunFailureCode | null;
  summary: string;
}

/**
 * Runs one free scan: email a confirmation link, wait, research, and email the result. Expires without research if
 * nobody confirms. The row is authoritative: a scan confirmed in time is researched, even if a timer fired early.
 */
export async function scan(input: ScanInput): Promise<ScanOutcome> {
  return runScan(input).catch(failWithCause);
}

async function runScan(input: ScanInput): Promise<ScanOutcome> {
  const { scanId } = input;
  let confirmed = false;
  setHandler(scanConfirmed, () => void (confirmed = true));

  setCurrentDetails('**queued**: The confirmation is mailed.');
  await attemptMail(sendScanConfirmation(scanId), { scanId });
  setCurrentDetails('**awaiting_confirmation**');
  if (!(await condition(() => confirmed, input.confirmationMs, { summary: 'The confirmation expires' }))) {
    const status = await expireScan(scanId);
    if (status === 'expired') return concludeWith(status, { reason: null, summary: 'Nobody confirmed it.' });
  }
  const status = await beginScan(scanId);
  if (status !== 'running')
    return concludeWith(status, { reason: null, summary: 'It had ended before its work began.' });
  setCurrentDetails('**running**: The agent researches the idea.');
  const researched = await research(input);
  const outcome = concludeWith(await end(input, researched.reason), researched);
  await attemptMail(sendScanResult(scanId), { scanId });
  return outcome;
}

function concludeWith(status: ScanStatusName, { reason: failureCode, summary }: Researched): ScanOutcome {
  return { ...conclude({ outcome: status, failureCode, summary }), status };
}

/** Researches until the findings pass their checks or the deadline is reached, and returns the result. */
async function research(input: ScanInput): Promise<Researched> {
  const scope = new CancellationScope();
  const deadline = startDeadline(input.deadlineMs, 'Deadline of the scan', scope);
  try {
    const limits = { maxRepairs: input.maxRepairs, exhausted: 'findings_invalid', deadline } as const;
    const repairs = await scope.run(() => runSession(input.scanId, proxySteps(input), limits, () => null));
    return { reason: null, summary: `The findings passed ${correctionsIn(repairs)}.` };
  } catch (cause) {
    const reason = reasonOf(cause, deadline);
    return { reason, summary: isCancellation(cause) ? `${reason}: ${RUN_FAILURES[reason].message}` : explained(cause) };
  } finally {
    deadline.cancel();
  }
}

function end(input: ScanInput, reason: RunFailureCode | null): Promise<ScanStatusName> {
  return CancellationScope.nonCancellable(async () => {
    // Best effort, because the session's own budget limits its cost.
    const { costMicros } = await proxySteps(input)
      .stopSession(input.scanId)
      .catch(() => ({ costMicros: null }));
    return endScan(input.scanId, reason, costMicros);
  });
}
