/**
 * What research may cost, in US dollars, and take, in minutes: the one place from which the defaults of budgets and
 * deadlines follow. `npm run bench -- cost` computes what sessions need, and a test holds prompt, schema and models to it.
 */
export const RESEARCH_LIMITS = {
  ideaCheck: {
    typical: { dollars: 3, minutes: 15 },
    /** Also the budget of its session, and its deadline. */
    heavy: { dollars: 8, minutes: 30 },
  },
  /** A whole search, whatever its sessions do: its plan and each candidate are stopped at their part. */
  search: { candidates: 25, dollars: 75, candidateDollars: 2.6, minutes: 240 },
  scan: { dollars: 0.5, minutes: 10 },
} as const;

const MINUTE_MS = 60_000;

/** Budgets of sessions unless an operator sets others, in US dollars. */
export const DEFAULT_BUDGETS = {
  /** Of a run's own session: the research of an Idea Check, the plan of a search. */
  run: RESEARCH_LIMITS.ideaCheck.heavy.dollars,
  candidate: RESEARCH_LIMITS.search.candidateDollars,
  scan: RESEARCH_LIMITS.scan.dollars,
} as const;

/** Deadlines unless an operator sets others, in milliseconds. */
export const DEFAULT_DEADLINES_MS = {
  evaluation: RESEARCH_LIMITS.ideaCheck.heavy.minutes * MINUTE_MS,
  search: RESEARCH_LIMITS.search.minutes * MINUTE_MS,
  scan: RESEARCH_LIMITS.scan.minutes * MINUTE_MS,
} as const;
