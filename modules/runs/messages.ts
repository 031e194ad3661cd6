import type { Mode } from '../../base/access';
import type { RunLimits } from '../../base/work-limits';
import {
  runWorkflowId,
  WORKFLOWS,
  type EvaluationInput,
  type SearchInput,
  type WorkflowMessage,
} from '../../base/workflow-messages';
import type { RunKind } from '../run-kinds/contract';
import { kindOf } from '../run-kinds/rules';

interface RunOfMessage {
  id: string;
  kind: RunKind;
  accountId: string;
  mode: Mode;
  progressTotal: number;
}

/** Message that starts the workflow of a paid run. A signal arrives even if the workflow has not started yet. */
export function runMessage(
  limits: RunLimits,
  run: RunOfMessage,
  signal?: 'cancelRequested' | 'deadlineReached',
): WorkflowMessage {
  const { label, workflow, deadline, progress } = kindOf(run);
  const { id: runId, accountId, mode, progressTotal } = run;
  const input: EvaluationInput = {
    runId,
    accountId,
    mode,
    deadlineMs: limits[deadline],
    maxRepairs: limits.maxRepairs,
    heartbeatTimeoutMs: limits.heartbeatTimeoutMs,
    stepTimeoutMs: limits.stepTimeoutMs,
  };
  const fansOut = progress === 'candidates';
  return {
    workflowType: WORKFLOWS[workflow],
    workflowId: runWorkflowId(workflow, runId),
    input: fansOut ? withCandidates(limits, input, progressTotal) : input,
    ...(signal && { signal }),
    summary: `${label} ${runId}${fansOut ? `, ${progressTotal} candidates` : ''} (${mode})`,
    search: { kind: run.kind, accountId, runId, mode },
  };
}

// Required by the message, but has no effect here: a running workflow keeps the settings that it started with.
const UNUSED: RunLimits = {
  maxRepairs: 0,
  heartbeatTimeoutMs: 20_000,
  stepTimeoutMs: 60_000,
  evaluationDeadlineMs: 60_000,
  searchDeadlineMs: 60_000,
  searchParallelism: 1,
};

/** Cancels a started run from a process that does not know the run settings. */
export function cancelMessage(run: RunOfMessage): WorkflowMessage {
  return runMessage(UNUSED, run, 'cancelRequested');
}

function withCandidates(limits: RunLimits, input: EvaluationInput, candidateCount: number): SearchInput {
  return {
    ...input,
    candidateCount,
    parallelism: limits.searchParallelism,
    // Each candidate is researched like an evaluation, so it has the same deadline.
    candidateDeadlineMs: limits.evaluationDeadlineMs,
  };
}
