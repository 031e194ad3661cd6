import { RUN_FAILURES, type RunFailureCode } from '../../../contracts/run-failures';
import type { RunStatus } from '../../../contracts/runs';
import type { Run } from '../../../prisma/client';

/** A run as its owner sees it (contract.md, RunStatus). */
export function toRunStatus(run: Run): RunStatus {
  const failure = run.failureCode ? RUN_FAILURES[run.failureCode as RunFailureCode] : null;
  const path = `/v1/runs/${run.id}`;
  return {
    runId: run.id,
    kind: run.kind as RunStatus['kind'],
    status: run.status as RunStatus['status'],
    stage: run.stage as RunStatus['stage'],
    progress: { done: run.progressDone, total: run.progressTotal },
    mode: run.mode as RunStatus['mode'],
    provider: {
      name: run.provider,
      agentId: run.agentId,
      agentVersion: run.agentVersion,
      sessionId: run.sessionId,
    },
    workflowId: run.workflowId,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    completedAt: run.completedAt?.toISOString() ?? null,
    updatedAt: run.updatedAt.toISOString(),
    deadlineAt: run.deadlineAt?.toISOString() ?? null,
    cost:
      run.costMicros === null
        ? null
        : { amount: Math.ceil(run.costMicros / 10_000), amountMicros: run.costMicros, currency: 'usd' },
    failureReason: failure?.message ?? null,
    failure: failure && { code: run.failureCode!, message: failure.message, retryable: failure.retryable },
    entitlementRestored: run.entitlementRestored,
    findingsSchemaVersion: run.findingsVersion,
    links: {
      findings: `${path}/findings`,
      dossier: `${path}/dossier`,
      portfolio: run.kind === 'custom_search' ? `${path}/portfolio` : null,
      export: `${path}/export`,
    },
  };
}

/** Entity tag of a run's status: every change of the run has a version of its own. */
export function runTag(run: Run): string {
  return `"${run.version}"`;
}
