import { Type, type SchemaOptions, type TSchema } from '@sinclair/typebox';

export const closed = { additionalProperties: false } as const;

/** Timestamp in ISO 8601, UTC, with milliseconds (docs/interface.md, Style). */
export const timestamp = Type.String({ format: 'date-time', examples: ['2026-11-21T03:20:53.738Z'] });

export const nullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

/** Member of an {@link openEnum} that the description publishes; validators do not see symbols. */
export const KNOWN_VALUES = Symbol('known values');

/** What the description publishes as `oneOf` of an object; its handler checks it, in better words than a validator. */
export const ALTERNATIVES = Symbol('alternatives');

/** Open enum of responses: the schema lists current values in its description, and clients must tolerate new ones. */
export const openEnum = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>({
    type: 'string',
    description: `Today one of: ${values.join(', ')}. Tolerate new values.`,
    [KNOWN_VALUES]: values,
    examples: [values[0]],
  });
