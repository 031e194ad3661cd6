import { RUN_FAILURES } from '../../../base/run-failures';
import type { RunStatus } from '../../run-kinds/contract';
import { hasPortfolio } from '../../run-kinds/rules';
import { evidenceOf, type Run } from '../store/runs';

const views = new WeakMap<Run, RunStatus>();

/** API view of a run (docs/interface/runs.md). Created once per cached run. Frozen, because its JSON is cached too. */
export function toRunStatus(run: Run): RunStatus {
  const known = views.get(run);
  if (known) return known;
  const view = Object.freeze(viewOf(run));
  views.set(run, view);
  return view;
}

function viewOf(run: Run): RunStatus {
  const failure = run.failureCode ? RUN_FAILURES[run.failureCode] : null;
  const path = `/v1/runs/${run.id}`;
  return {
    runId: run.id,
    kind: run.kind,
    status: run.status,
    stage: run.stage,
    ...(run.review && run.status === 'queued' && { review: true }),
    progress: { done: run.progressDone, total: run.progressTotal },
    mode: run.mode,
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
        : {
            amount: Math.ceil(run.costMicros / 10_000),
            amountMicros: run.costMicros,
            claimCheckMicros: run.claimCheckMicros ?? 0,
            currency: 'usd',
          },
    evidence: evidenceOf(run),
    failureReason: failure?.message ?? null,
    failure: failure && { code: run.failureCode!, message: failure.message, retryable: failure.retryable },
    entitlementRestored: run.entitlementRestored,
    findingsSchemaVersion: run.findingsVersion,
    metadata: run.metadata,
    links: {
      findings: `${path}/findings`,
      dossier: `${path}/dossier`,
      portfolio: hasPortfolio(run) ? `${path}/portfolio` : null,
      export: `${path}/export`,
    },
  };
}

/** Entity tag of a run, from its version, which every change increments. */
export function runTag(run: Run): string {
  return `"${run.version}"`;
}
