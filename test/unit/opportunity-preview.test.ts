import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpportunityImport } from '../../contracts/opportunities';
import { PACKAGE_ROOT } from '../../platform/package-root';
import type { Findings } from '../../contracts/findings';
import { sampleFindings } from '../../contracts/sample-findings';
import { withComputed } from '../../domain/publish-findings';
import { previewOf } from '../../domain/opportunity-preview';
import { previewSections } from '../../web/shop/opportunity-preview';

const FOLDER = join(PACKAGE_ROOT, 'prisma', 'catalogue');
const catalogue = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as OpportunityImport,
);

const everyFindings = [sampleFindings, ...catalogue.map(({ findings }) => withComputed(findings))];

/** Every text of a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('a preview reveals nothing that a buyer pays for', () => {
  for (const findings of everyFindings) {
    const page = previewSections(previewOf(findings)).toString();
    const { verdict, dimensions, audienceSegments, competitors, monetization, channels, risks, nextSteps } = findings;
    const sold = textsIn([audienceSegments, competitors, monetization, channels, risks, nextSteps, findings.evidence]);
    const more = textsIn([findings.unitEconomics, findings.firstIssues, findings.launchCalendar, findings.limitations]);
    const reasons = Object.values(dimensions).map(({ rationale }) => rationale);
    const leaked = [...sold, ...more, ...reasons, verdict.rationale].filter(
      (text) => text.length > 25 && page.includes(text),
    );
    expect(leaked).toEqual([]);
  }
});

test('a preview shows scores, counts and at most half of the rationale', () => {
  for (const findings of everyFindings) {
    const preview = previewOf(findings);
    expect(preview.dimensions).toHaveLength(7);
    expect(preview.evidence.sources).toBe(findings.evidence.length);
    expect(preview.evidence.sites).toBeLessThanOrEqual(findings.evidence.length);
    expect(preview.opening.length).toBeGreaterThan(20);
    expect(preview.opening.length).toBeLessThanOrEqual(Math.ceil(findings.verdict.rationale.length / 2) + 1);
  }
});

test('a preview of a sample calls no source verified; one of research says how many were', () => {
  const shown = (findings: Findings) => previewSections(previewOf(findings)).toString();
  for (const findings of everyFindings) {
    expect(shown(findings)).toContain('Example sources');
    expect(shown(findings)).not.toMatch(/verified|found again/i);
  }
  const researched = { ...sampleFindings, provenance: { ...sampleFindings.provenance, provider: 'anthropic' } };
  expect(shown(researched)).toMatch(/Quotations verified[^]*5[^]*found again on their page/);
});

test('findings of 1.0 show no part that they do not have', () => {
  const { unitEconomics: _, firstIssues: __, launchCalendar: ___, audienceSizing: ____, ...old } = sampleFindings;
  const evidence = old.evidence.map(({ grade: _grade, verification: _found, publishedAt: _at, ...entry }) => entry);
  const page = previewSections(previewOf({ ...old, schemaVersion: '1.0.0', evidence })).toString();
  expect(page).not.toMatch(/Economics|First issues|Launch calendar|Quotations verified|Primary sources/);
});
