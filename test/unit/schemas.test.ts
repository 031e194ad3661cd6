import type { TSchema } from '@sinclair/typebox';
import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Findings, Submission } from '../../contracts/findings';
import { newId } from '../../contracts/ids';
import { OPPORTUNITY_STATES, OpportunityImport } from '../../contracts/opportunities';
import { Portfolio } from '../../contracts/portfolio';
import { RUN_STATUSES } from '../../contracts/runs';
import { sampleFindings } from '../../contracts/sample-findings';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { OPPORTUNITY } from '../../domain/opportunities';
import { Plan } from '../../domain/plan';
import { RUN } from '../../domain/runs';
import { isTyped } from '../../http/endpoint';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { createSchemaCompiler } from '../../platform/schema-compiler';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { findingsFixture } from '../support/findings-fixture';
import { pdfPages, withoutSpace } from '../support/pdf-text';
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
test('every schema is strict JSON Schema 2020-12', () => {
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

describe('findings', () => {
  const ajv = createSchemaCompiler();
  const isFindings = ajv.compile<Findings>(Findings);
  const isSubmission = ajv.compile<Submission>(Submission);
  /** Findings as release 1.0.0 stored them; never to be changed. */
  const recorded = JSON.parse(
    readFileSync(join(PACKAGE_ROOT, 'test', 'fixtures', 'findings-1.0.0.json'), 'utf8'),
  ) as Findings;

  const renderer = createDossierRenderer();
  afterAll(() => renderer.close());

  test('stored findings of 1.0.0 stay valid and render', async () => {
    isFindings(recorded);
    expect(isFindings.errors ?? []).toEqual([]);
    expect(recorded.schemaVersion).toBe('1.0.0');
    const html = withoutSpace((await renderer.html(recorded)).toString());
    const pdf = pdfPages(await renderer.pdf(recorded)).join('');
    for (const shown of [html, pdf]) expect(shown).toContain(withoutSpace(recorded.evidence[0]!.title));
  });

  test.each(['1.0.0', '1.1.0', '1.2.0', '1.27.3'])('accepts a document of version %s', (schemaVersion) => {
    expect(isFindings({ ...sampleFindings, schemaVersion })).toBe(true);
  });

  test.each(['2.0.0', '1.1', '0.9.0', '1.1.0-beta', ' 1.1.0'])('refuses a document of version %j', (schemaVersion) => {
    expect(isFindings({ ...sampleFindings, schemaVersion })).toBe(false);
  });

  test('agents cannot submit verifications or computed figures', () => {
    const sound = sampleSubmission({ idea: 'Beekeeping on roofs', audience: null, geography: null });
    expect(isSubmission(sound)).toBe(true);
    const verification = sampleFindings.evidence[0]!.verification;
    expect(isSubmission({ ...sound, evidence: sound.evidence.map((each) => ({ ...each, verification })) })).toBe(false);
    const { computed } = sampleFindings.unitEconomics!;
    expect(isSubmission({ ...sound, unitEconomics: { ...sound.unitEconomics, computed } })).toBe(false);
  });
});

test('an opportunity is sold only while reserved and archived for good', () => {
  const ended = OPPORTUNITY_STATES.filter((state) => OPPORTUNITY.moves[state].length === 0);
  expect(ended).toEqual(['archived']);
  expect(OPPORTUNITY.moves.sold).toEqual(['available']);
  expect(OPPORTUNITY.before('sold')).toEqual(['reserved']);
  expect(OPPORTUNITY.before('reserved')).toEqual(['available']);
  expect(OPPORTUNITY.before('available')).toEqual(['in_review', 'reserved', 'sold']);
});

describe('an import', () => {
  const valid = addFormats(new Ajv2020({ strict: true })).compile(OpportunityImport);
  const opportunity = () => ({
    opportunityId: 'opp_01kah2v5q8e4wb6t7n9rjx3mzc',
    mode: 'live',
    title: 'Energy letter for hospitals',
    summary: 'One measure a week with real invoices.',
    niche: 'Facility management',
    audience: 'Facility managers of hospitals',
    geography: 'Germany',
    language: 'de-DE',
    score: 74,
    price: { amount: 49_900, currency: 'usd' },
    contributorAccountId: null as string | null,
    findings: findingsFixture(),
  });

  test.each(['de', 'en-GB', 'zh-Hant-TW', 'es-419'])('takes the language %s', (language) => {
    expect(valid({ ...opportunity(), language })).toBe(true);
  });

  test.each<[string, object]>([
    ['an unknown property', { status: 'available' }],
    ['an id of another kind', { opportunityId: 'run_01kah2v5q8e4wb6t7n9rjx3mzc' }],
    ['an unknown mode', { mode: 'sandbox' }],
    ['a title of four characters', { title: 'Bees' }],
    ['a language in words', { language: 'German' }],
    ['a score above 100', { score: 101 }],
    ['a price of nothing', { price: { amount: 0, currency: 'usd' } }],
    ['a price in parts of a cent', { price: { amount: 499.5, currency: 'usd' } }],
    ['a price in another currency', { price: { amount: 49_900, currency: 'eur' } }],
    ['a contributor that is no account', { contributorAccountId: 'somebody' }],
    ['no findings', { findings: undefined }],
  ])('refuses %s', (_, change) => {
    expect(valid(JSON.parse(JSON.stringify({ ...opportunity(), ...change })))).toBe(false);
  });
});

test('a finished run never changes and every other can end', () => {
  const finished = RUN_STATUSES.filter(RUN.isTerminal);
  expect(finished).toEqual(['completed', 'failed', 'canceled', 'expired']);
  for (const status of RUN_STATUSES.filter((name) => !RUN.isTerminal(name))) {
    expect(RUN.moves[status].length).toBeGreaterThan(0);
  }
  expect(RUN.before('completed')).toEqual(['running', 'canceling']);
  expect(RUN.before('expired')).toEqual(['queued']);
});

test('ids are unique, of the published shape and sorted by time', () => {
  const ids = Array.from({ length: 1000 }, () => newId('run'));
  expect(new Set(ids).size).toBe(1000);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^run_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
});
