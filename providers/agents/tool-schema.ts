type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schema = { [key: string]: Json };

/** Length of a schema, as text, from which a reference is shorter. */
const WORTH_A_REFERENCE = 40;

/** Greatest bound that says what a number means. Greater ones only exclude nonsense. */
const MEANT = 1_000;

/**
 * JSON Schema of a tool's input, short because every session pays for it: repeated parts stand once in `$defs`, the prompt
 * describes the fields, and the service alone checks for unknown members, empty texts and absurd numbers.
 */
export function toolSchema(schema: object): { type: 'object' } {
  // TypeBox keeps its own data under symbols, which JSON drops.
  const plain = shortened(JSON.parse(JSON.stringify(schema)) as Schema) as Schema;
  const names = new Map(repeatedIn(plain).map((text, i) => [text, `d${i + 1}`]));
  const definitions = [...names].map(([text, name]) => [name, referring(JSON.parse(text) as Schema, names)]);
  return {
    type: 'object',
    ...referring(plain, names),
    ...(definitions.length > 0 && { $defs: Object.fromEntries(definitions) as Schema }),
  };
}

function shortened(value: Json): Json {
  if (!isRecord(value)) return Array.isArray(value) ? value.map(shortened) : value;
  return mapMembers(isSchema(value) ? withoutBallast(value) : value, shortened);
}

function withoutBallast(schema: Schema): Schema {
  const { description: _text, examples: _examples, additionalProperties: _closed, minLength: _least, ...rest } = schema;
  const { maximum, ...unbounded } = rest;
  return typeof maximum === 'number' && maximum > MEANT ? unbounded : rest;
}

/** Texts of the schemas that occur more than once. Parts of a repeated one do not count again. */
function repeatedIn(root: Schema): string[] {
  const counts = new Map<string, number>();
  walk(root);
  return [...counts].filter(([, count]) => count > 1).map(([text]) => text);

  function walk(value: Json): void {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    const count = counts.get(text) ?? 0;
    if (isSchema(value) && text.length >= WORTH_A_REFERENCE) counts.set(text, count + 1);
    if (count === 0) Object.values(value).forEach(walk);
  }
}

/** The members of a schema, with references in place of its repeated parts. */
function referring(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  return mapMembers(schema, refer);

  function refer(value: Json): Json {
    if (!isRecord(value)) return Array.isArray(value) ? value.map(refer) : value;
    const name = names.get(JSON.stringify(value));
    return name === undefined ? mapMembers(value, refer) : { $ref: `#/$defs/${name}` };
  }
}

const isRecord = (value: Json): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tells a schema from the `properties` of one, which may be named like keywords. */
const isSchema = (value: Json) => isRecord(value) && (typeof value.type === 'string' || Array.isArray(value.anyOf));

function mapMembers(value: Schema, map: (member: Json) => Json): Schema {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]));
}
