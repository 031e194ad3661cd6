import type { TSchema } from '@sinclair/typebox';
import addFormats from 'ajv-formats';
import Ajv2020, { _, str, type FuncKeywordDefinition, type Options, type ValidateFunction } from 'ajv/dist/2020';

/**
 * Creates a strict compiler for JSON Schema 2020-12. Skips the meta-schema check (a test runs it) and code
 * optimization, because each would double the compile time.
 */
export function createSchemaCompiler(options: Options = {}): Ajv2020 {
  const settings = { allErrors: true, strict: true, validateSchema: false, code: { optimize: false } };
  return (
    addFormats(new Ajv2020({ ...settings, ...options }))
      // Lists the known values of a string in the API description, but does not reject other values.
      .addKeyword('x-extensible-enum')
      .addFormat('date-time', isDateTime)
      .removeKeyword('minLength')
      .addKeyword(VISIBLE_LENGTH)
  );
}

/** The subset of RFC 3339 that the service accepts: `T`, seconds up to 59, `Z` or an offset, no leap seconds. */
const DATE_TIME =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

function isDateTime(text: string): boolean {
  const day = DATE_TIME.exec(text)?.[1];
  return day !== undefined && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

// Invisible characters that Unicode does not classify as ignorable: blank Braille, anchors, a null notehead, blank
// hieroglyphs.
const INVISIBLE =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffc\u{1d159}\u{13441}\u{13442}]/gu;

/** Counts the visible characters. */
export function visibleLength(text: string): number {
  return [...text.replace(INVISIBLE, '')].length;
}

/** Redefines `minLength` to count visible characters. In passwords (`writeOnly`), every character counts. */
const VISIBLE_LENGTH: FuncKeywordDefinition = {
  keyword: 'minLength',
  type: 'string',
  schemaType: 'number',
  errors: false,
  error: {
    message: ({ schemaCode, parentSchema }) => str`must have at least ${schemaCode} ${unitOf(parentSchema)}`,
    params: ({ schemaCode, parentSchema }) => _`{limit: ${schemaCode}, unit: ${unitOf(parentSchema)}}`,
  },
  compile: (limit: number, schema: object) =>
    isPassword(schema) ? (text: string) => [...text].length >= limit : (text: string) => visibleLength(text) >= limit,
};

const isPassword = (schema: { writeOnly?: boolean } = {}) => schema.writeOnly === true;
const unitOf = (schema?: object) => (isPassword(schema) ? 'characters' : 'visible characters');

/** Compiles a schema on first use, because compiling all of them would take a third of the startup time. */
export function compiledOnUse<T>(compiler: Ajv2020, schema: TSchema): () => ValidateFunction<T> {
  let compiled: ValidateFunction<T> | null = null;
  return () => (compiled ??= compiler.compile<T>(schema));
}
