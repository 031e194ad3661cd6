/**
 * Search attributes of our workflows, for filters in Temporal Web (docs/operations.md, Saved views). Two names are not
 * available: the server reserves `RunId` (a start that sets it is rejected), and `Mode` is an SQL keyword in queries.
 * With PostgreSQL as visibility store, at most 10 may be of type Keyword and 3 of each other type.
 */
export const SEARCH_ATTRIBUTES = {
  kind: { name: 'RunKind', type: 'KEYWORD' },
  accountId: { name: 'AccountId', type: 'KEYWORD' },
  runId: { name: 'ProductRunId', type: 'KEYWORD' },
  orderId: { name: 'OrderId', type: 'KEYWORD' },
  withdrawalId: { name: 'WithdrawalId', type: 'KEYWORD' },
  mode: { name: 'RunMode', type: 'KEYWORD' },
  /** Amount of money that the workflow moves, in US cents: 74900 is $749.00. */
  amount: { name: 'Amount', type: 'INT' },
  /** Result: the final status of a run, order or withdrawal, or the outcome from `base/outcomes.ts`. */
  outcome: { name: 'Outcome', type: 'KEYWORD' },
  /** Reason for a failure or other unwanted end, such as a run's `failure.code`. */
  failureCode: { name: 'FailureCode', type: 'KEYWORD' },
} as const satisfies Record<string, SearchAttribute>;

export interface SearchAttribute {
  name: string;
  type: 'KEYWORD' | 'INT';
}

/** Type names that Temporal's CLI accepts. */
export const SEARCH_ATTRIBUTE_TYPES = { KEYWORD: 'Keyword', INT: 'Int' } as const satisfies Record<
  SearchAttribute['type'],
  string
>;

type Field = keyof typeof SEARCH_ATTRIBUTES;
type ValueOf = { KEYWORD: string; INT: number };

/** Values of search attributes. A null or absent value leaves the attribute unchanged. */
export type SearchValues = {
  readonly [F in Field]?: ValueOf[(typeof SEARCH_ATTRIBUTES)[F]['type']] | null | undefined;
};

/** Key and value in the form that Temporal's SDK expects, both at a start and inside a workflow. */
export type SearchPair = {
  [T in SearchAttribute['type']]: { key: { name: string; type: T }; value: ValueOf[T] };
}[SearchAttribute['type']];

export function searchPairs(values: SearchValues): SearchPair[] {
  return (Object.keys(SEARCH_ATTRIBUTES) as Field[]).flatMap((field) => {
    const value = values[field] ?? null;
    return value === null ? [] : [{ key: SEARCH_ATTRIBUTES[field], value } as SearchPair];
  });
}
