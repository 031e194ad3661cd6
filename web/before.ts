import { Type } from '@sinclair/typebox';
import { idSchema, type IdPrefix } from '../contracts/ids';

/** Query of a page of a list: the id that it continues from. Anything is taken, as people edit addresses. */
export const BeforeQuery = Type.Object({ before: Type.Optional(Type.Unsafe<unknown>({})) });

/** Id that a page of a list continues from; undefined for the first page, also where the id is none. */
export function readBefore(prefix: IdPrefix, { before }: { before?: unknown }): string | undefined {
  return typeof before === 'string' && new RegExp(idSchema(prefix).pattern!).test(before) ? before : undefined;
}
