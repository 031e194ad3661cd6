import type { RunFailureCode } from '../contracts/run-failures';
import { isFinished, type RunOutcome, type RunStatusName } from '../contracts/runs';
import { beginRun, completeRun } from '../store/runs/advance-run';
import { costOfCandidates } from '../store/runs/candidates';
import { endRun } from '../store/runs/end-run';
import { loadRun } from '../store/runs/read-runs';
import type { ActivityDeps } from './deps';
import { endsRun } from './failures';

/** The status in which a run ends for each reason; every other reason is a failure. */
const ENDS_AS: Partial<Record<RunFailureCode, 'canceled' | 'expired'>> = {
  canceled: 'canceled',
  queue_expired: 'expired',
};

/** Activities that move a run from state to state. Each may run twice. */
export function createRecordActivities({ db, agents }: ActivityDeps) {
  return {
    /** Takes the run out of the queue; `overdue` where it waited too long and must expire. */
    async beginRun(runId: string, deadlineMs: number): Promise<{ status: RunStatusName; overdue: boolean }> {
      const { status, overdue } = await beginRun(db, runId, deadlineMs);
      return { status, overdue };
    },

    /** Completes the run with what its session cost, after closing the session. Says how the run stands. */
    async completeRun(runId: string): Promise<RunOutcome> {
      const sessionId = (await loadRun(db, runId))?.sessionId;
      // The findings are there: a provider that is down now must not cost the customer the run.
      const costMicros = sessionId ? await closeSession(sessionId) : null;
      await completeRun(db, runId, await withCandidates(runId, costMicros));
      return standing(runId);
    },

    /** Ends the run for a reason, giving its credit back where the reason is ours. Says how the run stands. */
    async endRun(runId: string, reason: RunFailureCode, costMicros: number | null): Promise<RunOutcome> {
      await endRun(db, runId, ENDS_AS[reason] ?? 'failed', reason, await withCandidates(runId, costMicros));
      return standing(runId);
    },
  };

  async function standing(runId: string): Promise<RunOutcome> {
    const run = await loadRun(db, runId);
    const status = run?.status as RunStatusName;
    if (!run || !isFinished(status)) throw endsRun('internal_error', `Run ${runId} could not be ended: ${status}`);
    return { status, failureCode: run.failureCode as RunFailureCode | null };
  }

  // What the candidates of a search cost counts even where its own session's cost could not be had.
  async function withCandidates(runId: string, costMicros: number | null): Promise<number | null> {
    const costs = [costMicros, await costOfCandidates(db, runId)].filter((cost) => cost !== null);
    return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
  }

  async function closeSession(sessionId: string): Promise<number | null> {
    return agents.stop(sessionId).then(
      (spend) => spend?.costMicros ?? null,
      () => null,
    );
  }
}
