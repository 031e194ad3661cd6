import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createLiveness } from '../../base/observation/server';
import type { RunFailureCode } from '../../base/run-failures';
import type { WorkflowMessage } from '../../base/workflow-messages';
import { htmlDossier } from '../../modules/dossiers/html/html-dossier';
import { dossierModel } from '../../modules/dossiers/model/dossier-model';
import { AGENT_NAME, type ResearchAgents } from '../../modules/findings/contract/agents';
import type { Findings } from '../../modules/findings/contract/findings';
import { fingerprint, type IdempotencyClaim } from '../../modules/outbox/store/claims';
import { acknowledge } from '../../modules/outbox/store/outbox';
import { runMessage } from '../../modules/runs/messages';
import { acceptRun } from '../../modules/runs/store/accept';
import { saveArtifact } from '../../modules/runs/store/artifacts';
import { completeRun, endRun } from '../../modules/runs/store/end';
import { beginRun, reachStage } from '../../modules/runs/store/progress';
import type { Database } from '../../prisma/client';
import { runSweep } from '../../worker/sweep';
import { forgetEverywhere, IDEA, type Customer } from './api';
import type { TestDatabase } from './database';

const HOUR_MS = 3_600_000;

/** Moves a queued run to running, as its workflow would. Every API in this process then rereads the run. */
export async function begin(db: TestDatabase, runId: string) {
  const begun = await beginRun(db, runId, HOUR_MS);
  forgetEverywhere(runId);
  return begun;
}

/** Moves a queued run to completed, with short documents. */
export async function complete(db: TestDatabase, runId: string, findings: object): Promise<void> {
  await begin(db, runId);
  await reachStage(db, runId, 'validating');
  await saveArtifact(db, runId, 'findings', Buffer.from(JSON.stringify(findings)));
  await reachStage(db, runId, 'rendering');
  await saveArtifact(db, runId, 'dossierHtml', Buffer.from('<!doctype html><title>dossier</title>'));
  await saveArtifact(db, runId, 'dossierPdf', Buffer.from('%PDF-1.7 dossier'));
  await completeRun(db, runId, 123_456);
  forgetEverywhere(runId);
}

export async function fail(db: TestDatabase, runId: string, reason: RunFailureCode): Promise<void> {
  await begin(db, runId);
  await endRun(db, runId, 'failed', reason, 1_000);
  forgetEverywhere(runId);
}

/** A unique idempotency claim, as for a request with a live key. */
export function liveClaim(accountId: string, operation: string, body: unknown): IdempotencyClaim {
  return { accountId, mode: 'live', operation, key: randomUUID(), fingerprint: fingerprint(body) };
}

/** Dossier of new research whose sources have not been checked. */
export function researchDossier(findings: Findings): string {
  return htmlDossier(dossierModel({ ...findings, provenance: { ...findings.provenance, provider: 'anthropic' } }));
}

/** Sweep options for tests, except those that each test sets. */
export const SWEEPING = {
  agentName: AGENT_NAME,
  keepUnconfirmedMs: 30 * 24 * 3_600_000,
  scans: {
    scanConfirmationMs: 3 * 24 * 3_600_000,
    scanDeadlineMs: 60_000,
    maxRepairs: 3,
    heartbeatTimeoutMs: 2_000,
    stepTimeoutMs: 40_000,
  },
  database: { failed: () => undefined, answered: () => undefined },
  log: pino({ level: 'silent' }),
  startedErasures: () => Promise.resolve([]),
  isCurrent: () => Promise.resolve(true),
} satisfies Partial<Parameters<typeof runSweep>[2]>;

/** Sweeps as the worker does, and counts completed passes. `stop` resolves when the last pass has ended. */
export function startSweeping(db: Database, agents: ResearchAgents, intervalMs: number, lateAfterMs = 60_000) {
  const stopping = new AbortController();
  const liveness = createLiveness();
  const { completed, moved } = liveness.watch('sweep', lateAfterMs);
  let passes = 0;
  const watch = { moved, completed: () => (passes++, completed()) };
  const sweeping = runSweep(db, agents, { ...SWEEPING, intervalMs, signal: stopping.signal, watch });
  return {
    liveness,
    passes: () => passes,
    async stop(): Promise<void> {
      stopping.abort();
      await sweeping;
    },
  };
}

/** The product's default limits. */
const LIMITS = {
  evaluationDeadlineMs: 1_800_000,
  searchDeadlineMs: 14_400_000,
  searchParallelism: 10,
  maxRepairs: 3,
  heartbeatTimeoutMs: 20_000,
  stepTimeoutMs: 60_000,
};

/** Accepts an Idea Check as the API does. Returns the message that starts its workflow, for the caller to send. */
export async function acceptEvaluation(db: TestDatabase, customer: Customer): Promise<WorkflowMessage> {
  const run = { kind: 'idea_check', mode: 'live', progressTotal: 3 } as const;
  const input = { idea: IDEA };
  const { pending } = await acceptRun(db, liveClaim(customer.accountId, 'POST /v1/evaluations', input), {
    ...customer,
    ...run,
    apiKeyId: customer.keyId,
    input,
    queueExpiryMs: 3_600_000,
    returnsPerDay: 3,
    reservation: { mostCents: 1_000, leastCents: 1 },
    pollAfterSeconds: 2,
    start: (id) => runMessage(LIMITS, { ...run, id, accountId: customer.accountId }),
  });
  await acknowledge(db, pending[0]!.id);
  return pending[0]!.message;
}
