/** JSON Schema as the description has it: the parts that say what a type is. */
interface Schema {
  $ref?: string;
  type?: string;
  title?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  description?: string;
  'x-extensible-enum'?: readonly string[];
}

interface Operation {
  operationId: string;
  'x-internal'?: boolean;
  parameters: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } };
}

/** Parts of an OpenAPI document that types are made of. */
export interface Described {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
}

const HEAD = `"""Types of the API, made from its description by \`npm run openapi:types\`. Do not edit.

Texts of which the API may add values are \`str\` beside the values that are known today.
"""

from __future__ import annotations

from typing import Any, Literal, Union

from typing_extensions import NotRequired, TypedDict
`;

/** Words that cannot be written as a member of a class. */
const RESERVED = new Set(['from', 'class', 'in', 'is', 'not', 'and', 'or', 'import', 'global', 'pass', 'def', 'with']);
const IDENTIFIER = /^[A-Za-z_]\w*$/;

/**
 * Python module with a `TypedDict` for each named schema, for each object inside one (named by where it stands), for the
 * query of each operation, and for each event by its type. A definition may name later ones: annotations are not
 * evaluated, and unions stand last.
 */
export function pythonTypes({ paths, webhooks, components }: Described): string {
  const definitions = new Map<string, string>();

  const typeOf = (schema: Schema, name: string): string => {
    if (schema.$ref) return schema.$ref.split('/').at(-1)!;
    const known = schema['x-extensible-enum'];
    if (known) return `Union[${literals(known)}, str]`;
    if (schema.enum) return literals(schema.enum);
    if ('const' in schema) return literals([schema.const]);
    if (schema.anyOf) return `Union[${schema.anyOf.map((one) => typeOf(one, name)).join(', ')}]`;
    switch (schema.type) {
      case 'array':
        return `list[${typeOf(schema.items ?? {}, `${name}Item`)}]`;
      case 'object':
        return objectOf(schema, name);
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      default:
        return 'Any';
    }
  };

  const objectOf = (schema: Schema, name: string): string => {
    const members = Object.entries(schema.properties ?? {});
    const { additionalProperties: others } = schema;
    if (members.length === 0) return `dict[str, ${typeof others === 'object' ? typeOf(others, name) : 'Any'}]`;
    define(name, members, schema);
    return name;
  };

  const define = (name: string, members: readonly [string, Schema][], { required = [], description }: Schema) => {
    const typed = members.map(([member, schema]) => {
      const type = typeOf(schema, name + capital(member));
      return [member, required.includes(member) ? type : `NotRequired[${type}]`, schema.description] as const;
    });
    const text = typed.some(([member]) => RESERVED.has(member) || !IDENTIFIER.test(member))
      ? functional(name, typed)
      : [
          `class ${name}(TypedDict):`,
          ...(description ? [`    """${escaped(description)}"""\n`] : []),
          ...typed.flatMap(([member, type, about]) => [
            ...(about && !about.startsWith('Today one of:') ? [`    # ${about.replaceAll('\n', ' ')}`] : []),
            `    ${member}: ${type}`,
          ]),
        ].join('\n');
    const taken = definitions.get(name);
    if (taken !== undefined && taken !== text) throw new Error(`Two types would be named ${name}: give one a title.`);
    definitions.set(name, text);
  };

  for (const [name, schema] of Object.entries(components.schemas)) {
    const type = schema.type === 'object' ? objectOf(schema, name) : typeOf(schema, name);
    if (type !== name) definitions.set(name, `${name} = ${type}`);
  }
  for (const { operationId, parameters } of operationsOf(paths)) {
    const query = parameters.filter((parameter) => parameter.in === 'query');
    if (query.length === 0) continue;
    const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
    const members = query.map(({ name, schema }) => [name, schema] as [string, Schema]);
    define(`${capital(operationId)}Query`, members, { required });
  }
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const payload = post.requestBody!.content['application/json'].schema.$ref.split('/').at(-1)!;
    const name = `${type.split(/[._]/).map(capital).join('')}Event`;
    const members = `    type: Literal["${type}"]\n    timestamp: str\n    data: ${payload}Data`;
    definitions.set(name, `class ${name}(TypedDict):\n${members}`);
    return name;
  });
  definitions.set('WebhookEvent', `WebhookEvent = Union[\n${events.map((name) => `    ${name},`).join('\n')}\n]`);
  return `${HEAD}\n\n${[...definitions.values()].join('\n\n\n')}\n`;
}

function operationsOf(paths: Described['paths']): Operation[] {
  const all = Object.values(paths).flatMap((path) => Object.values(path));
  return all.filter((operation) => !operation['x-internal']);
}

/** Form whose members may be any text; it is evaluated, so types are named as text. */
function functional(name: string, typed: readonly (readonly [string, string, string | undefined])[]): string {
  const members = typed.map(([member, type]) => `        "${member}": ${JSON.stringify(type)},`);
  return `${name} = TypedDict(\n    "${name}",\n    {\n${members.join('\n')}\n    },\n)`;
}

const literals = (values: readonly unknown[]) => `Literal[${values.map((value) => pythonValue(value)).join(', ')}]`;

function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
