/** Samples of the agent stand-in pass what real submissions must pass. */
import * as fc from 'fast-check';
import { checkedPlan } from '../../activities/check-submission';
import { Submission } from '../../contracts/findings';
import { EVIDENCE_FLOOR } from '../../domain/findings-rules/floor';
import { flawsOf } from '../../domain/findings-rules/review';
import { planFlaws, type Plan } from '../../domain/plan';
import { holdsQuotation } from '../../domain/quotation';
import { createSchemaCompiler } from '../../platform/schema-compiler';
import { MOST_COMPETITORS, MOST_OF_DEPTH } from '../../stand-ins/agents/sample-shape';
import { flawedPlan, samplePlan } from '../../stand-ins/agents/sample-plan';
import { MOST_SOURCES } from '../../stand-ins/agents/sample-sources';
import { SAMPLE_NOTE, sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { LENGTHS, TONGUE_NAMES } from '../../stand-ins/agents/sample-texts';
import { topicOf } from '../../stand-ins/agents/sample-topic';
import { findPage } from '../../stand-ins/web/find-page';
import { context, opened } from '../support/findings';

const fits = createSchemaCompiler().compile<Submission>(Submission);
const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength }),
    fc.string({ unit: 'binary', maxLength }),
    fc.lorem({ maxCount: 40, mode: 'words' }).map((words) => words.slice(0, maxLength)),
    fc.constantFrom(
      'Ask jane@example.org or +49 30 1234567 **today**',
      '   ',
      'ß'.repeat(maxLength),
      '𝔸'.repeat(maxLength),
    ),
  );
const anyBrief = fc.record({ idea: text(4000), audience: fc.option(text(500)), geography: fc.option(text(120)) });
const plain = (idea: string) => ({ idea, audience: null, geography: null });
const anyDepth = fc.record({
  signals: fc.boolean(),
  ...(Object.fromEntries(
    Object.entries(MOST_OF_DEPTH).map(([part, max]) => [part, fc.integer({ min: 0, max })]),
  ) as Record<keyof typeof MOST_OF_DEPTH, fc.Arbitrary<number>>),
});
const anyShape = fc.record(
  {
    sources: fc.integer({ min: 1, max: MOST_SOURCES }),
    competitors: fc.integer({ min: 0, max: MOST_COMPETITORS }),
    depth: anyDepth,
    writing: fc.record({ length: fc.constantFrom(...LENGTHS), tongue: fc.option(fc.constantFrom(...TONGUE_NAMES)) }),
    plain: fc.constant(true as const),
  },
  { requiredKeys: ['sources', 'competitors'] },
);

test('passes the schema and every rule for any brief and shape, and quotes what its pages say', () => {
  fc.assert(
    fc.property(anyBrief, anyShape, (brief, shape) => {
      const sample: unknown = sampleSubmission(brief, opened, shape);
      if (!fits(sample)) throw new Error(JSON.stringify(fits.errors));
      const tooFew = shape.sources < EVIDENCE_FLOOR.sources ? ['/evidence'] : [];
      expect(flawsOf(sample, context).map(({ pointer }) => pointer)).toEqual(tooFew);
      expect([sample.evidence.length, sample.competitors.length]).toEqual([shape.sources, shape.competitors]);
      for (const { sourceUrl, excerpt } of sample.evidence) {
        expect(holdsQuotation(findPage(sourceUrl)!.text.join('\n'), excerpt)).toBe(true);
      }
      expect(sampleSubmission(brief, opened, shape)).toEqual(sample);
    }),
    { numRuns: 60 },
  );
});

test('says that it is a sample, and differs between briefs in verdict, sources and competitors', () => {
  const samples = Array.from({ length: 60 }, (_, i) =>
    sampleSubmission(plain(`A letter on clock ${i} for collectors`)),
  );
  for (const { limitations } of samples) expect(limitations[0]).toBe(SAMPLE_NOTE);
  expect(new Set(samples.map(({ verdict }) => verdict.recommendation)).size).toBe(3);
  expect(new Set(samples.map(({ evidence }) => evidence[0]!.sourceUrl)).size).toBe(60);
  expect(new Set(samples.map(({ competitors }) => competitors[0]!.url)).size).toBe(60);
});

test.each([
  ['A letter on heat pump policy for installers in small towns', 'heat pump policy', 'installers in small towns'],
  ['Tide tables for kayakers', 'tide tables', 'kayakers'],
  ['Help dentists keep staff', '“Help dentists keep staff”', 'people in the field'],
  ['Ein Brief über Wärmepumpen für Handwerker', 'Wärmepumpen', 'Handwerker'],
  ['?!', 'this subject', 'people in the field'],
])('speaks of %s in its own words', (idea, subject, readers) => {
  expect(topicOf(plain(idea))).toMatchObject({ subject, readers });
});

test('plans as many distinct candidates as any search asks for; a flawed plan has flaws', () => {
  const words = text(80).filter((each) => each.trim().length > 1);
  const anySearch = fc.record({
    operatorProfile: fc.string({ minLength: 10, maxLength: 4000, unit: 'grapheme' }),
    expertise: fc.uniqueArray(words, { minLength: 1, maxLength: 20 }),
    candidateCount: fc.integer({ min: 3, max: 25 }),
  });
  fc.assert(
    fc.property(anySearch, (search) => {
      const plan = samplePlan(search);
      expect([...checkedPlan(plan).flaws, ...planFlaws(plan, search.candidateCount)]).toEqual([]);
      const flawed = flawedPlan(search) as Plan;
      expect([...checkedPlan(flawed).flaws, ...planFlaws(flawed, search.candidateCount)]).not.toEqual([]);
    }),
  );
});
