import type { Json } from './schemas';

/** Schema keywords that OpenAPI 3.0 and JSON Schema share. Keywords without special handling are dropped. */
const SAME = [
  'title',
  'description',
  'type',
  'format',
  'enum',
  'default',
  'required',
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'readOnly',
  'writeOnly',
  'deprecated',
];

/** Converts to OpenAPI 3.0. Drops webhooks, all but the first schema example, and constraints on property names. */
export function toOpenApi30(description: object): object {
  const { webhooks: _webhooks, tags, ...rest } = description as Json & { tags: { name: string }[]; paths: Json };
  const text = JSON.stringify(rest.paths);
  return {
    ...(converted(rest) as Json),
    openapi: '3.0.3',
    tags: tags.filter(({ name }) => text.includes(`"tags":["${name}"]`)),
  };
}

/** Converts a non-schema object, including the schemas in it. */
function converted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(converted);
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'example' || key === 'examples') return [key, value];
      if (key === 'schema') return [key, schema30(value as Json)];
      if (key === 'schemas') return [key, mapped(value as Record<string, Json>)];
      return [key, converted(value)];
    }),
  );
}

function schema30(schema: Json): Json {
  const { $ref, anyOf, ...rest } = schema;
  if ($ref !== undefined) return Object.keys(rest).length === 0 ? { $ref } : { allOf: [{ $ref }], ...plain30(rest) };
  if (anyOf === undefined) return plain30(rest);
  const choices = anyOf as Json[];
  const others = choices.filter(({ type }) => type !== 'null');
  if (others.length === choices.length) return { ...plain30(rest), ...oneOf(others.map(schema30)) };
  return nullable(others.map(schema30), plain30(rest));
}

/** Merges enums into one. References become `oneOf`, as ogen requires; their schemas differ by `kind` or `type`. */
function oneOf(choices: Json[]): Json {
  const [first] = choices;
  if (choices.every((choice) => choice.enum && choice.type === first!.type))
    return { type: first!.type, enum: choices.flatMap((choice) => choice.enum) };
  return choices.every(({ $ref }) => $ref) ? { oneOf: choices } : { anyOf: choices };
}

/** Converts a union of `others` and null. */
function nullable(others: Json[], rest: Json): Json {
  const [only] = others;
  if (others.length !== 1 || !only) return { ...rest, nullable: true, anyOf: others };
  // OpenAPI 3.0 ignores keywords next to $ref.
  if ('$ref' in only) return { ...rest, nullable: true, allOf: [only] };
  const values = only.enum ? { enum: [...(only.enum as unknown[]), null] } : {};
  return { ...only, ...values, ...rest, nullable: true };
}

function plain30(schema: Json): Json {
  if (typeof schema.const === 'boolean') return inWords(schema);
  const { properties, items, additionalProperties, allOf, not, examples, exclusiveMinimum, exclusiveMaximum } = schema;
  const same = Object.entries(schema).filter(([key]) => SAME.includes(key) || key.startsWith('x-'));
  return {
    ...Object.fromEntries(same),
    ...('const' in schema && { enum: [schema.const] }),
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(exclusiveMaximum !== undefined && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
    ...(Array.isArray(examples) && { example: examples[0] as unknown }),
    ...(isObject(properties) && { properties: mapped(properties as Record<string, Json>) }),
    ...(isObject(items) && { items: schema30(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isObject(additionalProperties) ? schema30(additionalProperties) : additionalProperties,
    }),
    ...(Array.isArray(allOf) && { allOf: (allOf as Json[]).map(schema30) }),
    ...(isObject(not) && { not: schema30(not) }),
  };
}

/** Describes a boolean constant in words. Java generators would turn the constant into code that does not compile. */
function inWords({ const: only, description, ...schema }: Json): Json {
  return plain30({ ...schema, description: [description, demandOf(only)].filter(Boolean).join(' ') });
}

/** Sentence that replaces a boolean constant in OpenAPI 3.0. */
export const demandOf = (only: unknown) => `Must be \`${String(only)}\`.`;

const mapped = (schemas: Record<string, Json>): Json =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema30(schema)]));

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
