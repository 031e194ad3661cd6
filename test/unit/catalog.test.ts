import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { PACKAGE_ROOT } from '../../base/package-root';
import { createSchemaCompiler } from '../../base/schema-compiler';
import { createDossierRenderer } from '../../modules/dossiers/dossier-renderer';
import { certificateModel } from '../../modules/dossiers/model/certificate-model';
import { dossierModel } from '../../modules/dossiers/model/dossier-model';
import { yearsOf } from '../../modules/dossiers/model/exclusivity-model';
import { Findings } from '../../modules/findings/contract/findings';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { depthFlaws } from '../../modules/findings/depth-by-price';
import { withComputed } from '../../modules/findings/publish';
import { flawsOfPublished } from '../../modules/findings/rules/rules';
import { OpportunityImport } from '../../modules/opportunities/contract';
import { dataFile } from '../../modules/opportunities/data-file';
import { previewOf } from '../../modules/opportunities/preview';
import { findPage, sampleHtml } from '../../stand-ins/web/pages';
import { createPageReader } from '../../vendors/cited-pages/page-reader';
import { foundEvidence } from '../../web/runs/run-body';
import { previewSections } from '../../web/shop/opportunity-preview';
import { pdfPages, withoutSpace } from '../support/answers';

const FOLDER = join(PACKAGE_ROOT, 'prisma', 'catalog');
const catalog = readdirSync(FOLDER).map(
  (file) => [file, JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as OpportunityImport] as const,
);
const opportunities = catalog.map(([, opportunity]) => opportunity);

const ajv = createSchemaCompiler();
const findingsSchema = ajv.compile(Findings);
const importSchema = ajv.compile(OpportunityImport);

const reader = createPageReader();
const renderer = createDossierRenderer();
afterAll(() => Promise.all([reader.close(), renderer.close()]));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe.each(catalog)('%s', (_, opportunity) => {
  const findings = withComputed(opportunity.findings);

  test('can be imported, and its findings satisfy every rule', () => {
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

test('offers enough in both modes, without a repeated id, run or title', () => {
  const inMode = (mode: string) => opportunities.filter((opportunity) => opportunity.mode === mode).length;
  expect(inMode('live')).toBeGreaterThanOrEqual(12);
  expect(inMode('test')).toBeGreaterThanOrEqual(2);
  const values = opportunities.flatMap(({ opportunityId, title, findings }) => [opportunityId, title, findings.runId]);
  expect(new Set(values).size).toBe(opportunities.length * 3);
});

test('keeps the sample idea out of the catalog, and claims no research for it', () => {
  expect(opportunities.map(({ findings }) => findings.subject.idea)).not.toContain(sampleFindings.subject.idea);
  const { banner, method } = dossierModel(sampleFindings);
  expect(banner).toMatch(/^Sample: .* invented/);
  expect(method.checks).toMatch(/None of the sources of this sample exist/);
  expect(method.checks).not.toMatch(/\b(We|was checked)\b/);
});

test('shows the result of each evidence check, but none for a sample', () => {
  const found = (provider: string) => foundEvidence(sampleFindings, { provider }).toString();
  for (const result of ['Quote found word for word', 'Page closed to our reader']) {
    expect(found('anthropic')).toContain(result);
    for (const provider of ['local-sample', 'sandbox']) expect(found(provider)).not.toContain(result);
  }
});

describe('a preview', () => {
  const all = [sampleFindings, ...opportunities.map(({ findings }) => withComputed(findings))];
  const shown = (findings: Findings) => previewSections(previewOf(findings)).toString();

  test('reveals nothing that buyers pay for, except up to half of the rationale', () => {
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

  test('promises only sections that these findings have', () => {
    const optional =
      /^(trend|sampleIssue|comparables|sponsors|nameChecks|wouldChange|searchLog|unitEconomics|firstIssues|launchCalendar)$/;
    const kept = Object.entries(sampleFindings).filter(([part]) => !optional.test(part));
    const least = Object.fromEntries(kept) as unknown as Findings;
    const { sponsors } = sampleFindings;
    const titles = [
      'Interest over time',
      'Sample issue',
      'Comparable newsletters',
      'Sponsors',
      'Names',
      'Research log',
    ];
    const more = ['What would change the verdict', 'First year', 'First issues', 'Launch calendar'];
    for (const title of [...titles, ...more, 'What exclusivity is worth']) {
      expect(shown(sampleFindings)).toContain(`${title}:`);
      expect(shown(least)).not.toContain(`${title}:`);
    }
    expect(shown({ ...least, sponsors: sponsors! })).toMatch(/What exclusivity is worth:[^]{1,40}>what sponsors pay</);
  });

  test('does not call sources of a sample verified', () => {
    for (const findings of all) expect(shown(findings)).not.toMatch(/verified|found again/i);
    const sources = unzipSync(dataFile(Buffer.from(JSON.stringify(sampleFindings)), new Date()))['sources.csv']!;
    expect(strFromU8(sources)).not.toContain('verified');
    const researched = { ...sampleFindings, provenance: { ...sampleFindings.provenance, provider: 'anthropic' } };
    expect(shown(researched)).toMatch(/Quotes verified[^]*5[^]*found word for word on their page/);
  });
});

test('exports findings, and sources and economics as CSV without formulas', () => {
  const [first, ...others] = sampleFindings.evidence;
  const findings = { ...sampleFindings, evidence: [{ ...first!, title: '=HYPERLINK("x")' }, ...others] };
  const json = Buffer.from(JSON.stringify(findings));
  const files = unzipSync(dataFile(json, new Date('2026-11-29T00:00:00Z')));
  expect(Buffer.from(files['findings.json']!).equals(json)).toBe(true);
  expect(strFromU8(files['sources.csv']!)).toContain(`"'=HYPERLINK(""x"")"`);
  const { months } = sampleFindings.unitEconomics!.computed.likely;
  const { readers, newReaders, payingReaders, incomeCents } = months[11]!;
  const row = ['"likely"', 12, readers, newReaders, payingReaders, incomeCents / 100].join(',');
  expect(strFromU8(files['economics.csv']!)).toContain(row);
  const { unitEconomics: _, ...without } = findings;
  expect(Object.keys(unzipSync(dataFile(Buffer.from(JSON.stringify(without)), new Date('2026-11-29'))))).toEqual([
    ...['findings.json', 'sources.csv'],
  ]);
});

test('projects three years: growth halves, then quarters, and stops at the audience size', () => {
  const economics = sampleFindings.unitEconomics!;
  const { assumptions, computed } = economics;
  const [low, likely] = yearsOf(economics);
  expect([low!.label, likely!.label]).toEqual(['Cautious', 'Likely']);
  expect(likely!.years[0]!.resultCents).toBe(computed.likely.resultCents);
  expect(likely!.total).toBe(likely!.years.reduce((sum, { resultCents }) => sum + resultCents, 0));
  const steady = { ...assumptions, readers: { ...assumptions.readers, likely: months((month) => month * 100) } };
  const readersOf = (audience?: number) =>
    yearsOf({ assumptions: steady }, audience)[1]!.years.map(({ readers }) => readers);
  expect(readersOf()).toEqual([1200, 1800, 2100]);
  expect(readersOf(1500)).toEqual([1200, 1500, 1500]);
  expect(readersOf(800)).toEqual([1200, 1200, 1200]);
});

const months = (readers: (month: number) => number) => Array.from({ length: 12 }, (_, i) => readers(i + 1));

test('certifies a sale on one page, and says so if it is an example or a test sale', async () => {
  const sale = {
    ...{
      title: 'Queue Position',
      opportunityId: 'opp_1',
      orderId: 'ord_1',
      owner: 'ana@studio.example',
      sha256: 'ab'.repeat(32),
    },
    ...{ soldAt: new Date('2026-11-21T10:00:00.000Z'), publicUrl: 'https://api.example.com' },
    seller: { name: 'Sellers Ltd', address: ['1 High Street'], email: null, register: null, taxId: 'GB1' },
  };
  const provenance = { ...sampleFindings.provenance, provider: 'anthropic' };
  const model = certificateModel(sale, { mode: 'live', provenance });
  const pages = pdfPages(await renderer.certificate(model));
  expect(pages).toHaveLength(1);
  const shown = ['Sellers Ltd sold this opportunity once', 'It left the catalog on November 21, 2026', '1 High Street'];
  for (const text of [...shown, sale.title, 'opp_1', 'ord_1', sale.owner, sale.sha256, 'GB1'])
    expect(pages[0]).toContain(withoutSpace(text));
  expect(model.banner).toBeNull();
  expect(certificateModel(sale, { mode: 'test', provenance }).banner).toContain('Test mode');
  expect(certificateModel(sale, sampleFindings).banner).toContain('Example');
});
