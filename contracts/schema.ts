import { Type, type TSchema } from '@sinclair/typebox';

/** Options of an object that has no other fields than those it names. */
export const closed = { additionalProperties: false } as const;

/** A time in ISO 8601, UTC, with milliseconds (contract.md, Style). */
export const timestamp = Type.String({ format: 'date-time', examples: ['2026-11-21T03:20:53.738Z'] });

/** A value or null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** An enum of answers: open, so the schema gives the values of today as text and clients tolerate new ones. */
export const openEnum = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>({
    type: 'string',
    description: `Today one of: ${values.join(', ')}. Tolerate new values.`,
    examples: [values[0]],
  });
