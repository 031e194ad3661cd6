import { CancellationScope, isCancellation, setCurrentDetails } from '@temporalio/workflow';
import type { CandidateInput, CandidateOutcome } from '../base/workflow-messages';
import { assignmentId } from '../modules/findings/contract/agents';
import { exclusionReason } from '../modules/run-kinds/contract';
import { conclude, explained, reasonOf } from './conclude';
import { startDeadline, type Deadline } from './deadline';
import { settleCandidate } from './fan-out';
import { correctionsIn, runSession } from './agent-session';
import { proxySteps } from './steps';

/**
 * Researches one candidate of a search in its own session, with its own checks, corrections, budget and deadline.
 * Always settles the candidate and stops its session, and returns the outcome. If canceled, still ends as canceled.
 */
export async function candidate(input: CandidateInput): Promise<CandidateOutcome> {
  const assignment = assignmentId(input.runId, input.candidateId);
  const steps = proxySteps(input);
  const research = new CancellationScope();
  const deadline = startDeadline(input.deadlineMs, 'Deadline of the candidate', research);
  const limits = { maxRepairs: input.maxRepairs, exhausted: 'findings_invalid', deadline, evidence: true } as const;
  try {
    setCurrentDetails('**researching**: The agent looks for evidence.');
    const repairs = await research.run(() =>
      runSession(assignment, steps, limits, (earlier) => {
        setCurrentDetails(
          `**validating**: ${earlier === 0 ? 'The findings are' : `Correction ${earlier} is`} checked.`,
        );
        return null;
      }),
    );
    const outcome = await CancellationScope.nonCancellable(() => settleCandidate(input, steps, null));
    return concludeWith(outcome, `The findings passed ${correctionsIn(repairs)}.`, deadline);
  } catch (cause) {
    const reason = reasonOf(cause, deadline);
    const outcome = await CancellationScope.nonCancellable(() => settleCandidate(input, steps, reason));
    const conclusion = concludeWith(
      outcome,
      isCancellation(cause) ? `${reason}: ${exclusionReason(reason)}` : explained(cause),
      deadline,
    );
    if (isCancellation(cause) && !deadline.passed()) throw cause;
    return conclusion;
  } finally {
    deadline.cancel();
  }
}

function concludeWith(settled: CandidateOutcome, summary: string, { movedMs }: Deadline): CandidateOutcome {
  conclude({ outcome: settled.status, failureCode: settled.reason, summary });
  const waitedMs = movedMs();
  return { ...settled, summary, ...(waitedMs > 0 && { waitedMs }) };
}
