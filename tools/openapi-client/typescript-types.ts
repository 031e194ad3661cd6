import type { Content, Description, Operation, Parameter, Schema } from '../openapi/description';

const HEAD = `// Generated from the API's description by \`npm run build\`. Do not edit.

/** A Problem Details response (RFC 9457). */
interface Problem {
  headers: { [name: string]: unknown };
  content: { 'application/problem+json': components['schemas']['ProblemDetails'] };
}
`;

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Types in the form of openapi-typescript, for openapi-fetch: `paths`, `webhooks` and `components`. */
export function typescriptTypes({ paths, webhooks, components }: Description): string {
  const operations = (of: Description['paths']) =>
    block(Object.entries(of), (methods) => {
      const entries = METHODS.map((method): [string, Operation | undefined] => [
        methods[method] ? method : `${method}?`,
        methods[method],
      ]);
      return block(
        entries,
        (each) => (each ? operationType(each) : 'never'),
        (each) => each?.summary,
      );
    });
  const schemas = block(Object.entries(components.schemas), typeOf, (schema) => schema.description);
  const responses = block(Object.entries(components.responses ?? {}), responseType);
  const all = `{\n  schemas: ${indented(schemas)};\n  responses: ${indented(responses)};\n}`;
  return [
    HEAD,
    `export interface paths ${operations(paths)}\n`,
    `export interface webhooks ${operations(webhooks)}\n`,
    `export interface components ${all}\n`,
  ].join('\n');
}

/** An object type. A name ending in `?` is optional. */
function block<T>(entries: [string, T][], type: (value: T) => string, about?: (value: T) => string | undefined) {
  const lines = entries.map(([name, value]) => {
    const [, key, optional] = /^(.*?)(\??)$/.exec(name)!;
    const text = about?.(value)?.replaceAll('*/', '*\\/').replaceAll('\n', ' ');
    const quoted = /^([A-Za-z_$][\w$]*|\d+)$/.test(key!) ? key : JSON.stringify(key);
    return `${text ? `/** ${text} */\n` : ''}${quoted}${optional}: ${type(value)};`;
  });
  return lines.length === 0 ? 'Record<string, never>' : `{\n  ${indented(lines.join('\n'))}\n}`;
}

const indented = (text: string) => text.replaceAll('\n', '\n  ');

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const groups = ['query', 'header', 'path', 'cookie'].map((place): [string, Parameter[]] => {
    const group = parameters.filter((parameter) => parameter.in === place);
    return [group.some(({ required }) => required) ? place : `${place}?`, group];
  });
  const parts: [string, string][] = [
    ['parameters', block(groups, parametersType)],
    [requestBody?.required ? 'requestBody' : 'requestBody?', requestBody ? contentType(requestBody) : 'never'],
    ['responses', block(Object.entries(responses), responseType, (response) => response.description)],
  ];
  return block(parts, (part) => part);
}

function parametersType(group: Parameter[]): string {
  const entries = group.map((one): [string, Parameter] => [one.required ? one.name : `${one.name}?`, one]);
  return group.length === 0
    ? 'never'
    : block(
        entries,
        ({ schema }) => typeOf(schema),
        ({ description }) => description,
      );
}

function responseType(response: Content): string {
  if (response.$ref) return reference(response.$ref);
  if (response.content?.['application/problem+json']) return 'Problem';
  return contentType(response, 'headers: { [name: string]: unknown };\n  ');
}

function contentType({ content }: Content, before = ''): string {
  if (!content) return `{\n  ${before}content?: never;\n}`;
  const media = block(Object.entries(content), ({ schema }) => typeOf(schema ?? {}));
  return `{\n  ${before}content: ${indented(media)};\n}`;
}

/** Converts `#/components/schemas/Run` to `components['schemas']['Run']`. */
const reference = ($ref: string) =>
  $ref
    .split('/')
    .slice(2)
    .reduce((of, name) => `${of}['${name}']`, 'components');

const SIMPLE: Record<string, string> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  null: 'null',
};

function typeOf(schema: Schema): string {
  if (schema.$ref) return reference(schema.$ref);
  const known = schema['x-extensible-enum'];
  // Accepts any string and suggests the known values in an editor.
  if (known) return [...known.map((value) => JSON.stringify(value)), '(string & {})'].join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`;
  return schema.type === 'object' ? objectType(schema) : (SIMPLE[schema.type ?? ''] ?? 'unknown');
}

function objectType({ properties = {}, required = [], additionalProperties: others = true }: Schema): string {
  const entries = Object.entries(properties).map(([name, schema]): [string, Schema] => [
    required.includes(name) ? name : `${name}?`,
    schema,
  ]);
  if (entries.length > 0) return block(entries, typeOf, ({ description }) => description);
  return `{ [key: string]: ${typeof others === 'object' ? typeOf(others) : 'unknown'} }`;
}
