import { Type, type TSchema } from '@sinclair/typebox';
import { idSchema, type IdPrefix } from '../contracts/ids';
import { closed } from '../contracts/schema';
import { ok } from './reply';

/** Query parameters of a list: page size, and the id that the page before ended with. */
export function pageParameters(prefix: IdPrefix) {
  return {
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    cursor: Type.Optional(Type.String({ pattern: idSchema(prefix).pattern! })),
  };
}

/** Rows of a list to read: at most `limit`, older than the one with the id `before`. */
export interface PageOfRows {
  limit: number;
  before?: string;
}

/** Body of a page of a list, `{data, nextCursor}` (docs/interface.md, Style). */
export function pageSchema<T extends TSchema>(title: string, item: T) {
  return Type.Object(
    {
      data: Type.Array(item),
      nextCursor: Type.Union([Type.String(), Type.Null()], {
        description: 'Pass as `cursor` for the next page; null at the end.',
        examples: [null],
      }),
    },
    { title, ...closed },
  );
}

/**
 * Reads a page of a list, newest first, and replies with it. `read` returns at most `limit` rows older than `before`; it
 * is asked for one more than the page has, to know whether there is a next page.
 */
export async function pageReply<Row extends { id: string }, View>(
  { limit, cursor }: { limit: number; cursor?: string },
  read: (page: PageOfRows) => Promise<Row[]>,
  view: (row: Row) => View,
) {
  const rows = await read({ limit: limit + 1, ...(cursor && { before: cursor }) });
  const page = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? page.at(-1)!.id : null;
  return ok({ data: page.map(view), nextCursor }, { 'Cache-Control': 'private, no-cache' });
}

/** Query of a list without filters. */
export const pageQuery = (prefix: IdPrefix) => Type.Object(pageParameters(prefix), closed);
