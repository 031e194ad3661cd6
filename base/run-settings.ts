import type { CleanedEnv } from 'envalid';
import { MAX_REPAIRS, SCAN_CONFIRMATION_MS, SEARCH_PARALLELISM, type RunPatience, type ScanPatience } from './patience';
import { DEFAULT_BUDGETS, DEFAULT_DEADLINES_MS } from './research-limits';
import { duration, positiveNumber } from './settings';

/** Timeouts of agent work, paid or free. The API uses them when it accepts a scan, the worker when it restarts one. */
export const workSettings = {
  STEP_TIMEOUT: duration({
    default: 40_000,
    desc: 'Timeout of a short workflow step; its worker then counts as lost',
  }),
  SESSION_HEARTBEAT_TIMEOUT: duration({
    default: 20_000,
    desc: 'Silence of a worker before another one takes over its agent sessions',
  }),
};

/** Settings of runs, read by the API when it accepts a run. */
export const runSettings = {
  EVALUATION_DEADLINE: duration({
    default: DEFAULT_DEADLINES_MS.evaluation,
    desc: 'Longest time of an evaluation, from its start',
  }),
  SEARCH_DEADLINE: duration({ default: DEFAULT_DEADLINES_MS.search, desc: 'Longest time of a search, from its start' }),
  ...workSettings,
};

function workPatienceOf(env: CleanedEnv<typeof workSettings>) {
  return {
    maxRepairs: MAX_REPAIRS,
    heartbeatTimeoutMs: env.SESSION_HEARTBEAT_TIMEOUT,
    stepTimeoutMs: env.STEP_TIMEOUT,
  };
}

export function runPatienceOf(env: CleanedEnv<typeof runSettings>): RunPatience {
  return {
    ...workPatienceOf(env),
    evaluationDeadlineMs: env.EVALUATION_DEADLINE,
    searchDeadlineMs: env.SEARCH_DEADLINE,
    searchParallelism: SEARCH_PARALLELISM,
  };
}

/** Converts {@link workSettings} for free scans, for the API and for the worker that restarts them. */
export function scanPatienceOf(env: CleanedEnv<typeof workSettings>): ScanPatience {
  return {
    ...workPatienceOf(env),
    scanConfirmationMs: SCAN_CONFIRMATION_MS,
    scanDeadlineMs: DEFAULT_DEADLINES_MS.scan,
  };
}

/** Spending limits of agent sessions: the API reserves them when it accepts a run, and the worker enforces them. */
export const sessionLimitSettings = {
  RUN_BUDGET: positiveNumber({
    default: DEFAULT_BUDGETS.run,
    desc: 'Cost limit of a run’s agent session, in US dollars',
  }),
  SEARCH_CANDIDATE_BUDGET: positiveNumber({
    default: DEFAULT_BUDGETS.candidate,
    desc: 'Cost limit of one candidate’s session in a search, in US dollars',
  }),
};

const MICROS_PER_DOLLAR = 1_000_000;

/** Converts {@link sessionLimitSettings} to millionths of a US dollar. */
export function sessionLimitsOf(env: CleanedEnv<typeof sessionLimitSettings>) {
  return {
    /** Cost limit of a run's own session. */
    runBudgetMicros: env.RUN_BUDGET * MICROS_PER_DOLLAR,
    /** Cost limit of one candidate's session. */
    candidateBudgetMicros: env.SEARCH_CANDIDATE_BUDGET * MICROS_PER_DOLLAR,
  };
}
