import { Type, type TSchema } from '@sinclair/typebox';
import { idSchema, idsSince, type IdPrefix } from '../base/ids';
import { closed, nullable } from '../base/schema';
import { ok } from './reply';

/** Query parameters of a list: page size, the last id of the previous page, and a time range. */
export function pageParameters(prefix: IdPrefix) {
  const moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));
  return {
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    cursor: Type.Optional(Type.String({ pattern: idSchema(prefix).pattern! })),
    created_after: moment('Only items created at or after this time.'),
    created_before: moment('Only items created before this time.'),
  };
}

/** List filter that accepts one or more of these values, separated by commas. {@link valuesOf} reads it. */
export function oneOrMore<T extends string>(values: readonly T[]) {
  const one = `(${values.join('|')})`;
  return Type.Optional(
    Type.Unsafe<T | `${T},${string}`>({
      type: 'string',
      pattern: `^${one}(,${one})*$`,
      description: `Comma-separated list of: ${values.join(', ')}. Matches any of them.`,
      examples: [values[0]],
    }),
  );
}

/** Distinct values of a {@link oneOrMore} filter. Duplicates would read the same rows twice. */
export const valuesOf = <T extends string>(filter: T | `${T},${string}`) => [...new Set(filter.split(',') as T[])];

/** Rows to read: at most `limit`, with `since` <= id < `before`. */
export interface PageOfRows {
  limit: number;
  before?: string;
  since?: string;
}

export interface AskedPage {
  limit: number;
  cursor?: string;
  created_after?: string;
  created_before?: string;
}

/** Bounds for reading a page. Ids sort by creation time, so a time range becomes a range of ids. */
function rowsOf(prefix: IdPrefix, { limit, cursor, created_after, created_before }: AskedPage): PageOfRows {
  const bounds = [cursor, created_before && idsSince(prefix, new Date(created_before))].filter(
    (id) => id !== undefined,
  );
  const [before] = bounds.sort();
  return {
    // One extra row shows whether there is a next page.
    limit: limit + 1,
    ...(before && { before }),
    ...(created_after && { since: idsSince(prefix, new Date(created_after)) }),
  };
}

/** Schema of one page of a list, `{data, nextCursor}` (docs/interface/requests.md#style). */
export function pageSchema<T extends TSchema>(title: string, item: T) {
  return Type.Object(
    {
      data: Type.Array(item),
      nextCursor: nullable(Type.String(), {
        description: 'Pass as `cursor` for the next page; null at the end.',
        examples: [null],
      }),
    },
    { title, ...closed },
  );
}

/** Reads and returns a page of a list, newest first. `read` returns at most `limit` rows within the bounds. */
export async function pageReply<Row extends { id: string }, View>(
  prefix: IdPrefix,
  asked: AskedPage,
  { read, view }: { read: (page: PageOfRows) => Promise<Row[]>; view: (row: Row) => View },
) {
  const { limit } = asked;
  const rows = await read(rowsOf(prefix, asked));
  const page = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? page.at(-1)!.id : null;
  return ok({ data: page.map(view), nextCursor }, { 'Cache-Control': 'private, no-cache' });
}

/** Query of a list that has no filters. */
export const pageQuery = (prefix: IdPrefix) => Type.Object(pageParameters(prefix), closed);
