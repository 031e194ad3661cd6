/** Parts of an OpenAPI 3.1 description that a comparison reads. */
export interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  deprecated?: boolean;
  'x-sunset'?: string;
}
export interface Media {
  schema?: Schema;
  examples?: Record<string, unknown>;
}
export interface Content {
  content?: Record<string, Media>;
}
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
export interface Operation {
  operationId: string;
  tags?: string[];
  security?: unknown[];
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content & { headers?: Record<string, unknown> }>;
  'x-internal'?: boolean;
  'x-required-scope'?: string;
  'x-sunset'?: string;
}
export interface Description {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers?: Record<string, { schema: Schema }>;
    securitySchemes?: Record<string, unknown>;
  };
}

const ANSWER = '#/components/responses/';

/** The description with each answer that is a component in place of the references to it. */
export function withAnswers<T>(description: T): T {
  const { responses = {}, ...components } = (description as { components: { responses?: Record<string, unknown> } })
    .components;
  const place = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(place);
    if (value === null || typeof value !== 'object') return value;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string' && $ref.startsWith(ANSWER)) return responses[$ref.slice(ANSWER.length)];
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, place(member)]));
  };
  return place({ ...description, components }) as T;
}

const TEXTS = new Set(['description', 'summary', 'example', 'examples', 'title', 'externalDocs', 'servers', 'contact']);
/** Members whose keys are names of ours, not keywords. */
const NAMED = new Set(['properties', 'schemas', 'headers', 'parameters', 'paths', 'webhooks', 'content']);

/** The description without its texts and examples: what a release keeps to compare later ones with. */
export function bare<T>(value: T, isNamed = false): T {
  if (Array.isArray(value)) return value.map((member: unknown) => bare(member)) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    if (!isNamed && key === 'examples' && isByName(member)) return [[key, withoutValues(member)]];
    if (!isNamed && TEXTS.has(key)) return key === 'description' && 'headers' in value ? [[key, '']] : [];
    return [[key, bare(member, !isNamed && NAMED.has(key))]];
  });
  return Object.fromEntries(entries) as T;
}

const isByName = (value: unknown): value is object => typeof value === 'object' && !Array.isArray(value);

/** Names of examples are codes of problems, which are part of the promise. */
function withoutValues(examples: object): object {
  return Object.fromEntries(Object.keys(examples).map((code) => [code, {}]));
}
