import { CancellationScope, isCancellation, setCurrentDetails } from '@temporalio/workflow';
import { assignmentId } from '../contracts/assignments';
import { exclusionReason } from '../contracts/candidates';
import type { CandidateInput, CandidateOutcome } from '../contracts/workflow-messages';
import { startDeadline } from './deadline';
import { reasonOf } from './reasons';
import { handIn } from './hand-in';
import { settle } from './settle';
import { stepsOf } from './steps';

/**
 * Researches one candidate of a search in a session of its own, with its own checks, corrections, budget and deadline.
 * Whatever happens the candidate is settled and its session stopped; the outcome says how. Canceled, it ends canceled.
 */
export async function candidate(input: CandidateInput): Promise<CandidateOutcome> {
  const assignment = assignmentId(input.runId, input.candidateId);
  const steps = stepsOf(input);
  const limits = { maxRepairs: input.maxRepairs, exhausted: 'findings_invalid' } as const;
  const research = new CancellationScope();
  let late = false;
  const deadline = startDeadline(input.deadlineMs, 'Deadline of the candidate', () => {
    late = true;
    research.cancel();
  });
  try {
    setCurrentDetails('**researching**: The agent looks for evidence.');
    await research.run(() =>
      handIn(assignment, steps, limits, (repairs) =>
        setCurrentDetails(
          `**validating**: ${repairs === 0 ? 'The findings are' : `Correction ${repairs} is`} checked.`,
        ),
      ),
    );
    const outcome = await CancellationScope.nonCancellable(() => settle(input, steps, null));
    setCurrentDetails('**passed**');
    return outcome;
  } catch (cause) {
    const reason = late ? 'deadline_exceeded' : reasonOf(cause);
    const outcome = await CancellationScope.nonCancellable(() => settle(input, steps, reason));
    setCurrentDetails(`**excluded**: ${exclusionReason(reason)}`);
    if (isCancellation(cause) && !late) throw cause;
    return outcome;
  } finally {
    deadline.cancel();
  }
}
