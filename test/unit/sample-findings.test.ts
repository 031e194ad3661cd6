import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { semanticFlaws } from '../../domain/check-findings';
import { Findings } from '../../contracts/findings';
import { foundEvidence } from '../../web/runs/found-evidence';
import { sampleFindings } from '../../contracts/sample-findings';
import { flawsOfPublished } from '../../domain/findings-rules/review';
import type { OpportunityImport } from '../../contracts/opportunities';
import { dossierModel } from '../../documents/model/dossier-model';
import { sampleOpportunities } from '../../local/catalogue';

test('the sandbox’s findings pass the checks of real ones, and call themselves a sample', () => {
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

test('the sample dossier shows the sample findings, and claims no research', () => {
  expect(flawsOfPublished(sampleFindings)).toEqual([]);
  const offered = (sampleOpportunities() as OpportunityImport[]).map(({ findings }) => findings.subject.idea);
  expect(offered.length).toBeGreaterThan(0);
  expect(offered).not.toContain(sampleFindings.subject.idea);
  const { banner, method } = dossierModel(sampleFindings);
  expect(banner).toMatch(/^Sample: .* invented/);
  expect(method.checks).toMatch(/none of its sources exist/);
  expect(method.checks).not.toMatch(/\b(We|was checked)\b/);
});

test('what was found shows the result of each check, and of a sample none', () => {
  const found = (provider: string) => foundEvidence(sampleFindings, { provider }).toString();
  for (const result of ['Quotation found word for word', 'Page did not open for us']) {
    expect(found('anthropic')).toContain(result);
    for (const provider of ['local-sample', 'sandbox']) expect(found(provider)).not.toContain(result);
  }
});
