import type { TSchema } from '@sinclair/typebox';
import { Findings, Submission } from '../../contracts/findings';
import { OpportunityImport } from '../../contracts/opportunities';
import { Portfolio } from '../../contracts/portfolio';
import { Plan } from '../../domain/plan';
import { isTyped } from '../../http/endpoint';
import { createSchemaCompiler } from '../../platform/schema-compiler';
import { allRoutes, nameOf } from '../support/routes';

const documents: [string, TSchema][] = Object.entries({ Findings, OpportunityImport, Plan, Portfolio, Submission });
const ofRoutes = allRoutes().flatMap((route): [string, TSchema | null][] => [
  [`query of ${nameOf(route)}`, route.query ?? null],
  [`body of ${nameOf(route)}`, route.body ?? null],
  ...Object.entries(route.responses ?? {}).map(([status, spec]): [string, TSchema | null] => [
    `${status} of ${nameOf(route)}`,
    spec === null || isTyped(spec) ? null : spec,
  ]),
]);

// A running process compiles without this check, and only what it uses.
test('each schema of a request, an answer or a document is strict JSON Schema 2020-12', () => {
  const schemas = [...documents, ...ofRoutes].filter(([, schema]) => schema !== null);
  expect(schemas.length).toBeGreaterThan(100);
  const compiler = createSchemaCompiler({ validateSchema: true });
  const refused = schemas.flatMap(([name, schema]) => {
    try {
      compiler.compile(schema!);
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  });
  expect(refused).toEqual([]);
});

test('a schema that is none is refused', () => {
  const compiler = createSchemaCompiler({ validateSchema: true });
  expect(() => compiler.compile({ type: 'string', minLength: 'many' })).toThrow('schema is invalid');
  expect(() => compiler.compile({ type: 'string', longest: 3 })).toThrow('strict mode');
});
