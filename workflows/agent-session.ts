import { ApplicationFailure, isCancellation, log } from '@temporalio/workflow';
import type { RunFailureCode } from '../base/run-failures';
import type { Stage } from '../modules/run-kinds/contract';
import { whenAgentTakesWork } from './agent-account';
import type { Deadline } from './deadline';
import type { Steps } from './steps';

/**
 * Limits of a session: the number of corrections, the failure to report if these do not suffice, and the deadline of
 * the agent's work. `evidence` is true if quotations are checked.
 */
interface SessionLimits {
  maxRepairs: number;
  exhausted: RunFailureCode;
  deadline: Deadline;
  evidence?: boolean;
}

/**
 * Runs one agent session until its submission passes the checks. Sends problems back to the agent up to `maxRepairs`
 * times, and asks for more evidence at most once. `checking` gets the number of earlier corrections and returns the
 * stage that the check enters, or null for work without stages. Returns the number of corrections.
 *
 * If the service can fix a submission itself, it stores the fixed submission as a fallback before asking the agent for
 * corrections. The deadline ends only the agent's work: earlier submissions are still checked.
 *
 * @throws ApplicationFailure `exhausted` if no submission could be stored and the last one has problems,
 * `not_enough_evidence` if the second or the last one has too little evidence
 */
export async function runSession(
  assignmentId: string,
  steps: Steps,
  { maxRepairs, exhausted, deadline, evidence = false }: SessionLimits,
  checking: (repairs: number) => Stage | null,
): Promise<number> {
  const whileAgentWorks = <T>(step: () => Promise<T>) => whenAgentTakesWork(assignmentId, steps, deadline, step);
  const { sessionId } = await whileAgentWorks(() =>
    deadline.within(() => steps.startSession(assignmentId, deadline.leftMs())),
  );
  let left = 0;
  let sound: number | null = null;
  let askedForMore = false;
  try {
    for (let repairs = 0; repairs <= maxRepairs; repairs++) {
      const { toolUseId, refused } = await whileAgentWorks(() =>
        deadline.within(() => steps.followSession(assignmentId, sessionId)),
      );
      const stage = checking(repairs);
      if (evidence) await findQuotations(assignmentId, steps, deadline, stage);
      const mayCorrect = repairs < maxRepairs && !deadline.passed();
      const leftMs = deadline.leftMs();
      const review = {
        mayCorrect,
        stage,
        evidence,
        leftMs,
        ...(askedForMore && { askedForMore }),
        ...(refused && { refused }),
      };
      const checked = await whileAgentWorks(() => steps.checkSubmission(assignmentId, sessionId, toolUseId, review));
      if (checked.flaws === 0) return repairs;
      if (checked.sound) sound = repairs;
      if (checked.short) askedForMore = true;
      left = checked.flaws;
      log.info('a submission did not pass its checks', { assignmentId, flaws: left, repairs });
    }
  } catch (cause) {
    if (sound === null || ends(cause, deadline)) throw cause;
    log.warn('a correction was lost; using the submission stored before it', { assignmentId, cause: String(cause) });
  }
  if (sound !== null) return sound;
  const message = `${left} problem${left === 1 ? '' : 's'} left ${correctionsIn(maxRepairs)}; \`admin runs show\` lists them`;
  throw ApplicationFailure.nonRetryable(message, exhausted);
}

/** Best effort: quotations that cannot be checked count as unreachable. */
async function findQuotations(
  assignmentId: string,
  steps: Steps,
  deadline: Deadline,
  stage: Stage | null,
): Promise<void> {
  try {
    await deadline.within(() => steps.checkEvidence(assignmentId, stage));
  } catch (cause) {
    if (ends(cause, deadline)) throw cause;
    log.warn('not all quotations could be checked', { assignmentId, cause: String(cause) });
  }
}

/** True if the work as a whole was canceled. False if only the agent's part was canceled by its deadline. */
function ends(cause: unknown, deadline: Deadline): boolean {
  return isCancellation(cause) && !deadline.passed();
}

export function correctionsIn(repairs: number): string {
  return repairs === 0 ? 'without corrections' : `after ${repairs} correction${repairs === 1 ? '' : 's'}`;
}
