import type { TObject, TSchema } from '@sinclair/typebox';

/** Query parameters by name. A repeated name has a list of values. */
export type QueryParameters = Record<string, string | string[]>;

/** Maximum number of query parameters (docs/interface/limits.md). */
export const MAX_QUERY_PARAMETERS = 100;

/** Maximum length of a query in characters, as sent. */
export const MAX_QUERY_LENGTH = 4_096;

/**
 * Parses a query string in linear time; null if it exceeds the limits. Koa's parser takes quadratic time for repeated
 * names: half a second of CPU for 14 kB.
 */
export function readQueryString(text: string): QueryParameters | null {
  if (text === '') return {};
  if (text.length > MAX_QUERY_LENGTH) return null;
  const parameters = [...new URLSearchParams(text)];
  if (parameters.length > MAX_QUERY_PARAMETERS) return null;
  const values = new Map<string, string | string[]>();
  for (const [name, value] of parameters) {
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, value);
    else if (typeof earlier === 'string') values.set(name, [earlier, value]);
    else earlier.push(value);
  }
  // Uses `fromEntries`, because a parameter may be called `__proto__`.
  return Object.fromEntries(values);
}

/** Names of object parameters (OpenAPI style `deepObject`). */
export function objectParameters(query: TObject | undefined): string[] {
  const parameters = Object.entries((query?.properties ?? {}) as Record<string, TSchema>);
  return parameters.flatMap(([name, { type }]) => (type === 'object' ? [name] : []));
}

/** Collects `name[key]=value` parameters into one object per name. Leaves other parameters unchanged. */
export function gatherObjects(names: readonly string[], query: Record<string, unknown>): Record<string, unknown> {
  if (names.length === 0) return query;
  const members = Object.entries(query).map(([parameter, value]) => {
    const name = names.find((one) => parameter.startsWith(`${one}[`) && parameter.endsWith(']'));
    return { parameter, name, key: name ? parameter.slice(name.length + 1, -1) : '', value };
  });
  const plain = members.filter(({ name }) => !name).map(({ parameter, value }) => [parameter, value] as const);
  const objects = names.flatMap((name) => {
    const own = members.filter((member) => member.name === name);
    return own.length > 0 ? [[name, Object.fromEntries(own.map(({ key, value }) => [key, value]))] as const] : [];
  });
  // Uses `fromEntries`, because a key may be called `__proto__`.
  return Object.fromEntries([...plain, ...objects]);
}
