/**
 * Search attributes of our workflows, by which operators filter in Temporal Web (docs/operations.md, Saved views). Two
 * names are reserved: `RunId` is the server's own (a start that sets it is refused), and `Mode` is an SQL keyword in
 * queries. PostgreSQL as visibility store takes at most 10 of type Keyword and 3 of each other type.
 */
export const SEARCH_ATTRIBUTES = {
  kind: { name: 'RunKind', type: 'KEYWORD' },
  accountId: { name: 'AccountId', type: 'KEYWORD' },
  runId: { name: 'ProductRunId', type: 'KEYWORD' },
  orderId: { name: 'OrderId', type: 'KEYWORD' },
  withdrawalId: { name: 'WithdrawalId', type: 'KEYWORD' },
  mode: { name: 'RunMode', type: 'KEYWORD' },
  /** Money that the workflow moves, in cents of US dollars: 74900 is $749.00. */
  amount: { name: 'Amount', type: 'INT' },
  /** How it ended: the final status of a run, order or withdrawal, or what `base/outcomes.ts` says. */
  outcome: { name: 'Outcome', type: 'KEYWORD' },
  /** Reason of an end that was not wanted, such as a run's `failure.code`. */
  failureCode: { name: 'FailureCode', type: 'KEYWORD' },
} as const satisfies Record<string, SearchAttribute>;

/** A search attribute as it is registered in a namespace. */
export interface SearchAttribute {
  name: string;
  type: 'KEYWORD' | 'INT';
}

/** Names of types as Temporal's command line takes them. */
export const SEARCH_ATTRIBUTE_TYPES = { KEYWORD: 'Keyword', INT: 'Int' } as const satisfies Record<
  SearchAttribute['type'],
  string
>;

type Field = keyof typeof SEARCH_ATTRIBUTES;
type ValueOf = { KEYWORD: string; INT: number };

/** Values of search attributes; one that is null or absent is left as it is. */
export type SearchValues = {
  readonly [F in Field]?: ValueOf[(typeof SEARCH_ATTRIBUTES)[F]['type']] | null | undefined;
};

/** Values as Temporal's SDK takes them, at a start and in a workflow alike. */
export type SearchPair = {
  [T in SearchAttribute['type']]: { key: { name: string; type: T }; value: ValueOf[T] };
}[SearchAttribute['type']];

export function searchPairs(values: SearchValues): SearchPair[] {
  return (Object.keys(SEARCH_ATTRIBUTES) as Field[]).flatMap((field) => {
    const value = values[field] ?? null;
    return value === null ? [] : [{ key: SEARCH_ATTRIBUTES[field], value } as SearchPair];
  });
}
