/** Search attributes of our workflows, all Keyword: what operators filter by in Temporal Web. */
export const SEARCH_ATTRIBUTES = { kind: 'RunKind', accountId: 'AccountId', runId: 'RunId', mode: 'Mode' } as const;
