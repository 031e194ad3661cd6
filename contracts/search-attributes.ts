/**
 * Search attributes of our workflows, all Keyword: what operators filter by in Temporal Web. `RunId` would be taken: it is the
 * server's own name for one execution of a workflow, and a start that sets it is refused.
 */
export const SEARCH_ATTRIBUTES = {
  kind: 'RunKind',
  accountId: 'AccountId',
  runId: 'ProductRunId',
  orderId: 'OrderId',
  mode: 'Mode',
} as const;
