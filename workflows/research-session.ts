import { ApplicationFailure, log, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import type { RunFailureCode } from '../contracts/run-failures';

// Calls of the agent provider that answer in seconds. Six tries take about a minute of an outage.
const calls = { startToCloseTimeout: '1 minute', retry: { maximumAttempts: 6, maximumInterval: '30 seconds' } };
const { startSession } = proxyActivities<Activities>({ ...calls, summary: 'Start the agent session' });
const { checkSubmission } = proxyActivities<Activities>({ ...calls, summary: 'Check what was handed in' });

/** Stops the session of an assignment and says what it cost. What ends goes before what begins (see `paid-run.ts`). */
export const { stopSession } = proxyActivities<Activities>({
  ...calls,
  summary: 'Stop the agent session',
  priority: { priorityKey: 2 },
});

/** How a session is followed and corrected. */
export interface SessionLimits {
  deadlineMs: number;
  heartbeatTimeoutMs: number;
  maxRepairs: number;
}

/**
 * One agent session from its start until what it handed in passed the checks. Flaws go back to the agent `maxRepairs`
 * times. `checking` hears of each submission, with the number of corrections before it.
 *
 * @throws ApplicationFailure of type `exhausted` when the last submission still has flaws
 */
export async function handIn(
  assignmentId: string,
  { deadlineMs, heartbeatTimeoutMs, maxRepairs }: SessionLimits,
  exhausted: RunFailureCode,
  checking: (repairs: number) => void,
): Promise<void> {
  // The heartbeat carries the session's cursor: another worker goes on where a lost one was.
  const { followSession } = proxyActivities<Activities>({
    startToCloseTimeout: deadlineMs,
    heartbeatTimeout: heartbeatTimeoutMs,
    retry: { maximumInterval: '10 seconds' },
    summary: 'Follow the agent session',
  });
  const { sessionId } = await startSession(assignmentId);
  for (let repairs = 0; repairs <= maxRepairs; repairs++) {
    const { toolUseId } = await followSession(assignmentId, sessionId);
    checking(repairs);
    const { flaws } = await checkSubmission(assignmentId, sessionId, toolUseId, repairs < maxRepairs);
    if (flaws === 0) return;
    log.info('sent back to the agent', { assignmentId, flaws, repairs });
  }
  throw ApplicationFailure.nonRetryable('What was handed in still fails the checks', exhausted);
}
