import {
  CancellationScope,
  CancelledFailure,
  ChildWorkflowCancellationType,
  ChildWorkflowFailure,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  TerminatedFailure,
  workflowInfo,
} from '@temporalio/workflow';
import { candidateIds } from '../contracts/candidates';
import {
  candidateWorkflowId,
  WORKFLOWS,
  type CandidateInput,
  type CandidateOutcome,
  type SearchInput,
} from '../contracts/workflow-messages';
import { settle } from './settle';
import type { Steps } from './steps';

/** How many candidates are done so far. */
export interface FanOutProgress {
  settled: number;
  passed: number;
}

/**
 * Researches all candidates of a search, at most `parallelism` at a time, each in a child workflow. A candidate that
 * fails is excluded and never fails the search. Canceled, it waits until every child has stopped its session.
 *
 * @throws CancelledFailure when the scope it runs in was canceled
 */
export async function researchAll(
  input: SearchInput,
  steps: Steps,
  progressed: (progress: FanOutProgress) => void,
): Promise<void> {
  const scope = CancellationScope.current();
  const waiting = candidateIds(input.candidateCount).values();
  const progress = { settled: 0, passed: 0 };
  const workThrough = async () => {
    for (const candidateId of waiting) {
      if (scope.consideredCancelled) return;
      const { status } = await researchOne(input, steps, candidateId);
      progress.settled++;
      if (status === 'passed') progress.passed++;
      progressed(progress);
    }
  };
  const lanes = Math.min(input.parallelism, input.candidateCount);
  await Promise.all(Array.from({ length: lanes }, workThrough));
  if (scope.consideredCancelled) throw new CancelledFailure('The search was stopped during its fan-out');
}

async function researchOne(search: SearchInput, steps: Steps, candidateId: string): Promise<CandidateOutcome> {
  const { runId, candidateDeadlineMs: deadlineMs, maxRepairs, heartbeatTimeoutMs, stepTimeoutMs } = search;
  const input: CandidateInput = { runId, candidateId, deadlineMs, maxRepairs, heartbeatTimeoutMs, stepTimeoutMs };
  try {
    return await executeChild<(input: CandidateInput) => Promise<CandidateOutcome>>(WORKFLOWS.candidate, {
      workflowId: candidateWorkflowId(runId, candidateId),
      args: [input],
      staticSummary: `Candidate ${candidateId} of ${runId}`,
      // Those of the search: who looks for an account or a run finds its candidates as well.
      typedSearchAttributes: workflowInfo().typedSearchAttributes,
      cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
      // A search that is terminated by hand still has its children stop their sessions.
      parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    });
  } catch (cause) {
    // A child that is canceled settles its candidate itself; one that was terminated or is broken could not.
    if (isCancellation(cause)) return { candidateId, status: 'excluded', reason: 'stopped_by_operator' };
    const terminated = cause instanceof ChildWorkflowFailure && cause.cause instanceof TerminatedFailure;
    return CancellationScope.nonCancellable(() =>
      settle(input, steps, terminated ? 'stopped_by_operator' : 'internal_error'),
    );
  }
}
