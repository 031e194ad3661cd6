import { Type, type SchemaOptions, type TSchema } from '@sinclair/typebox';

export const closed = { additionalProperties: false } as const;

/** ISO 8601 timestamp in UTC with milliseconds (docs/interface/requests.md#style). */
export const timestamp = Type.String({ format: 'date-time', examples: ['2026-11-21T03:20:53.738Z'] });

export const nullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

/** Key for the known values of an {@link openEnum} in the API description. Validators ignore symbols. */
export const KNOWN_VALUES = Symbol('known values');

/** Key for alternatives, published as `oneOf` of an object. The handler checks them, for clearer errors. */
export const ALTERNATIVES = Symbol('alternatives');

/** Open enum for responses: the description lists the current values, and clients must tolerate new ones. */
export const openEnum = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>({
    type: 'string',
    description: `Currently one of: ${values.join(', ')}. Tolerate new values.`,
    [KNOWN_VALUES]: values,
    examples: [values[0]],
  });
