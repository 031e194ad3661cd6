/**
 * What research may cost and take. Budgets and deadlines of sessions follow from it (`platform/run-settings.ts`), and
 * `npm run bench -- cost` computes whether prompt, schema and models keep to it.
 */
export const RESEARCH_LIMITS = {
  /** An Idea Check. */
  ideaCheck: {
    typical: { dollars: 3, minutes: 15 },
    heavy: { dollars: 8, minutes: 30 },
  },
  /** A search of 25 candidates with its plan. */
  search: { candidates: 25, dollars: 75 },
} as const;
