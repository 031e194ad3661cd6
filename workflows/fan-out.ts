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
import type { RunFailureCode } from '../base/run-failures';
import { WORKFLOWS, type CandidateInput, type CandidateOutcome, type SearchInput } from '../base/workflow-messages';
import { assignmentId } from '../modules/findings/contract/agents';
import { GUIDANCE } from '../modules/operations/workflows';
import { candidateIds } from '../modules/run-kinds/contract';
import type { Deadline } from './deadline';
import type { Steps } from './steps';

/** Number of candidates settled so far, and number of these that passed. */
export interface FanOutProgress {
  settled: number;
  passed: number;
}

/**
 * Researches all candidates of a search, each in a child workflow and at most `parallelism` at a time. Returns how many
 * passed. A candidate that fails is excluded and never fails the search. After the deadline of the search, no candidate
 * starts and none continues. If canceled, waits until every child has stopped its session.
 *
 * @throws CancelledFailure if the scope that it runs in was canceled
 */
export async function researchAll(
  input: SearchInput,
  steps: Steps,
  deadline: Deadline,
  progressed: (progress: FanOutProgress) => void,
): Promise<FanOutProgress> {
  const scope = CancellationScope.current();
  const waiting = candidateIds(input.candidateCount).values();
  const progress = { settled: 0, passed: 0 };
  const workThrough = async () => {
    for (const candidateId of waiting) {
      if (scope.consideredCancelled) return;
      const { status, waitedMs = 0 } = await researchOne(input, steps, deadline, candidateId);
      deadline.moveTo(waitedMs);
      progress.settled++;
      if (status === 'passed') progress.passed++;
      progressed(progress);
    }
  };
  const lanes = Math.min(input.parallelism, input.candidateCount);
  await Promise.all(Array.from({ length: lanes }, workThrough));
  if (scope.consideredCancelled) throw new CancelledFailure('The search was stopped during its fan-out');
  return progress;
}

async function researchOne(
  search: SearchInput,
  steps: Steps,
  deadline: Deadline,
  candidateId: string,
): Promise<CandidateOutcome> {
  const { runId, candidateDeadlineMs, maxRepairs, heartbeatTimeoutMs, stepTimeoutMs } = search;
  const deadlineMs = Math.min(candidateDeadlineMs, deadline.leftMs());
  const input: CandidateInput = { runId, candidateId, deadlineMs, maxRepairs, heartbeatTimeoutMs, stepTimeoutMs };
  if (deadlineMs === 0) return settleCandidate(input, steps, 'deadline_exceeded');
  try {
    return await executeChild<(input: CandidateInput) => Promise<CandidateOutcome>>(WORKFLOWS.candidate, {
      workflowId: `candidate/${runId}/${candidateId}`,
      args: [input],
      staticSummary: `Candidate ${candidateId} of ${runId}`,
      staticDetails: GUIDANCE.candidate,
      // Children inherit the attributes, so that a query for an account or a run also finds the run's candidates.
      typedSearchAttributes: workflowInfo().typedSearchAttributes,
      cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
      // If an operator terminates the search, its children are canceled, so that they still stop their sessions.
      parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    });
  } catch (cause) {
    // A canceled child has already settled its candidate. A terminated or failed child has not.
    if (isCancellation(cause)) return { candidateId, status: 'excluded', reason: 'stopped_by_operator' };
    const terminated = cause instanceof ChildWorkflowFailure && cause.cause instanceof TerminatedFailure;
    return CancellationScope.nonCancellable(() =>
      settleCandidate(input, steps, terminated ? 'stopped_by_operator' : 'internal_error'),
    );
  }
}

/**
 * Stops the session of a candidate (best effort, because its budget limits its cost). Then settles the candidate as
 * passed if `reason` is null, and as excluded otherwise. Does not change a candidate that is already settled. Call it
 * in a non-cancellable scope.
 */
export async function settleCandidate(
  { runId, candidateId }: { runId: string; candidateId: string },
  steps: Steps,
  reason: RunFailureCode | null,
): Promise<CandidateOutcome> {
  const stopped = await steps.stopSession(assignmentId(runId, candidateId)).catch(() => ({ costMicros: null }));
  return steps.settleCandidate(runId, candidateId, reason, stopped.costMicros);
}
