import type { CleanedEnv } from 'envalid';
import { DEFAULT_BUDGETS, DEFAULT_DEADLINES_MS } from './research-limits';
import { duration, num, positiveNumber } from './settings';

/** Settings of what agents work on, paid or not. Durations are strings such as `30m` (docs/configuration.md). */
const workSettings = {
  RUN_MAX_REPAIRS: num({ default: 3, desc: 'How often findings that fail the checks go back to the agent' }),
  STEP_TIMEOUT: duration({
    default: 40_000,
    desc: 'Longest time of a short workflow step before its worker counts as lost',
  }),
  SESSION_HEARTBEAT_TIMEOUT: duration({
    default: 20_000,
    desc: 'Silence of a worker after which another follows its agent sessions',
  }),
};

/** Settings of free scans, read by the API when it accepts one, and by the worker when it starts one again. */
export const scanSettings = {
  SCAN_DEADLINE: duration({
    default: DEFAULT_DEADLINES_MS.scan,
    desc: 'Deadline of a free scan after its confirmation',
  }),
  ...workSettings,
};

/** Settings of runs, read by the API when it accepts one. */
export const runSettings = {
  RUN_QUEUE_EXPIRY: duration({ default: 3_600_000, desc: 'How long a run may wait before it expires' }),
  EVALUATION_DEADLINE: duration({
    default: DEFAULT_DEADLINES_MS.evaluation,
    desc: 'From the start of an evaluation to its deadline',
  }),
  SEARCH_DEADLINE: duration({
    default: DEFAULT_DEADLINES_MS.search,
    desc: 'From the start of a search to its deadline',
  }),
  SEARCH_PARALLELISM: num({ default: 10, desc: 'Candidates of one search that are researched at the same time' }),
  UNDO_WINDOW: duration({
    default: 120_000,
    desc: 'From the start of a run, how long its owner can take it back with its credit; 0 for not at all',
  }),
  ...workSettings,
};

/** Spending limits of agent sessions: the API reserves them when it accepts a run, the worker sets them. */
export const sessionLimitSettings = {
  RUN_BUDGET: positiveNumber({
    default: DEFAULT_BUDGETS.run,
    desc: 'US dollars at which the agent session of one run is stopped',
  }),
  SEARCH_CANDIDATE_BUDGET: positiveNumber({
    default: DEFAULT_BUDGETS.candidate,
    desc: 'US dollars for the session of one candidate of a search',
  }),
};

const MICROS_PER_DOLLAR = 1_000_000;

/** Converts {@link sessionLimitSettings} to millionths of a US dollar. */
export function sessionLimitsOf(env: CleanedEnv<typeof sessionLimitSettings>) {
  return {
    /** Spend at which the session of one run is stopped. */
    runBudgetMicros: env.RUN_BUDGET * MICROS_PER_DOLLAR,
    /** Spending limit for the session of one candidate of a search. */
    candidateBudgetMicros: env.SEARCH_CANDIDATE_BUDGET * MICROS_PER_DOLLAR,
  };
}
