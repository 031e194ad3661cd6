import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { semanticFlaws } from '../../domain/check-findings';
import { Findings } from '../../contracts/findings';
import { sampleFindings } from '../../contracts/sample-findings';
import { flawsOfPublished } from '../../domain/findings-rules/review';
import { SAMPLE } from '../../web/landing/sample';
import { sampleDossier } from '../../tools/assets/sample-dossier';

test('the sandbox’s sample findings pass the checks that real ones must pass, and call themselves a sample', () => {
  const valid = addFormats(new Ajv({ allErrors: true })).compile(Findings);
  valid(sampleFindings);
  expect(valid.errors ?? []).toEqual([]);
  const { schemaVersion, runId, kind, mode, generatedAt, subject, provenance, ...submission } = sampleFindings;
  expect(semanticFlaws(submission)).toEqual([]);
  expect({ schemaVersion, runId, kind, mode }).toEqual({
    schemaVersion: '1.2.0',
    runId: 'run_sample',
    kind: 'idea_check',
    mode: 'test',
  });
  expect([subject, provenance, generatedAt].every(Boolean)).toBe(true);
  expect(sampleFindings.limitations.join(' ')).toMatch(/sample|invented/i);
});

test('it shows every list of the form with at least one entry', () => {
  const { audienceSegments, competitors, monetization, channels, risks, nextSteps, evidence, limitations } =
    sampleFindings;
  for (const list of [audienceSegments, competitors, monetization, channels, risks, nextSteps, evidence, limitations]) {
    expect(list.length).toBeGreaterThan(0);
  }
});

test('the dossier that visitors read is the best of the catalogue as it is now, sound, verified, and says that it is a sample', () => {
  // `npm run assets` makes it.
  expect(SAMPLE).toEqual(sampleDossier());
  expect(flawsOfPublished(SAMPLE)).toEqual([]);
  expect(SAMPLE.evidence.map(({ verification }) => verification?.status)).toEqual(
    SAMPLE.evidence.map(() => 'verified'),
  );
  expect([SAMPLE.provenance.provider, SAMPLE.limitations.join(' ')]).toEqual([
    'sample',
    expect.stringMatching(/sample.*invented/),
  ]);
});
