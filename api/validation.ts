import type { TSchema } from '@sinclair/typebox';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { Failure, type FieldError } from '../contracts/failures';

const strict = { allErrors: true, strict: true, useDefaults: true } as const;
const bodies = addFormats(new Ajv2020(strict));
// Queries are text: a number is whatever reads as one.
const queries = addFormats(new Ajv2020({ ...strict, coerceTypes: true }));
const answers = addFormats(new Ajv2020({ allErrors: true, strict: true }));

/** Checks a value in place (defaults filled in) and throws `invalid_request` with every field that is wrong. */
export type Check = (value: unknown) => void;

/** A check for bodies: pointers are RFC 6901. */
export function bodyCheck(schema: TSchema): Check {
  return checkWith(bodies.compile(schema), (path) => path);
}

/** A check for queries: pointers are `?name`; numbers are read from their text. */
export function queryCheck(schema: TSchema): Check {
  return checkWith(queries.compile(schema), (path) => `?${path.slice(1)}`);
}

/** What is wrong with an answer, or null: for tests and the local profile. */
export function answerCheck(schema: TSchema): (value: unknown) => string | null {
  const valid = answers.compile(schema);
  return (value) => (valid(value) ? null : answers.errorsText(valid.errors));
}

function checkWith(valid: ValidateFunction, pointer: (path: string) => string): Check {
  return (value) => {
    if (valid(value)) return;
    const errors = valid.errors!.map((error) => fieldError(error, pointer));
    throw new Failure('invalid_request', { detail: summary(errors), errors });
  };
}

const CODES: Record<string, string> = {
  required: 'required',
  additionalProperties: 'unknown_field',
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
  const member = params.missingProperty ?? params.additionalProperty;
  const path = member === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(member)}`;
  return { pointer: pointer(path), code: CODES[error.keyword] ?? 'invalid_format', detail: sentence(error) };
}

/** What is wrong in words that follow the name of the field. */
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
      return `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return `must have at least ${limit} items`;
    case 'maxItems':
      return `must have at most ${limit} items`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'uniqueItems':
      return 'must not have the same item twice';
    default:
      return message ?? 'is not valid';
  }
}

function summary(errors: FieldError[]): string {
  const [first] = errors;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${first!.pointer || 'The body'} ${first!.detail}${others}.`;
}

/** One member name as a reference token of RFC 6901. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
