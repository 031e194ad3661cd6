import { KindGuard, type TSchema } from '@sinclair/typebox';
import { RESOURCE_EXAMPLES } from './resource-examples';

/**
 * Example value of a schema: of its resource, from its own examples or else from its bounds; objects get all their
 * fields. Tests validate every example against its schema.
 */
export function exampleOf(schema: TSchema): unknown {
  const resource = RESOURCE_EXAMPLES[schema.title ?? ''];
  if (resource) return resource;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0] as unknown;
  if (schema.const !== undefined) return schema.const as unknown;
  if (schema.default !== undefined) return schema.default as unknown;
  if (Array.isArray(schema.enum)) return schema.enum[0] as unknown;
  const choices = (schema.anyOf ?? schema.oneOf) as TSchema[] | undefined;
  if (choices) return exampleOf(choices[0]!);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, TSchema>).map(([name, field]) => [
          name,
          exampleOf(field),
        ]),
      );
    case 'array':
      return KindGuard.IsSchema(schema.items)
        ? Array.from({ length: schema.minItems ?? 1 }, () => exampleOf(schema.items as TSchema))
        : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    default:
      return schema.format === 'date-time' ? '2026-11-21T03:20:53.738Z' : 'text';
  }
}
