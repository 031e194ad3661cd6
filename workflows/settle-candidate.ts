import { assignmentId } from '../contracts/assignments';
import type { RunFailureCode } from '../contracts/run-failures';
import type { CandidateOutcome } from '../contracts/workflow-messages';
import type { Steps } from './steps';

/**
 * Stops the session of a candidate (best effort: its own budget limits the cost) and settles the candidate: passed if
 * `reason` is null, otherwise excluded. A settled candidate stays unchanged. Call it in a non-cancellable scope.
 */
export async function settleCandidate(
  { runId, candidateId }: { runId: string; candidateId: string },
  steps: Steps,
  reason: RunFailureCode | null,
): Promise<CandidateOutcome> {
  const stopped = await steps.stopSession(assignmentId(runId, candidateId)).catch(() => ({ costMicros: null }));
  return steps.settleCandidate(runId, candidateId, reason, stopped.costMicros);
}
