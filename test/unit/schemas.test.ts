import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { allEndpoints } from '../../api/endpoints/table';
import { newId } from '../../base/ids';
import { PACKAGE_ROOT } from '../../base/package-root';
import { createSchemaCompiler } from '../../base/schema-compiler';
import { isTyped } from '../../http/endpoint';
import { htmlDossier } from '../../modules/dossiers/html/html-dossier';
import { dossierModel } from '../../modules/dossiers/model/dossier-model';
import { Findings, Submission } from '../../modules/findings/contract/findings';
import { Portfolio } from '../../modules/findings/contract/portfolio';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { Plan } from '../../modules/findings/plan';
import { OPPORTUNITY_STATES, OpportunityImport } from '../../modules/opportunities/contract';
import { OPPORTUNITY } from '../../modules/opportunities/rules';
import { sampleSubmission } from '../../stand-ins/agents/samples';
import { allRoutes, nameOf } from '../support/routes';

const documents: [string, TSchema][] = Object.entries({ Findings, OpportunityImport, Plan, Portfolio, Submission });
const ofRoutes = allRoutes().flatMap((route): [string, TSchema | null | undefined][] => [
  [`query of ${nameOf(route)}`, route.query],
  [`body of ${nameOf(route)}`, route.body],
  ...Object.entries(route.responses ?? {}).map(([status, spec]): [string, TSchema | null] => [
    `${status} of ${nameOf(route)}`,
    spec === null || isTyped(spec) ? null : spec,
  ]),
]);

// In production, a process skips this check and compiles only the schemas that it uses.
test('every schema is strict JSON Schema 2020-12', () => {
  const schemas = [...documents, ...ofRoutes].filter(([, schema]) => schema);
  expect(schemas.length).toBeGreaterThan(100);
  const compiler = createSchemaCompiler({ validateSchema: true });
  for (const [name, schema] of schemas) {
    expect(() => [name, compiler.compile(schema!)]).not.toThrow();
  }
});

test('measures visible characters of texts, and typed characters of passwords', () => {
  const compiler = createSchemaCompiler();
  const isIdea = compiler.compile({ type: 'string', minLength: 3 });
  const isPassword = compiler.compile({ type: 'string', minLength: 3, writeOnly: true });
  expect(['a b c', 'né!', '\u{1f6f0}\u{1f331}x'].map((text) => isIdea(text))).toEqual([true, true, true]);
  expect(
    ['a b', 'ab\u200b', 'ab\u2800', '\u3164\u3164\u3164', 'ab\ufffc', 'ab\u{1d159}', 'ab\ufffe'].map((text) =>
      isIdea(text),
    ),
  ).not.toContain(true);
  expect([isPassword('a b'), isPassword('ab')]).toEqual([true, false]);
});

test('a date-time has only digits of the calendar and of the clock', () => {
  const isMoment = createSchemaCompiler().compile({ type: 'string', format: 'date-time' });
  const digits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
  for (const [form, first, last] of [
    ['2024-##-01T00:00:00Z', 1, 12],
    ['2024-02-##T00:00:00Z', 1, 29],
    ['2023-02-##T00:00:00Z', 1, 28],
    ['2026-04-##T00:00:00Z', 1, 30],
    ['2026-01-##T00:00:00Z', 1, 31],
    ['2026-01-01T##:00:00Z', 0, 23],
    ['2026-01-01T00:##:00Z', 0, 59],
    ['2026-01-01T00:00:##Z', 0, 59],
    ['2026-01-01T00:00:00+##:00', 0, 23],
    ['2026-01-01T00:00:00-00:##', 0, 59],
  ] as const) {
    expect(digits.filter((two) => isMoment(form.replace('##', two)))).toEqual(digits.slice(first, last + 1));
  }
});

describe('findings', () => {
  const ajv = createSchemaCompiler();
  const isFindings = ajv.compile<Findings>(Findings);
  const isSubmission = ajv.compile<Submission>(Submission);

  test('stored by release 1.0.0 stay valid and readable', () => {
    const path = join(PACKAGE_ROOT, 'test', 'fixtures', 'findings-1.0.0.json');
    const recorded = JSON.parse(readFileSync(path, 'utf8')) as Findings;
    isFindings(recorded);
    expect(isFindings.errors ?? []).toEqual([]);
    expect(htmlDossier(dossierModel(recorded))).toContain(recorded.evidence[0]!.title);
  });

  test.each([
    ['1.0.0', true],
    ['1.27.3', true],
    ['2.0.0', false],
    ['0.9.0', false],
    ['1.1.0-beta', false],
  ])('of version %s are valid: %s', (schemaVersion, isValid) => {
    expect(isFindings({ ...sampleFindings, schemaVersion })).toBe(isValid);
  });

  test("cannot contain an agent's own checks or computed figures", () => {
    const sound = sampleSubmission({ idea: 'Beekeeping on roofs', audience: null, geography: null });
    const [{ verification }] = sampleFindings.evidence as [Findings['evidence'][number]];
    const verified = { ...sound, evidence: sound.evidence.map((each) => ({ ...each, verification })) };
    const { computed } = sampleFindings.unitEconomics!;
    const computing = { ...sound, unitEconomics: { ...sound.unitEconomics, computed } };
    const logging = { ...sound, searchLog: sampleFindings.searchLog };
    expect([sound, verified, computing, logging].map((each) => isSubmission(each))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

test('every live endpoint has a counterpart in the sandbox', () => {
  const pathsOf = (mode: string) =>
    allEndpoints('http://127.0.0.1').flatMap(({ auth, path }) =>
      auth.type === 'key' && auth.mode === mode ? [path] : [],
    );
  const twins = pathsOf('live').map((path) => path.replace('/v1/', '/v1/sandbox/'));
  expect(twins.length).toBeGreaterThan(0);
  expect(pathsOf('test')).toEqual(expect.arrayContaining(twins));
});

test('sells only reserved opportunities, and archives them permanently', () => {
  const ended = OPPORTUNITY_STATES.filter((state) => OPPORTUNITY.moves[state].length === 0);
  expect(ended).toEqual(['archived']);
  expect(OPPORTUNITY.moves.sold).toEqual(['available']);
  expect(OPPORTUNITY.before('sold')).toEqual(['reserved']);
  expect(OPPORTUNITY.before('reserved')).toEqual(['available']);
  expect(OPPORTUNITY.before('available')).toEqual(['in_review', 'reserved', 'sold']);
});

test('generates unique ids in the published format, sorted by time', () => {
  const ids = Array.from({ length: 1000 }, () => newId('run'));
  expect(new Set(ids).size).toBe(1000);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^run_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
});
