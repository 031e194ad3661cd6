import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { checkEach, typeOf } from '../activities/check-each';
import type { Outage } from '../base/log';
import type { LoopWatch } from '../base/observation/server';
import type { ScanLimits } from '../base/work-limits';
import { purgePendingAccounts } from '../modules/accounts/store/accounts';
import { purgeForgottenDevices } from '../modules/accounts/store/devices';
import type { ResearchAgents } from '../modules/findings/contract/agents';
import { recordDrift } from '../modules/findings/store/agents';
import { addUpFigures } from '../modules/operations/store/figures';
import { recordChecks, recordPass, type ItemCheck } from '../modules/operations/store/sweeps';
import { purgeExpiredRecords } from '../modules/outbox/store/claims';
import { endLostComparisons } from '../modules/reconciliation/store/reconciliation';
import { purgeExpired } from '../modules/retention/store/retention';
import { endOverdueRuns, overdueRuns } from '../modules/runs/store/end';
import { purgeUnconfirmed } from '../modules/scans/store/scans';
import type { Database } from '../prisma/client';
import { isDatabaseUnavailable } from '../prisma/connection';
import { purgeOutbox } from './relay';
import {
  closeSessions,
  deleteSessions,
  findStrays,
  alertOfErasures,
  repeatErasures,
  startLostWork,
} from './sweep-steps';

const RETENTION_INTERVAL_MS = 3_600_000;
const RESTORED_INTERVAL_MS = 3_600_000;
const RETENTION_BATCH = 1_000;
/** Batches per pass: enough to delete millions of rows a day, but few enough to leave time for other work. */
const MAX_BATCHES = 50;

/**
 * Handles work that no workflow owns: overdue runs, rows whose workflow is lost, agent drift, and rows whose retention
 * has ended.
 */
export async function runSweep(
  db: Database,
  agents: ResearchAgents,
  options: {
    agentName: string;
    intervalMs: number;
    keepUnconfirmedMs: number;
    scans: ScanLimits;
    database: Outage;
    log: Logger;
    signal: AbortSignal;
    /** Reports a completed pass if the database responded. */
    watch?: LoopWatch;
    /** Accounts whose erasure workflow Temporal has a record of, whether it is running or has ended. */
    startedErasures(): Promise<string[]>;
    /** True if this is the current build. Only the current build checks for drift. */
    isCurrent(): Promise<boolean>;
  },
): Promise<void> {
  const { agentName, intervalMs, keepUnconfirmedMs, scans, database, log, signal, watch, startedErasures, isCurrent } =
    options;
  const onProgress = () => watch?.moved();
  let retentionDue = 0;
  let restoredDue = 0;
  const steps = {
    'overdue runs': async () => {
      const ended = await endOverdue(db, log, onProgress);
      if (ended > 0) log.warn({ runs: ended }, 'overdue runs were ended by the sweep');
    },
    'lost work': () => startLostWork(db, scans, { log, onProgress }),
    'lost comparisons': () => endLostComparisons(db),
    'stray sessions': () => findStrays(db, agents, agentName, log),
    'open sessions': () => closeSessions(db, agents, log, onProgress),
    'deleted runs': () => deleteSessions(db, agents, log, onProgress),
    drift: async () => {
      // The agent of the current build would look drifted to a build with a different definition.
      if (!(await isCurrent())) return;
      const driftStatus = await agents.drift().then(
        (drift) => drift.status,
        () => 'unknown' as const,
      );
      await recordDrift(db, agentName, { definition: agents.definition, driftStatus });
    },
    'alerts of erasures': () => alertOfErasures(db),
    'restored erasures': async () => {
      // After a restore, the workers restart, and a worker's first pass always checks for lost erasures.
      if (Date.now() < restoredDue) return;
      await repeatErasures(db, startedErasures, { log, onProgress });
      restoredDue = Date.now() + RESTORED_INTERVAL_MS;
    },
    outbox: () => inBatches((limit) => purgeOutbox(db, limit)),
    'idempotency records': () => inBatches((limit) => purgeExpiredRecords(db, limit)),
    'unconfirmed scans': () => inBatches((limit) => purgeUnconfirmed(db, keepUnconfirmedMs, limit)),
    figures: () => addUpFigures(db),
    retention: async () => {
      if (Date.now() < retentionDue) return;
      // If batches are full, more rows are due. Otherwise, reads the tables only once an hour.
      const full = await inBatches(async (limit) => {
        const purged = await purgeExpired(db, limit);
        if (Object.keys(purged).length > 0) log.info({ purged }, 'rows past their retention were deleted');
        return Math.max(0, ...Object.values(purged));
      });
      retentionDue = full ? 0 : Date.now() + RETENTION_INTERVAL_MS;
    },
    'pending accounts': () => inBatches((limit) => purgePendingAccounts(db, limit)),
    'forgotten browsers': () => inBatches((limit) => purgeForgottenDevices(db, limit)),
  };
  /** Purges until a batch is not full. Returns true if even the last allowed batch was full. */
  async function inBatches(purge: (limit: number) => Promise<number>): Promise<boolean> {
    let full = true;
    for (let batch = 0; full && batch < MAX_BATCHES && !signal.aborted; batch++) {
      full = (await purge(RETENTION_BATCH)) >= RETENTION_BATCH;
      onProgress();
    }
    return full;
  }
  while (!signal.aborted) {
    const checks: ItemCheck[] = [];
    for (const [name, step] of Object.entries(steps)) {
      const error = await step().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (isDatabaseUnavailable(error)) database.failed(error);
      else if (error !== null) log.warn({ err: error }, `sweep of ${name} failed`);
      checks.push({ item: name, error: error === null ? null : typeOf(error) });
      onProgress();
    }
    const isDone = await recordChecks(db, 'upkeep', checks)
      .then(() => recordPass(db, 'upkeep'))
      .then(
        () => (watch?.completed(), true),
        (error: unknown) => (database.failed(error), false),
      );
    await sleep(isDone ? intervalMs : Math.min(intervalMs, 15_000), undefined, { signal }).catch(() => undefined);
  }
}

// Ends runs one by one, so that a run that cannot be ended does not block other runs.
async function endOverdue(db: Database, log: Logger, onProgress: () => void): Promise<number> {
  return checkEach(
    db,
    {
      name: 'overdue_runs',
      list: (before, limit) => overdueRuns(db, before, limit),
      idOf: (runId) => runId,
      check: async (runId) => (await endOverdueRuns(db, 1, runId)).length > 0,
    },
    {
      onProgress,
      onFailure: (runId, error) => log.error({ runId, err: error }, 'an overdue run could not be ended'),
    },
  );
}
