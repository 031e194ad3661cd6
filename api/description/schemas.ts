import { KindGuard, type TSchema } from '@sinclair/typebox';
import { ALTERNATIVES, KNOWN_VALUES } from '../../base/schema';
import { exampleOf } from '../../http/examples';

export type Json = Record<string, unknown>;

/** Where a schema is used. Requests reject unknown fields. Responses allow them, so new fields do not break clients. */
export type Direction = 'request' | 'response';

/** Pattern that TypeBox uses for records with arbitrary keys. */
const ANY_NAME = '^(.*)$';

/** Schemas whose parts become separate components, with the name prefix of those components. */
const SHARED_PARTS: Record<string, string> = { Findings: 'Findings', FindingsSelection: 'Findings' };

/** Components of a description. Named schemas are defined once and referenced elsewhere. */
export interface Components {
  /** Returns the schema, or a reference if the schema is named. */
  schema(schema: TSchema, direction: Direction): Json;
  described(schema: TSchema, direction: Direction, example?: unknown): Json;
  named: Json;
  /**
   * Returns a reference to a shared response component, so that generators name the type after its content and not
   * after an operation. If a different response already has this name, a number is appended (examples may differ).
   */
  answer(name: string, answer: Json): Json;
  answers: Json;
}

/** @throws Error if a named schema differs between requests and responses */
export function createComponents(): Components {
  const named: Record<string, Json> = {};
  const answers: Json = {};

  function refer(schema: TSchema, direction: Direction): Json {
    const name = schema.title;
    if (!name) return inline(schema, direction);
    const { $id: _id, $schema: _schema, title: _title, ...rest } = schema;
    const published = inline(rest, direction);
    return define(name, name in SHARED_PARTS ? withNamedParts(published, SHARED_PARTS[name]!) : published);
  }

  function define(name: string, published: Json): Json {
    if (name in named && JSON.stringify(named[name]) !== JSON.stringify(published)) {
      throw new Error(`Two schemas are named ${name}, or requests and responses share it.`);
    }
    named[name] = published;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Moves properties that are objects or lists of objects to separate components. */
  function withNamedParts(schema: Json, prefix: string): Json {
    const properties = Object.entries(schema.properties as Record<string, Json>).map(([property, part]) => {
      const name = `${prefix}${property[0]!.toUpperCase()}${property.slice(1)}`;
      const items = part.items as Json | undefined;
      if (part.type === 'object') return [property, define(name, part)];
      return [property, items?.type === 'object' ? { ...part, items: define(`${name}Item`, items) } : part];
    });
    return { ...schema, properties: Object.fromEntries(properties) as Json };
  }

  function inline(schema: TSchema, direction: Direction): Json {
    const walk = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(walk);
      if (value === null || typeof value !== 'object') return value;
      if (KindGuard.IsSchema(value)) return refer(value, direction);
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)]));
    };
    const members = Object.entries(plain(schema, direction)).map(([name, member]) => [name, walk(member)] as const);
    return Object.fromEntries(members);
  }

  return {
    schema: refer,
    described: (schema, direction, example = exampleOf(schema)) => ({ schema: refer(schema, direction), example }),
    named,
    answer(name, answer) {
      let free = name;
      for (let count = 2; free in answers && shapeOf(answers[free]) !== shapeOf(answer); count++)
        free = `${name}${count}`;
      answers[free] ??= answer;
      return { $ref: `#/components/responses/${free}` };
    },
    answers,
  };
}

/** Simplifies a schema for client generators. The service itself validates against the stricter original. */
function plain(schema: TSchema, direction: Direction): Json {
  const { patternProperties, ...rest } = schema as Json & { patternProperties?: Record<string, TSchema> };
  const known = (schema as { [KNOWN_VALUES]?: readonly string[] })[KNOWN_VALUES];
  // A closed `enum` would make clients reject values that are added later.
  if (known) return { ...rest, 'x-extensible-enum': known };
  const { [ALTERNATIVES]: oneOf } = schema as { [ALTERNATIVES]?: readonly Json[] };
  if (oneOf) return { ...rest, oneOf };
  if (direction === 'response' && rest.additionalProperties === false) delete rest.additionalProperties;
  if (patternProperties) {
    const values = patternProperties[ANY_NAME];
    return values ? { ...rest, additionalProperties: values } : schema;
  }
  return rest;
}

const shapeOf = (answer: unknown) =>
  JSON.stringify(answer, (key, value: unknown) => (key === 'example' ? undefined : value));
