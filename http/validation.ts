import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020';
import { Failure, type FieldError } from '../base/failures';
import { compiledOnUse, createSchemaCompiler, visibleLength } from '../base/schema-compiler';

const bodies = createSchemaCompiler({ useDefaults: true });
// Query values are strings, so the compiler converts numbers.
const queries = createSchemaCompiler({ useDefaults: true, coerceTypes: true });
const answers = createSchemaCompiler();

/** Validates a value and fills in defaults. @throws Failure `invalid_request` naming the invalid fields */
export type Check = (value: unknown) => void;

/** Creates a validator for bodies, with RFC 6901 pointers. First removes blank optional strings that browsers send. */
export function bodyCheck(schema: TSchema): Check {
  const check = checkWith(compiledOnUse(bodies, schema), (path) => path);
  const texts = optionalTexts(schema);
  return (value) => {
    if (typeof value === 'object' && value !== null) {
      const fields = value as Record<string, unknown>;
      for (const name of texts)
        if (typeof fields[name] === 'string' && visibleLength(fields[name]) === 0) delete fields[name];
    }
    check(value);
  };
}

function optionalTexts({ properties = {}, required = [] }: TSchema): string[] {
  const isText = ({ type, anyOf = [] }: TSchema): boolean => type === 'string' || (anyOf as TSchema[]).some(isText);
  return Object.entries(properties as Record<string, TSchema>)
    .filter(([name, schema]) => !(required as string[]).includes(name) && isText(schema))
    .map(([name]) => name);
}

/** Creates a validator for queries, with pointers such as `?name` and `?name[key]`. Converts numbers. */
export function queryCheck(schema: TSchema): Check {
  return checkWith(compiledOnUse(queries, schema), (path) => {
    const [name, ...keys] = path.slice(1).split('/');
    return `?${name}${keys.map((key) => `[${key}]`).join('')}`;
  });
}

/** Creates a validator for responses that returns their violations, or null. For tests and local development. */
export function answerCheck(schema: TSchema): (value: unknown) => string | null {
  const validator = compiledOnUse(answers, schema);
  return (value) => {
    const valid = validator();
    return valid(value) ? null : answers.errorsText(valid.errors);
  };
}

function checkWith(validator: () => ValidateFunction, pointer: (path: string) => string): Check {
  return (value) => {
    const valid = validator();
    if (valid(value)) return;
    const errors = collectErrors();
    // Skips `propertyNames`, because an invalid member name also causes a separate error.
    const flaws = valid.errors!.filter(({ keyword }) => keyword !== 'propertyNames');
    for (const error of flaws) errors.add(() => fieldError(error, pointer));
    errors.refuse();
  };
}

interface Params {
  limit?: number;
  type?: string;
  format?: string;
  allowedValue?: unknown;
  allowedValues?: unknown[];
}

/** Error code by schema keyword, optionally with a message that replaces the validator's. */
const ERRORS: Record<string, [code: string, says?: (params: Params) => string | undefined]> = {
  required: ['required', () => 'is required'],
  additionalProperties: ['unknown_field', () => 'is not a known field'],
  const: ['not_allowed', ({ allowedValue }) => `must be ${String(allowedValue)}`],
  enum: ['not_allowed', ({ allowedValues }) => `must be one of: ${allowedValues!.join(', ')}`],
  type: ['wrong_type', ({ type }) => `must be ${/^[aeiou]/.test(type!) ? 'an' : 'a'} ${type}`],
  minLength: ['too_short'],
  maxLength: ['too_long', ({ limit }) => `must have at most ${limit} characters`],
  minProperties: ['required', ({ limit }) => `must have at least ${limit === 1 ? 'one field' : `${limit} fields`}`],
  maxProperties: ['too_many_items', ({ limit }) => `must have at most ${limit} fields`],
  minItems: ['too_few_items', ({ limit }) => `must have at least ${limit === 1 ? 'one item' : `${limit} items`}`],
  maxItems: ['too_many_items', ({ limit }) => `must have at most ${limit} items`],
  uniqueItems: ['duplicate_items', () => 'must not have the same item twice'],
  minimum: ['out_of_range', ({ limit }) => `must be at least ${limit}`],
  maximum: ['out_of_range', ({ limit }) => `must be at most ${limit}`],
  format: ['invalid_format', ({ format }) => (format === 'email' ? 'must be a valid email address' : undefined)],
};

function fieldError(error: ErrorObject, pointer: (path: string) => string): FieldError {
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  const member = params.missingProperty ?? params.additionalProperty ?? error.propertyName;
  const path =
    member === undefined
      ? error.instancePath
      : `${error.instancePath}/${escapePointer(member.slice(0, MAX_POINTER + 1))}`;
  const named = error.propertyName === undefined ? '' : ' in its name';
  const [code, says] = ERRORS[error.keyword] ?? ['invalid_format'];
  return {
    pointer: shortened(pointer(path)),
    code,
    detail: (says?.(error.params) ?? error.message ?? 'is not valid') + named,
  };
}

/** Maximum field errors in a response. Further errors are only counted (docs/interface/requests.md#statuses). */
export const MAX_ERRORS = 20;

/** Maximum length of a pointer. Longer pointers are truncated with an ellipsis. */
export const MAX_POINTER = 200;

/** Field errors of one request. Creates only the listed errors, to bound memory and time. */
export interface FieldErrors {
  /** Counts an error, and calls `make` only if the error will be listed. */
  add(make: () => FieldError): void;
  /** @throws Failure `invalid_request` with the first errors, if there are any */
  refuse(): void;
}

export function collectErrors(): FieldErrors {
  const errors: FieldError[] = [];
  let found = 0;
  return {
    add(make) {
      if (found++ < MAX_ERRORS) errors.push(make());
    },
    refuse() {
      const [first] = errors;
      if (!first) return;
      const others = found > 1 ? ` (and ${found - 1} more)` : '';
      throw new Failure('invalid_request', {
        detail: `${first.pointer || 'The body'} ${first.detail}${others}.`,
        errors,
        errorsOmitted: found - errors.length,
      });
    },
  };
}

/** RFC 6901 pointer into a body, truncated to {@link MAX_POINTER} characters. */
export function bodyPointer(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const name of path) {
    if (pointer.length > MAX_POINTER) break;
    // One extra character is enough to detect that the pointer must be truncated.
    pointer += `/${escapePointer(String(name).slice(0, MAX_POINTER + 1))}`;
  }
  return shortened(pointer);
}

/** Pointer into a query, `?name`, truncated to {@link MAX_POINTER} characters. */
export function queryPointer([name = '', ...rest]: readonly (string | number)[]): string {
  return shortened(`?${String(name).slice(0, MAX_POINTER + 1)}${bodyPointer(rest)}`);
}

/** Escapes a member name as an RFC 6901 reference token. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Truncates a pointer to {@link MAX_POINTER} characters without splitting surrogate pairs. */
export function shortened(pointer: string): string {
  return (pointer.length <= MAX_POINTER ? pointer : `${pointer.slice(0, MAX_POINTER - 1)}…`).toWellFormed();
}
