import { ACTIVITY_FAILURES } from '../base/activity-failures';
import type { RunFailureCode } from '../base/run-failures';
import type { RunOutcome, RunStatusName } from '../modules/run-kinds/contract';
import { RUN } from '../modules/run-kinds/rules';
import { completeRun, endRun } from '../modules/runs/store/end';
import { beginRun } from '../modules/runs/store/progress';
import { loadRun } from '../modules/runs/store/runs';
import type { ScanStatusName } from '../modules/scans/contract';
import { beginScan, endScan, expireScan } from '../modules/scans/store/progress';
import type { ActivityDeps } from './deps';
import { brokenRecord, finalFailure } from './failures';

/** Final status of a run by failure reason. All other reasons mean `failed`. */
const ENDS_AS: Partial<Record<RunFailureCode, 'canceled' | 'expired'>> = {
  canceled: 'canceled',
  queue_expired: 'expired',
};

/** Maximum length of the error message stored with a failed run. */
const MOST_WORDS = 500;

/** Activities that change the state of a run. Each is idempotent. */
export function createRecordActivities({ db, agents }: ActivityDeps) {
  return {
    /**
     * Takes the run out of the queue. Returns `overdue` if it waited too long and must expire, and `isDelayed` if the
     * run stays queued because the agent provider refuses all work.
     */
    async beginRun(
      runId: string,
      deadlineMs: number,
    ): Promise<{ status: RunStatusName; overdue: boolean; isDelayed?: boolean }> {
      const begun = await beginRun(db, runId, deadlineMs);
      // A restore of the database lost the run, so retrying would never succeed.
      if (!begun) throw brokenRecord(`No run ${runId}`);
      const { status, overdue, isDelayed } = begun;
      return { status, overdue, ...(isDelayed && { isDelayed }) };
    },

    /** Closes the session and completes the run with its cost. Returns the run's outcome. */
    async completeRun(runId: string): Promise<RunOutcome> {
      const sessionId = (await loadRun(db, runId))?.sessionId;
      // Best effort: the findings are stored, so an outage of the provider must not make the customer's run fail.
      const costMicros = sessionId ? await closeSession(sessionId) : null;
      await completeRun(db, runId, costMicros);
      return outcomeOf(runId);
    },

    /** Ends the run for a reason, and returns its credit if the failure is ours. Returns the run's outcome. */
    async endRun(
      runId: string,
      reason: RunFailureCode,
      costMicros: number | null,
      words: string | null = null,
    ): Promise<RunOutcome> {
      await endRun(db, runId, ENDS_AS[reason] ?? 'failed', reason, costMicros, words?.slice(0, MOST_WORDS) ?? null);
      return outcomeOf(runId);
    },
  };

  async function outcomeOf(runId: string): Promise<RunOutcome> {
    const run = await loadRun(db, runId);
    if (!run) throw brokenRecord(`No run ${runId}`);
    // When this activity fails, the workflow starts the run again.
    if (!RUN.isTerminal(run.status)) {
      throw finalFailure(ACTIVITY_FAILURES.outcomeLost, `Run ${runId} could not be ended: ${run.status}`);
    }
    const { status, failureCode, entitlementRestored } = run;
    return status === 'completed'
      ? { status, failureCode }
      : { status, failureCode, creditReturned: entitlementRestored };
  }

  async function closeSession(sessionId: string): Promise<number | null> {
    return agents.stop(sessionId).then(
      (spend) => spend?.costMicros ?? null,
      () => null,
    );
  }
}

/**
 * Activities of free scans. Each is idempotent.
 * @throws ApplicationFailure `scan_not_found`, not retried, if a database restore lost the scan
 */
export function createScanActivities({ db }: ActivityDeps) {
  return {
    beginScan: (scanId: string): Promise<ScanStatusName> => required(scanId, beginScan(db, scanId)),

    expireScan: (scanId: string): Promise<ScanStatusName> => required(scanId, expireScan(db, scanId)),

    /** Ends a scan and returns its status. The scan is completed if `reason` is null. */
    endScan: (scanId: string, reason: RunFailureCode | null, costMicros: number | null): Promise<ScanStatusName> =>
      required(scanId, endScan(db, scanId, { reason, costMicros })),
  };
}

async function required(scanId: string, status: Promise<ScanStatusName | null>): Promise<ScanStatusName> {
  const known = await status;
  if (known === null) throw finalFailure(ACTIVITY_FAILURES.scanNotFound, `There is no scan ${scanId}`);
  return known;
}
