import type { Description, Schema } from '../openapi/description';

const HEAD = `"""Types of the API, generated from its description by \`npm run build\`. Do not edit.

Values that the API may extend are typed as the values known today or any \`str\`.
"""

from __future__ import annotations

from typing import Any, Literal, Union

from typing_extensions import NotRequired, TypedDict
`;

const SIMPLE: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};
/** Names that Python does not allow as class members. */
const NO_MEMBER = /^(from|class|in|is|not|and|or|import|global|pass|def|with)$|^\d|\W/;

/** Python module with a `TypedDict` for each schema, nested object, query and event. */
export function pythonTypes({ paths, webhooks, components }: Description): string {
  const definitions = new Map<string, string>();
  for (const [name, schema] of Object.entries(components.schemas)) {
    const type = typeOf(schema, name);
    if (type !== name) definitions.set(name, `${name} = ${type}`);
  }
  for (const { operationId, parameters = [], 'x-internal': internal } of operationsOf(paths)) {
    const query = parameters.filter((parameter) => parameter.in === 'query');
    if (internal || query.length === 0) continue;
    const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
    define(
      `${capital(operationId)}Query`,
      query.map(({ name, schema }) => [name, schema]),
      { required },
    );
  }
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const payload = nameOf(post!.requestBody!.content!['application/json']!.schema!);
    const name = `${type.split(/[._]/).map(capital).join('')}Event`;
    const members = `    type: Literal["${type}"]\n    timestamp: str\n    data: ${payload}Data`;
    definitions.set(name, `class ${name}(TypedDict):\n${members}`);
    return name;
  });
  definitions.set('WebhookEvent', `WebhookEvent = Union[${events.join(', ')}]`);
  return `${HEAD}\n\n${[...definitions.values()].join('\n\n\n')}\n`;

  function typeOf(schema: Schema, name: string): string {
    const { $ref, anyOf, items = {}, additionalProperties: others } = schema;
    const members = Object.entries(schema.properties ?? {});
    const known = schema['x-extensible-enum'];
    if ($ref) return nameOf(schema);
    if (known) return `Union[${literals(known)}, str]`;
    if (schema.enum) return literals(schema.enum);
    if ('const' in schema) return literals([schema.const]);
    if (anyOf) return `Union[${anyOf.map((one) => typeOf(one, name)).join(', ')}]`;
    if (schema.type === 'array') return `list[${typeOf(items, `${name}Item`)}]`;
    if (schema.type !== 'object') return SIMPLE[schema.type ?? ''] ?? 'Any';
    if (members.length > 0) return define(name, members, schema);
    return `dict[str, ${typeof others === 'object' ? typeOf(others, name) : 'Any'}]`;
  }

  function define(name: string, members: readonly [string, Schema][], { required = [], description }: Schema): string {
    const typed = members.map(([member, schema]): [string, string, string] => {
      const type = typeOf(schema, name + capital(member));
      const comment = schema['x-extensible-enum'] ? '' : (schema.description ?? '').replaceAll('\n', ' ');
      return [member, required.includes(member) ? type : `NotRequired[${type}]`, comment && `    # ${comment}\n`];
    });
    const about = description ? `    """${description.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""\n\n` : '';
    const text = typed.some(([member]) => NO_MEMBER.test(member))
      ? `${name} = TypedDict("${name}", {${typed.map(([member, type]) => `"${member}": ${JSON.stringify(type)}`).join(', ')}})`
      : `class ${name}(TypedDict):\n${about}${typed.map(([member, type, comment]) => `${comment}    ${member}: ${type}`).join('\n')}`;
    if ((definitions.get(name) ?? text) !== text)
      throw new Error(`Two types would be named ${name}: give one a title.`);
    definitions.set(name, text);
    return name;
  }
}

const operationsOf = (paths: Description['paths']) => Object.values(paths).flatMap((path) => Object.values(path));
const nameOf = ({ $ref = '' }: Schema) => $ref.split('/').at(-1)!;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const literals = (values: readonly unknown[]) => `Literal[${values.map(pythonValue).join(', ')}]`;

function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}
