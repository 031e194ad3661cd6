import type { CallOptions } from './call.ts';
import type { Page } from './types.ts';

/** A paginated list, newest first. */
export interface List<Item, Query> {
  /** Reads one page. To read the next page, pass `nextCursor` as `cursor`. */
  list(query?: Query, options?: CallOptions): Promise<Page<Item>>;
  /** Yields all items, reading further pages as needed. */
  each(query?: Query, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
}

export function listOf<Item, Query extends { cursor?: string }>(
  page: (query: Query, options?: CallOptions) => Promise<Page<Item>>,
): List<Item, Query> {
  return {
    list: (query = {} as Query, options) => page(query, options),
    async *each(query = {} as Query, options) {
      for (let cursor: string | null | undefined = query.cursor; cursor !== null;) {
        const { data, nextCursor } = await page(cursor ? { ...query, cursor } : query, options);
        yield* data;
        cursor = nextCursor;
      }
    },
  };
}
