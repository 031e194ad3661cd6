/**
 * Limits of research in US dollars and minutes. Default budgets and deadlines derive from them. `npm run bench -- cost`
 * computes the cost of typical and heavy sessions, and a test checks that it stays within these limits.
 */
export const RESEARCH_LIMITS = {
  ideaCheck: {
    typical: { dollars: 3, minutes: 15 },
    /** These limits are also the budget and the deadline of the session. */
    heavy: { dollars: 8, minutes: 30 },
  },
  /** Limits of a whole search. Its planning session and each candidate also have their own budgets. */
  search: { candidates: 25, dollars: 75, candidateDollars: 2.6, minutes: 240 },
  scan: { dollars: 0.5, minutes: 10 },
} as const;

const MINUTE_MS = 60_000;

export const DEFAULT_BUDGETS = {
  /** Budget of the run's own session, which researches an Idea Check or plans a search. */
  run: RESEARCH_LIMITS.ideaCheck.heavy.dollars,
  candidate: RESEARCH_LIMITS.search.candidateDollars,
  scan: RESEARCH_LIMITS.scan.dollars,
} as const;

/** Default deadlines in milliseconds. */
export const DEFAULT_DEADLINES_MS = {
  evaluation: RESEARCH_LIMITS.ideaCheck.heavy.minutes * MINUTE_MS,
  search: RESEARCH_LIMITS.search.minutes * MINUTE_MS,
  scan: RESEARCH_LIMITS.scan.minutes * MINUTE_MS,
} as const;
