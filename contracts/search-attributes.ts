/**
 * Search attributes of our workflows, all Keyword: what operators filter by in Temporal Web. `RunId` would be taken: it is the
 * server's own name for one execution of a workflow, and a start that sets it is refused. So would `Mode` in a query, where
 * it is a word of SQL.
 */
export const SEARCH_ATTRIBUTES = {
  kind: 'RunKind',
  accountId: 'AccountId',
  runId: 'ProductRunId',
  orderId: 'OrderId',
  mode: 'RunMode',
} as const;
