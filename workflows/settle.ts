import { assignmentId } from '../contracts/assignments';
import type { RunFailureCode } from '../contracts/run-failures';
import type { CandidateOutcome } from '../contracts/workflow-messages';
import type { Steps } from './steps';

/**
 * Stops the session of a candidate (best effort: it has a budget of its own) and settles the candidate with its cost:
 * passed where `reason` is null, else excluded. One that is settled already stays as it is. Not to be canceled.
 */
export async function settle(
  { runId, candidateId }: { runId: string; candidateId: string },
  steps: Steps,
  reason: RunFailureCode | null,
): Promise<CandidateOutcome> {
  const stopped = await steps.stopSession(assignmentId(runId, candidateId)).catch(() => ({ costMicros: null }));
  return steps.settleCandidate(runId, candidateId, reason, stopped.costMicros);
}
