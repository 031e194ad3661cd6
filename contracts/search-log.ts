/**
 * Step of an agent's research, in the order of its session: it asked a search engine, opened a page, or was refused one.
 * `at` is a moment in ISO 8601; texts are cut to {@link SEARCH_LOG}.
 */
export type SearchStep =
  { at: string; kind: 'asked'; query: string } | { at: string; kind: 'opened' | 'refused'; url: string };

/** Bounds of the search log of one session: steps, and characters of a query or an address. */
export const SEARCH_LOG = { steps: 200, query: 300, url: 1_000 } as const;
