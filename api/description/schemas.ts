import { KindGuard, type TSchema } from '@sinclair/typebox';
import { ALTERNATIVES, KNOWN_VALUES } from '../../base/schema';
import { exampleOf } from '../../http/examples';

/** Object of the description. */
export type Json = Record<string, unknown>;

/** Use of a schema: what clients send is closed; what they get is open, so that new fields break no client. */
export type Direction = 'request' | 'response';

/** Key of TypeBox's records of any name. */
const ANY_NAME = '^(.*)$';

/** Schemas that share their parts as components, with the prefix of the parts' names. */
const SHARED_PARTS: Record<string, string> = { Findings: 'Findings', FindingsSelection: 'Findings' };

/** Component schemas of a description: named schemas are defined once and referenced elsewhere. */
export interface Components {
  /** Schema for the document. */
  schema(schema: TSchema, direction: Direction): Json;
  /** Schema of a body with an example. */
  described(schema: TSchema, direction: Direction, example?: unknown): Json;
  /** The named schemas that were used. */
  named: Json;
  /**
   * Reference to an answer of this name, described once as a component: generators that have a type an answer name it by
   * what it is, and not by the operation that gives it. One that differs from an earlier one of its name in more than its
   * example gets a number.
   */
  answer(name: string, answer: Json): Json;
  /** The answers that were named. */
  answers: Json;
}

/** @throws Error if a named schema is used in both directions and differs between them */
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

  /** The schema with its objects, and those in its lists, as components of their own. */
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

/** Schema as generators of clients understand it; the service itself validates the stricter original. */
function plain(schema: TSchema, direction: Direction): Json {
  const { patternProperties, ...rest } = schema as Json & { patternProperties?: Record<string, TSchema> };
  const known = (schema as { [KNOWN_VALUES]?: readonly string[] })[KNOWN_VALUES];
  // Values may be added, so that `enum` would be a promise that clients break on.
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
