import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020';
import { Failure, type FieldError } from '../contracts/failures';
import { compiledOnUse, createSchemaCompiler, visibleLength } from '../platform/schema-compiler';

const bodies = createSchemaCompiler({ useDefaults: true });
// Queries are text, so numbers are coerced.
const queries = createSchemaCompiler({ useDefaults: true, coerceTypes: true });
const answers = createSchemaCompiler();

/** Validates a value, fills in defaults, and throws `invalid_request` naming the invalid fields. */
export type Check = (value: unknown) => void;

/**
 * Validator of bodies with RFC 6901 pointers. First removes optional strings without a visible character: browsers send
 * empty fields.
 */
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

/** Validator of queries with `?name` and `?name[key]` pointers; coerces numbers. */
export function queryCheck(schema: TSchema): Check {
  return checkWith(compiledOnUse(queries, schema), (path) => {
    const [name, ...keys] = path.slice(1).split('/');
    return `?${name}${keys.map((key) => `[${key}]`).join('')}`;
  });
}

/** Validator of responses: returns the violations, or null. For tests and local development. */
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
    // What is wrong with the name of a member has an error of its own in addition to that of `propertyNames`.
    const flaws = valid.errors!.filter(({ keyword }) => keyword !== 'propertyNames');
    for (const error of flaws) errors.add(() => fieldError(error, pointer));
    errors.refuse();
  };
}

const CODES: Record<string, string> = {
  required: 'required',
  additionalProperties: 'unknown_field',
  minProperties: 'required',
  maxProperties: 'too_many_items',
  type: 'wrong_type',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few_items',
  maxItems: 'too_many_items',
  uniqueItems: 'duplicate_items',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  enum: 'not_allowed',
  const: 'not_allowed',
};

function fieldError(error: ErrorObject, pointer: (path: string) => string): FieldError {
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  const member = params.missingProperty ?? params.additionalProperty ?? error.propertyName;
  const path =
    member === undefined
      ? error.instancePath
      : `${error.instancePath}/${escapePointer(member.slice(0, MAX_POINTER + 1))}`;
  const named = error.propertyName === undefined ? '' : ' in its name';
  return {
    pointer: shortened(pointer(path)),
    code: CODES[error.keyword] ?? 'invalid_format',
    detail: sentence(error) + named,
  };
}

/** Predicate of an error message, to follow the name of the field. */
function sentence({ keyword, params, message }: ErrorObject): string {
  const { limit, type, allowedValues } = params as { limit?: number; type?: string; allowedValues?: unknown[] };
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'const':
      return `must be ${String((params as { allowedValue: unknown }).allowedValue)}`;
    case 'enum':
      return `must be one of: ${allowedValues!.join(', ')}`;
    case 'type':
      return `must be ${/^[aeiou]/.test(type!) ? 'an' : 'a'} ${type}`;
    case 'minLength':
      return message!;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minProperties':
      return `must have at least ${limit === 1 ? 'one field' : `${limit} fields`}`;
    case 'minItems':
      return `must have at least ${limit} items`;
    case 'maxProperties':
      return `must have at most ${limit} fields`;
    case 'maxItems':
      return `must have at most ${limit} items`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'format':
      return (params as { format?: string }).format === 'email' ? 'must be a valid e-mail address' : message!;
    case 'uniqueItems':
      return 'must not have the same item twice';
    default:
      return message ?? 'is not valid';
  }
}

/** Maximum of field errors listed in one response; the rest are counted (docs/interface.md, Statuses). */
export const MAX_ERRORS = 20;

/** Maximum length of a pointer; longer ones are truncated with an ellipsis. */
export const MAX_POINTER = 200;

/** Field errors of one request. Memory and time are bounded: only listed errors are built. */
export interface FieldErrors {
  /** Counts one error and builds it if it will be listed. */
  add(make: () => FieldError): void;
  /** @throws Failure `invalid_request` with the first errors, if there are any */
  refuse(): void;
}

/** Collects the field errors of one request into one failure. */
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
    // Keeps one character too many, so that truncation is detected.
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
