import type { CallOptions } from './call.ts';
import type { Page } from './types.ts';

/** List that is read page by page, newest first. */
export interface List<Item, Query> {
  /** One page; `nextCursor` is the `cursor` of the next. */
  list(query?: Query, options?: CallOptions): Promise<Page<Item>>;
  /** Yields all items, reading the next page when it is needed. */
  each(query?: Query, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
}

/** Both ways to read a list of which pages can be read. */
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
