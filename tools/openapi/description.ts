import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeOpenApi } from '../../api/description/openapi';
import { allEndpoints } from '../../api/endpoints/table';
import { PACKAGE_ROOT } from '../../base/package-root';

export interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: readonly Schema[];
  enum?: readonly unknown[];
  'x-extensible-enum'?: readonly string[];
}
export interface Content {
  'x-only-if-asked'?: true;
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Schema; examples?: Record<string, unknown> }>;
}
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}
export interface Operation {
  [keyword: string]: unknown;
  operationId: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
  'x-internal'?: boolean;
}
/** The parts of an OpenAPI 3.1 description that tools read. */
export interface Description {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, Content>;
    securitySchemes?: Record<string, unknown>;
  };
}

const URL_OF_NOBODY = 'https://api.noi.example';
const FILE = join(PACKAGE_ROOT, 'docs', 'openapi', 'v1.released.json');

/** The description that this code serves. */
export const currentDescription = () =>
  JSON.parse(JSON.stringify(describeOpenApi(allEndpoints(URL_OF_NOBODY), URL_OF_NOBODY))) as Description;

/** The description of the last release. */
export const releasedDescription = () => JSON.parse(readFileSync(FILE, 'utf8')) as Description;

export function keepReleased(description: Description): void {
  writeFileSync(FILE, `${JSON.stringify(withAnswers(description), null, 1)}\n`);
}

/** Inlines references to shared responses. */
export function withAnswers<T>(description: T): T {
  const { responses = {}, ...components } = (description as unknown as Description).components;
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (value === null || typeof value !== 'object') return value;
    const [, name] = /^#\/components\/responses\/(.+)$/.exec(String((value as Schema).$ref)) ?? [];
    if (name) return responses[name];
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inline(member)]));
  };
  return inline({ ...description, components }) as T;
}
