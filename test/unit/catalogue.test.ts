import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { semanticFlaws } from '../../contracts/check-findings';
import { Findings } from '../../contracts/findings';
import { OpportunityImport } from '../../contracts/opportunities';
import { PACKAGE_ROOT } from '../../contracts/package-root';
import { createDossierRenderer } from '../../providers/dossier/create-dossier-renderer';
import { pdfPages, withoutSpace } from '../support/pdf-text';

const FOLDER = join(PACKAGE_ROOT, 'prisma', 'catalogue');
const catalogue = readdirSync(FOLDER).map(
  (file) => [file, JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as OpportunityImport] as const,
);
const opportunities = catalogue.map(([, opportunity]) => opportunity);

const ajv = addFormats(new Ajv2020({ allErrors: true, strict: true }));
const findingsSchema = ajv.compile(Findings);
const importSchema = ajv.compile(OpportunityImport);

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

/** Every text in a document, however deep. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

/** The sentences of a document that are long enough not to be alike by chance, without case and punctuation. */
function longSentences(opportunity: OpportunityImport): Set<string> {
  const words = texts(opportunity)
    .flatMap((text) => text.split(/(?<=[.!?;:])\s+/))
    .map((sentence) => sentence.toLowerCase().match(/[\p{L}\p{N}’'-]+/gu) ?? []);
  return new Set(words.filter(({ length }) => length >= 8).map((sentence) => sentence.join(' ')));
}

describe.each(catalogue)('%s', (_, opportunity) => {
  const { findings } = opportunity;

  test('can be imported, and its findings may be published', () => {
    importSchema(opportunity);
    expect(importSchema.errors ?? []).toEqual([]);
    findingsSchema(findings);
    expect(findingsSchema.errors ?? []).toEqual([]);
    expect(semanticFlaws(findings)).toEqual([]);
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
      address !== null && !/(^|\.)example\.(com|org)$/.test(new URL(address).hostname);
    expect(addresses.filter(elsewhere)).toEqual([]);
  });

  test('every source is cited by something', () => {
    const { dimensions, audienceSegments, competitors, channels } = findings;
    const citing = [...Object.values(dimensions), ...audienceSegments, ...competitors, ...channels];
    const cited = new Set(citing.flatMap(({ evidenceIds }) => evidenceIds));
    expect(findings.evidence.map(({ evidenceId }) => evidenceId).filter((id) => !cited.has(id))).toEqual([]);
  });

  test('a dossier shows its verdict and all its sources', async () => {
    const html = withoutSpace((await renderer.html(findings)).toString());
    expect(html).toContain('Localsample');
    expect(html).toContain(String(findings.verdict.score));
    for (const { sourceUrl } of findings.evidence) expect(html).toContain(sourceUrl);
  });
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
  const { findings } = opportunities[0]!;
  const pages = pdfPages(await renderer.pdf(findings));
  expect(pages.join('')).toContain(withoutSpace(findings.subject.idea));
});
