import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { createSchemaCompiler } from '../../base/schema-compiler';
import { dossierModel } from '../../modules/dossiers/model/dossier-model';
import { Findings } from '../../modules/findings/contract/findings';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { depthFlaws } from '../../modules/findings/depth-by-price';
import { withComputed } from '../../modules/findings/publish';
import { flawsOfPublished } from '../../modules/findings/rules/rules';
import { OpportunityImport } from '../../modules/opportunities/contract';
import { previewOf } from '../../modules/opportunities/preview';
import { findPage, sampleHtml } from '../../stand-ins/web/pages';
import { createPageReader } from '../../vendors/cited-pages/page-reader';
import { foundEvidence } from '../../web/runs/run-body';
import { previewSections } from '../../web/shop/opportunity-preview';

const FOLDER = join(PACKAGE_ROOT, 'prisma', 'catalogue');
const catalogue = readdirSync(FOLDER).map(
  (file) => [file, JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as OpportunityImport] as const,
);
const opportunities = catalogue.map(([, opportunity]) => opportunity);

const ajv = createSchemaCompiler();
const findingsSchema = ajv.compile(Findings);
const importSchema = ajv.compile(OpportunityImport);

const reader = createPageReader();
afterAll(() => reader.close());

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe.each(catalogue)('%s', (_, opportunity) => {
  const findings = withComputed(opportunity.findings);

  test('can be imported, and its findings keep every rule', () => {
    importSchema(opportunity);
    expect(importSchema.errors ?? []).toEqual([]);
    findingsSchema(findings);
    expect(findingsSchema.errors ?? []).toEqual([]);
    expect(flawsOfPublished(findings)).toEqual([]);
    expect(depthFlaws(findings, opportunity.price.amount)).toEqual([]);
    expect([opportunity.score, opportunity.mode]).toEqual([findings.verdict.score, findings.mode]);
  });

  test('calls itself a sample and cites reserved addresses', () => {
    expect(findings.provenance.provider).toBe('local-sample');
    expect(findings.limitations.join(' ')).toMatch(/illustrat/i);
    const addresses = [
      ...findings.evidence.map(({ sourceUrl }) => sourceUrl),
      ...[...findings.competitors, ...findings.comparables!, ...findings.sponsors!].map(({ url }) => url),
      ...findings.nameChecks!.map(({ domain }) => `https://${domain}`),
    ];
    const hosts = addresses.flatMap((address) => (address === null ? [] : [new URL(address).hostname]));
    expect(hosts.filter((host) => !/(^|\.)example(\.(com|org))?$/.test(host))).toEqual([]);
  });

  test('quotes its sample pages word for word', async () => {
    for (const { sourceUrl, excerpt, publishedAt } of findings.evidence) {
      const page = findPage(sourceUrl)!;
      expect(publishedAt).toBe(page.publishedAt);
      const body = Buffer.from(sampleHtml(page));
      const task = { body, contentType: 'text/html; charset=utf-8', quotations: [excerpt] };
      const read = (await reader.find('run_1', task))!;
      expect([sourceUrl, read.found[0]?.excerpt]).toEqual([sourceUrl, excerpt]);
      expect([read.title, read.date, read.state]).toEqual([page.title, page.publishedAt, 'page']);
    }
  });
});

test('offers enough in both modes, with no id, run or title used twice', () => {
  const inMode = (mode: string) => opportunities.filter((opportunity) => opportunity.mode === mode).length;
  expect(inMode('live')).toBeGreaterThanOrEqual(12);
  expect(inMode('test')).toBeGreaterThanOrEqual(2);
  const values = opportunities.flatMap(({ opportunityId, title, findings }) => [opportunityId, title, findings.runId]);
  expect(new Set(values).size).toBe(opportunities.length * 3);
});

test('the sample dossier offers no idea that is for sale, and claims no research', () => {
  expect(opportunities.map(({ findings }) => findings.subject.idea)).not.toContain(sampleFindings.subject.idea);
  const { banner, method } = dossierModel(sampleFindings);
  expect(banner).toMatch(/^Sample: .* invented/);
  expect(method.checks).toMatch(/None of the sources of this sample exist/);
  expect(method.checks).not.toMatch(/\b(We|was checked)\b/);
});

test('evidence shows the result of each check, and of a sample none', () => {
  const found = (provider: string) => foundEvidence(sampleFindings, { provider }).toString();
  for (const result of ['Quote found word for word', 'Page closed to our reader']) {
    expect(found('anthropic')).toContain(result);
    for (const provider of ['local-sample', 'sandbox']) expect(found(provider)).not.toContain(result);
  }
});

describe('a preview', () => {
  const all = [sampleFindings, ...opportunities.map(({ findings }) => withComputed(findings))];
  const shown = (findings: (typeof all)[number]) => previewSections(previewOf(findings)).toString();

  test('reveals nothing that a buyer pays for, and at most half of the rationale', () => {
    for (const findings of all) {
      const page = shown(findings);
      const { verdict, dimensions, audienceSegments, competitors, monetization, channels, risks } = findings;
      const { nextSteps, evidence, unitEconomics, firstIssues, launchCalendar, limitations } = findings;
      const { comparables, sponsors, trend, sampleIssue, nameChecks, wouldChange } = findings;
      const deeper = [comparables, sponsors, trend, sampleIssue, nameChecks, wouldChange];
      const parts = [
        ...deeper,
        audienceSegments,
        competitors,
        monetization,
        channels,
        risks,
        nextSteps,
        evidence,
        limitations,
      ];
      const reasons = Object.values(dimensions).map(({ rationale }) => rationale);
      const sold = textsIn([parts, unitEconomics, firstIssues, launchCalendar, verdict.rationale, reasons]);
      expect(sold.filter((text) => text.length > 25 && page.includes(text))).toEqual([]);
      expect(previewOf(findings).opening.length).toBeLessThanOrEqual(Math.ceil(verdict.rationale.length / 2) + 1);
    }
  });

  test('calls no source of a sample verified', () => {
    for (const findings of all) expect(shown(findings)).not.toMatch(/verified|found again/i);
    const researched = { ...sampleFindings, provenance: { ...sampleFindings.provenance, provider: 'anthropic' } };
    expect(shown(researched)).toMatch(/Quotations verified[^]*5[^]*found again on their page/);
  });
});
