import type { CleanedEnv } from 'envalid';
import { MAX_REPAIRS, SCAN_CONFIRMATION_MS, SEARCH_PARALLELISM, type RunLimits, type ScanLimits } from './work-limits';
import { DEFAULT_BUDGETS, DEFAULT_DEADLINES_MS } from './research-limits';
import { duration, positiveNumber } from './settings';

/** Timeouts of agents' work, shared by the API, which accepts the work, and the worker, which restarts it. */
export const workSettings = {
  STEP_TIMEOUT: duration({
    default: 40_000,
    desc: 'Time limit of a short workflow step; after it, the worker counts as lost',
  }),
  SESSION_HEARTBEAT_TIMEOUT: duration({
    default: 20_000,
    desc: 'How long a worker may be silent before another takes over its agent sessions',
  }),
};

/** Settings of runs, read by the API when it accepts a run. */
export const runSettings = {
  EVALUATION_DEADLINE: duration({
    default: DEFAULT_DEADLINES_MS.evaluation,
    desc: 'Time limit of an evaluation, from its start',
  }),
  SEARCH_DEADLINE: duration({ default: DEFAULT_DEADLINES_MS.search, desc: 'Time limit of a search, from its start' }),
  ...workSettings,
};

function workLimitsOf(env: CleanedEnv<typeof workSettings>) {
  return {
    maxRepairs: MAX_REPAIRS,
    heartbeatTimeoutMs: env.SESSION_HEARTBEAT_TIMEOUT,
    stepTimeoutMs: env.STEP_TIMEOUT,
  };
}

export function runLimitsOf(env: CleanedEnv<typeof runSettings>): RunLimits {
  return {
    ...workLimitsOf(env),
    evaluationDeadlineMs: env.EVALUATION_DEADLINE,
    searchDeadlineMs: env.SEARCH_DEADLINE,
    searchParallelism: SEARCH_PARALLELISM,
  };
}

export function scanLimitsOf(env: CleanedEnv<typeof workSettings>): ScanLimits {
  return {
    ...workLimitsOf(env),
    scanConfirmationMs: SCAN_CONFIRMATION_MS,
    scanDeadlineMs: DEFAULT_DEADLINES_MS.scan,
  };
}

/**
 * Spending limits of agent sessions. The API reserves these amounts, and the worker sets them as budgets at the
 * provider.
 */
export const sessionLimitSettings = {
  RUN_BUDGET: positiveNumber({
    default: DEFAULT_BUDGETS.run,
    desc: 'US dollars at which the session of a run is stopped',
  }),
  SEARCH_CANDIDATE_BUDGET: positiveNumber({
    default: DEFAULT_BUDGETS.candidate,
    desc: 'US dollars at which the session of a search candidate is stopped',
  }),
};

const MICROS_PER_DOLLAR = 1_000_000;

/** Converts {@link sessionLimitSettings} to millionths of a US dollar. */
export function sessionLimitsOf(env: CleanedEnv<typeof sessionLimitSettings>) {
  return {
    runBudgetMicros: env.RUN_BUDGET * MICROS_PER_DOLLAR,
    candidateBudgetMicros: env.SEARCH_CANDIDATE_BUDGET * MICROS_PER_DOLLAR,
  };
}
