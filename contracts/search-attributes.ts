/**
 * Search attributes of every workflow, all of type Keyword. The local server registers them at its start, the compose file in
 * its set-up, and workflow starts fill them. They hold ids and codes only, never personal data (design, Durability rule 7).
 */
export const SEARCH_ATTRIBUTES = {
  runKind: 'RunKind',
  accountId: 'AccountId',
  runId: 'RunId',
  mode: 'Mode',
} as const;

/** Name of one search attribute, as Temporal Web shows it. */
export type SearchAttributeName = (typeof SEARCH_ATTRIBUTES)[keyof typeof SEARCH_ATTRIBUTES];
