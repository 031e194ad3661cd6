import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';

/** How patient the steps of a workflow are; it comes with the input. */
export interface Patience {
  /** Within which a short step is back: else its worker is lost. */
  stepTimeoutMs?: number;
  /** Longest life of a session that is followed. */
  deadlineMs: number;
  /** Silence after which another worker follows a session. */
  heartbeatTimeoutMs: number;
}

// What ends a run or a candidate goes before what begins one: it is short, frees a session, and there is never more of
// it than was begun, so nothing starves behind it. Between accounts the fairness key decides (see `workflow-starter.ts`).
const FIRST = { priority: { priorityKey: 2 } };

// Runs that were accepted before the input carried this one.
const FIRST_STEP_TIMEOUT_MS = 60_000;

// Eager dispatch would pass by the queue, and with it the turns that accounts take there for sessions.
const QUEUED = { allowEagerDispatch: false };

/** The activities of evaluations and searches, as patient as the input says. */
export function stepsOf({ stepTimeoutMs = FIRST_STEP_TIMEOUT_MS, deadlineMs, heartbeatTimeoutMs }: Patience) {
  const short = { startToCloseTimeout: stepTimeoutMs };
  // Six tries of a call of the provider take about a minute of an outage.
  const calls = { ...short, retry: { maximumAttempts: 6, maximumInterval: '30 seconds' } } as const;
  // What moves a paid run is tried until the database takes it: it is never left hanging.
  const records = { ...short, retry: { maximumInterval: '30 seconds' } } as const;
  const { startSession } = proxyActivities<Activities>({ ...calls, ...QUEUED, summary: 'Start the agent session' });
  const { checkSubmission } = proxyActivities<Activities>({ ...calls, summary: 'Check what was handed in' });
  const { stopSession } = proxyActivities<Activities>({ ...calls, ...FIRST, summary: 'Stop the agent session' });
  const { renderDossier } = proxyActivities<Activities>({ ...calls, summary: 'Render the dossier' });
  const { rankCandidates } = proxyActivities<Activities>({ ...records, summary: 'Rank the candidates' });
  const { settleCandidate } = proxyActivities<Activities>({ ...records, ...FIRST, summary: 'Settle the candidate' });
  const { completeRun } = proxyActivities<Activities>({ ...records, ...FIRST, summary: 'Complete the run' });
  // The heartbeat carries the session's cursor: another worker goes on where a lost one was.
  const { followSession } = proxyActivities<Activities>({
    startToCloseTimeout: deadlineMs,
    heartbeatTimeout: heartbeatTimeoutMs,
    retry: { maximumInterval: '10 seconds' },
    ...QUEUED,
    summary: 'Follow the agent session',
  });
  return {
    startSession,
    followSession,
    checkSubmission,
    stopSession,
    renderDossier,
    rankCandidates,
    settleCandidate,
    completeRun,
  };
}

/** The steps of one workflow; see {@link stepsOf}. */
export type Steps = ReturnType<typeof stepsOf>;
