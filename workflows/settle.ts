import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import { readAssignmentId } from '../contracts/assignments';
import type { RunFailureCode } from '../contracts/run-failures';
import type { CandidateOutcome } from '../contracts/workflow-messages';
import { stopSession } from './research-session';

// Tried until the database takes it, and before what begins, as the end of a run is (see `paid-run.ts`).
const { settleCandidate } = proxyActivities<Activities>({
  startToCloseTimeout: '20 seconds',
  retry: { maximumInterval: '30 seconds' },
  summary: 'Settle the candidate',
  priority: { priorityKey: 2 },
});

/**
 * Stops the session of a candidate (best effort: it has a budget of its own) and settles the candidate with its cost:
 * passed where `reason` is null, else excluded. One that is settled already stays as it is. Not to be canceled.
 */
export async function settle(assignmentId: string, reason: RunFailureCode | null): Promise<CandidateOutcome> {
  const { runId, candidateId } = readAssignmentId(assignmentId);
  const { costMicros } = await stopSession(assignmentId).catch(() => ({ costMicros: null }));
  return settleCandidate(runId, candidateId!, reason, costMicros);
}
