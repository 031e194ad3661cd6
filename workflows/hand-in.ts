import { ApplicationFailure, log } from '@temporalio/workflow';
import type { RunFailureCode } from '../contracts/run-failures';
import type { Steps } from './steps';

/**
 * One agent session from its start until what it handed in passed the checks. Flaws go back to the agent `maxRepairs`
 * times. `checking` hears of each submission, with the number of corrections before it.
 *
 * @throws ApplicationFailure of type `exhausted` when the last submission still has flaws
 */
export async function handIn(
  assignmentId: string,
  steps: Steps,
  { maxRepairs, exhausted }: { maxRepairs: number; exhausted: RunFailureCode },
  checking: (repairs: number) => void,
): Promise<void> {
  const { sessionId } = await steps.startSession(assignmentId);
  for (let repairs = 0; repairs <= maxRepairs; repairs++) {
    const { toolUseId } = await steps.followSession(assignmentId, sessionId);
    checking(repairs);
    const { flaws } = await steps.checkSubmission(assignmentId, sessionId, toolUseId, repairs < maxRepairs);
    if (flaws === 0) return;
    log.info('what was handed in did not pass', { assignmentId, flaws, repairs });
  }
  throw ApplicationFailure.nonRetryable('What was handed in still fails the checks', exhausted);
}
