import {
  CancellationScope,
  condition,
  defineSignal,
  log,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import type { RunFailureCode } from '../contracts/run-failures';
import type { ScanStatusName } from '../contracts/scans';
import { SIGNALS, type ScanInput } from '../contracts/workflow-messages';
import { startDeadline } from './deadline';
import { handIn } from './hand-in';
import { reasonOf } from './reasons';
import { stepsOf } from './steps';

/** Tells a free scan that its recipient confirmed it; the scan's row says so already. */
export const scanConfirmed = defineSignal(SIGNALS.scanConfirmed);

// Tried until the database takes it: a scan is never left hanging.
const { beginScan, expireScan, endScan } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { maximumInterval: '30 seconds' },
});

// The provider forgets idempotency keys after 24 h, so a mail is not tried longer than that.
const { sendScanConfirmation, sendScanResult } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '20 hours',
  retry: { maximumInterval: '10 minutes' },
});

/**
 * One free scan: mail for a confirmation, wait for it, research shortly, mail the result. Without a confirmation it expires and
 * nothing is researched. The row decides every race: who confirmed in time is researched, whatever timer was early.
 */
export async function scan(input: ScanInput): Promise<ScanStatusName> {
  const { scanId } = input;
  let confirmed = false;
  setHandler(scanConfirmed, () => void (confirmed = true));

  setCurrentDetails('**queued**: The confirmation is mailed.');
  await sent(sendScanConfirmation(scanId));
  setCurrentDetails('**awaiting_confirmation**');
  if (!(await condition(() => confirmed, input.confirmationMs, { summary: 'The confirmation expires' }))) {
    const status = await expireScan(scanId);
    if (status === 'expired') return status;
  }
  const status = await beginScan(scanId);
  if (status !== 'running') return status;
  setCurrentDetails('**running**: The agent looks at the idea.');
  const reason = await research(input);
  const ended = await end(input, reason);
  setCurrentDetails(`**${ended}**`);
  await sent(sendScanResult(scanId));
  return ended;
}

/** Researches until the findings pass or the deadline is over; says why there are none, or null. */
async function research(input: ScanInput): Promise<RunFailureCode | null> {
  const scope = new CancellationScope();
  let late = false;
  const deadline = startDeadline(input.deadlineMs, 'Deadline of the scan', () => {
    late = true;
    scope.cancel();
  });
  try {
    const limits = { maxRepairs: input.maxRepairs, exhausted: 'findings_invalid' } as const;
    await scope.run(() => handIn(input.scanId, stepsOf(input), limits, () => undefined));
    return null;
  } catch (cause) {
    return late ? 'deadline_exceeded' : reasonOf(cause);
  } finally {
    deadline.cancel();
  }
}

function end(input: ScanInput, reason: RunFailureCode | null): Promise<ScanStatusName> {
  return CancellationScope.nonCancellable(async () => {
    // Best effort: the session has a budget of its own.
    const { costMicros } = await stepsOf(input)
      .stopSession(input.scanId)
      .catch(() => ({ costMicros: null }));
    return endScan(input.scanId, reason, costMicros);
  });
}

async function sent(mail: Promise<unknown>): Promise<void> {
  // A mail that could not be sent ends nothing: the scan expires, or its result is read by its status.
  await mail.catch((error: unknown) => log.error('the recipient could not be told', { error: String(error) }));
}
