import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { semanticFlaws } from '../../contracts/check-findings';
import { Submission } from '../../contracts/findings';
import { flawedSubmission, sampleSubmission } from '../../local/agents/sample-submission';

const ajv = addFormats(new Ajv({ allErrors: true }));
const valid = ajv.compile(Submission);
const brief = (idea: string) => ({ idea, audience: null, geography: null });

test('any brief gives findings that pass every check', () => {
  // The API trims what it takes, so no field of a brief is blank.
  const text = (maxLength: number) =>
    fc.string({ unit: 'binary', minLength: 1, maxLength }).filter((value) => value.trim() !== '');
  fc.assert(
    fc.property(text(4000), fc.option(text(500)), fc.option(text(120)), (idea, audience, geography) => {
      const findings = sampleSubmission({ idea, audience, geography });
      valid(findings);
      expect(valid.errors ?? []).toEqual([]);
      expect(semanticFlaws(findings)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('the same brief gives the same findings, another one other scores, segments and sources', () => {
  const bikes = sampleSubmission(brief('Bicycle repair for independent workshops'));
  expect(sampleSubmission(brief('Bicycle repair for independent workshops'))).toEqual(bikes);

  const bees = sampleSubmission(brief('Beekeeping law for hobbyists'));
  expect(bees.dimensions).not.toEqual(bikes.dimensions);
  expect(bees.audienceSegments[0]!.name).not.toBe(bikes.audienceSegments[0]!.name);
  expect(bees.evidence.map((each) => each.title)).not.toEqual(bikes.evidence.map((each) => each.title));
});

test('ideas differ widely, so that rankings and thresholds have something to do', () => {
  const verdicts = Array.from({ length: 200 }, (_, i) => sampleSubmission(brief(`Idea number ${i}`)).verdict);
  expect(new Set(verdicts.map((verdict) => verdict.recommendation)).size).toBe(3);
  expect(new Set(verdicts.map((verdict) => verdict.score)).size).toBeGreaterThan(30);
});

test('the idea is quoted and everything says that it is a sample', () => {
  const findings = sampleSubmission(brief('Bicycle repair for independent workshops'));
  expect(findings.verdict.rationale).toContain('Bicycle repair for independent workshops');
  for (const each of findings.evidence) {
    expect(each.title).toMatch(/^Local sample:/);
    expect(new URL(each.sourceUrl).hostname).toMatch(/\.example\.(com|org)$/);
  }
  expect(findings.limitations[0]).toContain('sample output of the local stand-in');
});

test('flawed findings fail the schema and the semantic checks', () => {
  const flawed = flawedSubmission(brief('Bicycle repair'));
  expect(valid(flawed)).toBe(false);
  expect(semanticFlaws(flawed as Submission).map((flaw) => flaw.pointer)).toEqual(
    expect.arrayContaining(['/dimensions/competition/evidenceIds/0', '/monetization/0/low']),
  );
});
