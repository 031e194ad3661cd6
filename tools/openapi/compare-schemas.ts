import type { Description, Schema } from './description';

/** Difference that can break a client, where it is and what it does. */
export interface Breach {
  at: string;
  what: string;
}

/** Way of a value: clients send it, or they receive it. */
export type Way = 'sent' | 'received';

/** Components that both sides of a comparison refer to, and the day on which it is made (`YYYY-MM-DD`). */
export interface Sides {
  released: Description;
  current: Description;
  today: string;
}

/** Keywords that say nothing that a client relies on. */
const IGNORED =
  /^(\$id|\$schema|\$comment|title|description|example|examples|deprecated|externalDocs|x-(?!extensible-enum).*)$/;
const UPPER = ['maxLength', 'maximum', 'maxItems', 'maxProperties', 'exclusiveMaximum'];
const LOWER = ['minLength', 'minimum', 'minItems', 'minProperties', 'exclusiveMinimum'];
/** Keywords that only narrow; a change of their value is never known to be harmless. */
const NARROWING = ['pattern', 'uniqueItems', 'multipleOf', 'const'];
const STRUCTURE = ['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'x-extensible-enum'];
const HANDLED = new Set([...UPPER, ...LOWER, ...NARROWING, ...STRUCTURE, 'default', 'anyOf', 'oneOf', '$ref']);

/**
 * Finds what a schema of the current description takes away from a client of the released one. What is sent may become
 * wider, what is received narrower; a keyword that is not known here may not change at all.
 */
export function compareSchemas(
  before: Schema,
  after: Schema,
  place: { way: Way; at: string },
  sides: Sides,
  seen = new Set<string>(),
): Breach[] {
  if (before.$ref || after.$ref) return compareReferred(before, after, place, sides, seen);
  const compare = (b: Schema, a: Schema, below: string) =>
    compareSchemas(b, a, { way: place.way, at: `${place.at}${below}` }, sides, seen);
  const { way, at } = place;
  return [
    ...types(before, after, way),
    ...values(before, after, way),
    ...bounds(before, after, way),
    ...members(before, after, way, sides.today),
    ...unknown(before, after),
  ]
    .map((what): Breach => ({ at, what }))
    .concat(
      Object.entries(before.properties ?? {}).flatMap(([name, schema]) =>
        after.properties?.[name] ? compare(schema, after.properties[name], `/${name}`) : [],
      ),
      before.items && after.items ? compare(before.items, after.items, '/[]') : [],
      isSchema(before.additionalProperties) && isSchema(after.additionalProperties)
        ? compare(before.additionalProperties, after.additionalProperties, '/*')
        : [],
      alternatives(before, after, place, (b, a, isTrial) =>
        compareSchemas(b, a, place, sides, isTrial ? new Set(seen) : seen),
      ),
    );
}

function compareReferred(
  before: Schema,
  after: Schema,
  place: { way: Way; at: string },
  sides: Sides,
  seen: Set<string>,
): Breach[] {
  if (before.$ref && before.$ref !== after.$ref) {
    return [{ at: place.at, what: `is no longer ${nameOf(before)}: generated types change their name` }];
  }
  const pair = `${place.way} ${before.$ref} ${after.$ref}`;
  if (before.$ref && seen.has(pair)) return [];
  seen.add(pair);
  const [b, a] = [resolve(before, sides.released), resolve(after, sides.current)];
  const at = before.$ref ? nameOf(before) : place.at;
  return compareSchemas(b, a, { way: place.way, at }, sides, seen);
}

const nameOf = ({ $ref = '' }: Schema) => $ref.split('/').at(-1)!;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

function resolve(schema: Schema, { components }: Description): Schema {
  return schema.$ref ? (components.schemas[nameOf(schema)] ?? {}) : schema;
}

function types(before: Schema, after: Schema, way: Way): string[] {
  const [b, a] = [typesOf(before), typesOf(after)];
  const [wide, narrow] = way === 'sent' ? [a, b] : [b, a];
  const fits = wide === null || (narrow?.every((type) => wide.includes(type)) ?? false);
  return fits ? [] : [`has type ${a?.join(' or ') ?? 'any'}, which was ${b?.join(' or ') ?? 'any'}`];
}

function typesOf({ type }: Schema): string[] | null {
  return type === undefined ? null : [type].flat();
}

function values(before: Schema, after: Schema, way: Way): string[] {
  const [b, a] = [before.enum, after.enum].map((list) => list?.map((value) => JSON.stringify(value)));
  const lost =
    way === 'sent' ? missing(a, b ?? (a ? ['any other value'] : [])) : missing(b, a ?? (b ? ['others'] : []));
  const known = way === 'sent' ? missing(extensible(after), extensible(before) ?? []) : [];
  return [...lost, ...known].map((value) =>
    way === 'sent' ? `takes ${value} no longer` : `may be ${value}, which it could not`,
  );
}

const extensible = (schema: Schema) => schema['x-extensible-enum'] as string[] | undefined;

/** Members of `list` that the set lacks; an absent set has everything. */
function missing(set: readonly string[] | undefined, list: readonly string[]): string[] {
  return set ? list.filter((value) => !set.includes(value)) : [];
}

function bounds(before: Schema, after: Schema, way: Way): string[] {
  const wider = (name: string, b: unknown, a: unknown) =>
    a === undefined || (b !== undefined && (UPPER.includes(name) ? Number(a) >= Number(b) : Number(a) <= Number(b)));
  const flawed = [...UPPER, ...LOWER].filter((name) => {
    const [b, a] = [before[name], after[name]];
    return b !== a && (way === 'sent' ? !wider(name, b, a) : !wider(name, a, b));
  });
  const changed = NARROWING.filter((name) => {
    const [b, a] = [before[name], after[name]];
    const harmless = way === 'sent' ? a === undefined : b === undefined;
    return JSON.stringify(b) !== JSON.stringify(a) && !harmless;
  });
  return [...flawed, ...changed].map(
    (name) => `has ${name} ${described(after[name]) ?? 'no more'}, which was ${described(before[name]) ?? 'not there'}`,
  );
}

const described = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function members(before: Schema, after: Schema, way: Way, today: string): string[] {
  const [b, a] = [before.required ?? [], after.required ?? []];
  const gone = Object.entries(before.properties ?? {}).filter(([name]) => !after.properties?.[name]);
  const kept = gone.filter(([, schema]) => !mayBeRemoved(schema, today)).map(([name]) => `lost the field ${name}`);
  const needed = way === 'sent' ? a.filter((name) => !b.includes(name)).map((name) => `requires ${name}`) : [];
  const optional =
    way === 'received'
      ? b.filter((name) => !a.includes(name) && after.properties?.[name]).map((name) => `may leave ${name} out`)
      : [];
  return [...kept, ...needed, ...optional, ...others(before, after, way)];
}

/** True once the announced end of something deprecated has come. */
export function mayBeRemoved(
  { deprecated, 'x-sunset': sunset }: Pick<Schema, 'deprecated' | 'x-sunset'>,
  today: string,
) {
  return deprecated === true && sunset !== undefined && sunset <= today;
}

function others(before: Schema, after: Schema, way: Way): string[] {
  const open = (schema: Schema) => schema.additionalProperties !== false;
  if (way === 'sent' && open(before) && !open(after)) return ['refuses fields that it does not know'];
  return isSchema(before.additionalProperties) && !isSchema(after.additionalProperties)
    ? ['no longer says what its other fields are']
    : [];
}

function unknown(before: Schema, after: Schema): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => !HANDLED.has(name) && !IGNORED.test(name))
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `changes ${name} from ${JSON.stringify(before[name])} to ${JSON.stringify(after[name])}`);
}

/** Each alternative of the narrower side must fit one of the wider; components are compared by name. */
function alternatives(
  before: Schema,
  after: Schema,
  { way, at }: { way: Way; at: string },
  compare: (before: Schema, after: Schema, isTrial: boolean) => Breach[],
): Breach[] {
  const [b, a] = [before.anyOf ?? before.oneOf, after.anyOf ?? after.oneOf];
  if (!b && !a) return [];
  if (!b || !a) return [{ at, what: b ? 'has no alternatives any more' : 'has alternatives, which it had not' }];
  const [narrow, wide] = way === 'sent' ? [b, a] : [a, b];
  return narrow.flatMap((one) => {
    const named = one.$ref && wide.find(({ $ref }) => $ref === one.$ref);
    if (named) return way === 'sent' ? compare(one, named, false) : compare(named, one, false);
    const fits = wide.some(
      (other) => (way === 'sent' ? compare(one, other, true) : compare(other, one, true)).length === 0,
    );
    return fits
      ? []
      : [{ at, what: `${way === 'sent' ? 'takes no longer' : 'may be'} ${JSON.stringify(one).slice(0, 120)}` }];
  });
}
