import type { TSchema } from '@sinclair/typebox';
import Ajv2020, { type Options, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/**
 * Creates a compiler of JSON Schema 2020-12 with its formats, which reports every error and refuses schemas that are not
 * strict. Two things would each double the time of compiling: a check against the meta-schema, which a test makes
 * (test/unit/schemas.test.ts), and optimized code, with which a check is at most a tenth faster.
 */
export function createSchemaCompiler(options: Options = {}): Ajv2020 {
  const settings = { allErrors: true, strict: true, validateSchema: false, code: { optimize: false } };
  // Names the known values of a text in the description, and refuses none.
  return addFormats(new Ajv2020({ ...settings, ...options })).addKeyword('x-extensible-enum');
}

/**
 * Compiles a schema when its validator is first asked for: a process uses few of those that it knows, and all of
 * them take a third of its start.
 */
export function compiledOnUse<T>(compiler: Ajv2020, schema: TSchema): () => ValidateFunction<T> {
  let compiled: ValidateFunction<T> | null = null;
  return () => (compiled ??= compiler.compile<T>(schema));
}
