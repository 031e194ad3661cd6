import type { TObject, TSchema } from '@sinclair/typebox';

/** Names of the parameters of a query that are objects (OpenAPI, style `deepObject`). */
export function objectParameters(query: TObject | undefined): string[] {
  const parameters = Object.entries((query?.properties ?? {}) as Record<string, TSchema>);
  return parameters.flatMap(([name, { type }]) => (type === 'object' ? [name] : []));
}

/** Gathers `name[key]=value` of these parameters into objects by name; all else stays, for the schema to judge. */
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
  // `fromEntries`, because a key may be called `__proto__`.
  return Object.fromEntries([...plain, ...objects]);
}
