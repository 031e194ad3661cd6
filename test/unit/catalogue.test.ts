import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSchemaCompiler } from '../../platform/schema-compiler';
import { countPeople } from '../../domain/audience-sizing';
import { flawsOfPublished } from '../../domain/findings-rules/review';
import { withComputed } from '../../domain/publish-findings';
import { holdsQuotation } from '../../domain/quotation';
import { sampleOpportunities } from '../../local/catalogue';
import { Findings } from '../../contracts/findings';
import { OpportunityImport } from '../../contracts/opportunities';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { createPageReader } from '../../providers/cited-pages/page-reader';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { createPageFinder, findPage } from '../../stand-ins/web/find-page';
import { sampleHtml } from '../../stand-ins/web/sample-html';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { pdfPages, withoutSpace } from '../support/pdf-text';

const FOLDER = join(PACKAGE_ROOT, 'prisma', 'catalogue');
const catalogue = readdirSync(FOLDER).map(
  (file) => [file, JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as OpportunityImport] as const,
);
const opportunities = catalogue.map(([, opportunity]) => opportunity);

const WEB = join(PACKAGE_ROOT, 'stand-ins', 'web', 'pages');
const pagesOf = (file: string) =>
  JSON.parse(readFileSync(join(WEB, file), 'utf8')) as { url: string; publishedAt: string | null; text: string[] }[];

/** Price from which a buyer expects the depth of a consultant's report, in cents. */
const EXPENSIVE = 99_900;

const ajv = createSchemaCompiler();
const findingsSchema = ajv.compile(Findings);
const importSchema = ajv.compile(OpportunityImport);

const renderer = createDossierRenderer();
const reader = createPageReader();
afterAll(() => Promise.all([renderer.close(), reader.close()]));

/** All texts in a document, at any depth. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

/** Sentences of a document, normalized, that are too long to be equal by chance. */
function longSentences(opportunity: OpportunityImport): Set<string> {
  const words = texts(opportunity)
    .flatMap((text) => text.split(/(?<=[.!?;:])\s+/))
    .map((sentence) => sentence.toLowerCase().match(/[\p{L}\p{N}’'-]+/gu) ?? []);
  return new Set(words.filter(({ length }) => length >= 8).map((sentence) => sentence.join(' ')));
}

describe.each(catalogue)('%s', (file, opportunity) => {
  const findings = withComputed(opportunity.findings);

  test('can be imported, and its findings may be published', () => {
    importSchema(opportunity);
    expect(importSchema.errors ?? []).toEqual([]);
    findingsSchema(findings);
    expect(findingsSchema.errors ?? []).toEqual([]);
    expect(flawsOfPublished(findings)).toEqual([]);
  });

  test('its teaser agrees with its findings', () => {
    expect(opportunity.score).toBe(findings.verdict.score);
    expect(opportunity.mode).toBe(findings.mode);
    expect(findings.kind).toBe('idea_check');
  });

  test('it calls itself a sample, and its sources are at reserved addresses', () => {
    expect(findings.provenance.provider).toBe('local-sample');
    expect(findings.limitations.join(' ')).toMatch(/illustrat/i);
    const addresses = [
      ...findings.evidence.map(({ sourceUrl }) => sourceUrl),
      ...findings.competitors.map((c) => c.url),
    ];
    const elsewhere = (address: string | null) =>
      address !== null && !/(^|\.)example(\.(com|org))?$/.test(new URL(address).hostname);
    expect(addresses.filter(elsewhere)).toEqual([]);
  });

  test('every source is cited by something', () => {
    const { dimensions, audienceSegments, competitors, channels, audienceSizing, unitEconomics } = findings;
    const citing = [
      ...[...Object.values(dimensions), ...audienceSegments, ...competitors, ...channels],
      ...[...audienceSizing!.factors, ...Object.values(unitEconomics!.assumptions)],
    ];
    const cited = new Set(citing.flatMap(({ evidenceIds }) => evidenceIds));
    expect(findings.evidence.map(({ evidenceId }) => evidenceId).filter((id) => !cited.has(id))).toEqual([]);
  });

  test('every quotation is found word for word on its page of the sample web, which has the date that is cited', () => {
    const pages = new Map(pagesOf(file).map((page) => [page.url, page]));
    for (const { sourceUrl, excerpt, publishedAt } of findings.evidence) {
      const page = pages.get(sourceUrl)!;
      expect(page.text.filter((paragraph) => holdsQuotation(paragraph, excerpt))).toHaveLength(1);
      expect(publishedAt).toBe(page.publishedAt);
    }
    const cited = new Set(findings.evidence.map(({ sourceUrl }) => sourceUrl));
    expect([...pages.keys()].filter((url) => !cited.has(url))).toEqual([]);
  });

  test('each page that it cites has its quotation for a reader of the page as it is served, too', async () => {
    for (const { sourceUrl, excerpt } of findings.evidence) {
      const page = findPage(sourceUrl)!;
      const body = Buffer.from(sampleHtml(page));
      const task = { body, contentType: 'text/html; charset=utf-8', quotations: [excerpt] };
      const read = (await reader.find('run_1', task))!;
      // Whole sentences already, so that a sample is published as it was written.
      expect([page.format, sourceUrl, read.found[0]?.excerpt]).toEqual(['html', sourceUrl, excerpt]);
      expect([read.title, read.date, read.state]).toEqual([page.title, page.publishedAt, 'page']);
    }
  });

  test('it has the depth that its price asks', () => {
    const { evidence, competitors, risks, firstIssues, launchCalendar } = findings;
    const expensive = opportunity.price.amount >= EXPENSIVE;
    expect(evidence.length).toBeGreaterThanOrEqual(expensive ? 12 : 6);
    expect(competitors.length).toBeGreaterThanOrEqual(expensive ? 4 : 2);
    expect(evidence.filter(({ grade }) => grade === undefined)).toEqual([]);
    expect(competitors.filter(({ frequency, price }) => !frequency || !price)).toEqual([]);
    expect(risks.filter(({ likelihood, impact }) => !likelihood || !impact)).toEqual([]);
    expect(firstIssues).toHaveLength(3);
    expect(launchCalendar!.at(-1)!.toDay).toBe(90);
  });

  test('its sums are those of the service, and its streams agree with its economics', () => {
    const { audienceSizing, unitEconomics, monetization } = findings;
    expect(audienceSizing!.people).toBe(countPeople(audienceSizing!.factors));
    const { cautious, likely, optimistic } = unitEconomics!.computed;
    expect([cautious, likely, optimistic].map(({ resultCents }) => resultCents)).toEqual(
      [cautious, likely, optimistic].map(({ resultCents }) => resultCents).toSorted((a, b) => a - b),
    );
    const inTheEnd = (one: typeof likely) => one.months.at(-1)!.incomeCents;
    const sum = (bound: 'low' | 'high') => monetization.reduce((all, stream) => all + stream[bound], 0);
    expect(inTheEnd(cautious) / sum('low')).toBeCloseTo(1, 1);
    expect(inTheEnd(optimistic) / sum('high')).toBeCloseTo(1, 1);
  });

  test('a dossier shows its verdict and all its sources', async () => {
    const html = withoutSpace((await renderer.html(findings)).toString());
    expect(html).toContain('Sample:thenames');
    expect(html).not.toMatch(/quotationsverified|foundwordforword/i);
    expect(html).toContain(String(findings.verdict.score));
    for (const { sourceUrl } of findings.evidence) expect(html).toContain(sourceUrl);
  });
});

test('the local catalogue shows each quotation as verified on the page that the sample web serves', () => {
  const evidence = (sampleOpportunities() as OpportunityImport[]).flatMap(({ findings }) => findings.evidence);
  const statuses = evidence.map(({ verification }) => verification?.status);
  expect(statuses).toEqual(evidence.map(() => 'verified'));
  const contents = evidence.map(({ verification }) => verification?.contentSha256);
  expect(new Set(contents).size).toBe(new Set(evidence.map(({ sourceUrl }) => sourceUrl)).size);
});

test('there is enough to choose from in both modes', () => {
  const inMode = (mode: string) => opportunities.filter((opportunity) => opportunity.mode === mode).length;
  expect(inMode('live')).toBeGreaterThanOrEqual(12);
  expect(inMode('test')).toBeGreaterThanOrEqual(2);
});

test('no id, run or title is used twice', () => {
  const values = opportunities.flatMap(({ opportunityId, title, findings }) => [opportunityId, title, findings.runId]);
  expect(new Set(values).size).toBe(opportunities.length * 3);
});

test('no two opportunities share a sentence', () => {
  const files = new Map<string, string[]>();
  for (const [file, opportunity] of catalogue) {
    for (const sentence of longSentences(opportunity)) files.set(sentence, [...(files.get(sentence) ?? []), file]);
  }
  expect([...files].filter(([, found]) => found.length > 1)).toEqual([]);
});

test('a dossier can be printed, too', async () => {
  const findings = withComputed(opportunities[0]!.findings);
  const pages = pdfPages(await renderer.pdf(findings));
  expect(pages.join('')).toContain(withoutSpace(findings.subject.idea));
});

test('where the pages of the catalogue are not there, the sample web still has those that it computes', () => {
  const find = createPageFinder(join(WEB, 'nowhere'));
  const { sourceUrl, excerpt } = sampleSubmission({ idea: 'A letter on bells', audience: null, geography: null })
    .evidence[0]!;
  expect(holdsQuotation(find(sourceUrl)!.text.join('\n'), excerpt)).toBe(true);
  expect(find(opportunities[0]!.findings.evidence[0]!.sourceUrl)).toBeNull();
});
