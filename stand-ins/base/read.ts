import type { ZodType } from 'zod';

/** The first thing that is wrong with a value. */
export interface Objection {
  kind: 'unknown' | 'missing' | 'invalid';
  /** Member that it is about, as a form names it: `items[0][price]`. */
  name: string;
  message: string;
}

/** Makes the error of a stand-in. */
export type Refuse = (objection: Objection) => Error;

/** A value as a schema reads it. @throws the error of `refuse` where it does not fit */
export function read<T>(schema: ZodType<T>, value: unknown, refuse: Refuse): T {
  const { success, data, error } = schema.safeParse(value, { reportInput: true });
  if (success) return data;
  const [issue] = error.issues;
  const { input, message } = issue!;
  const unknown = issue!.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const [first, ...inner] = [...issue!.path, ...unknown].map(String);
  const name = `${first ?? 'body'}${inner.map((step) => `[${step}]`).join('')}`;
  const isMissing = input === undefined || Number.isNaN(input);
  throw refuse({ kind: unknown.length > 0 ? 'unknown' : isMissing ? 'missing' : 'invalid', name, message });
}
