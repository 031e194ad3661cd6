import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSchemaCompiler } from '../../platform/schema-compiler';
import { Findings, Submission } from '../../contracts/findings';
import { sampleFindings } from '../../contracts/sample-findings';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { withComputed } from '../../domain/publish-findings';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { pdfPages, withoutSpace } from '../support/pdf-text';

const ajv = createSchemaCompiler();
const isFindings = ajv.compile<Findings>(Findings);
const isSubmission = ajv.compile<Submission>(Submission);
/** Findings as release 1.0.0 stored them; never to be changed. */
const recorded = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'test', 'fixtures', 'findings-1.0.0.json'), 'utf8'),
) as Findings;

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

test('findings that release 1.0.0 stored stay valid, and are rendered as HTML and PDF', async () => {
  isFindings(recorded);
  expect(isFindings.errors ?? []).toEqual([]);
  expect(recorded.schemaVersion).toBe('1.0.0');
  const html = withoutSpace((await renderer.html(recorded)).toString());
  const pdf = pdfPages(await renderer.pdf(recorded)).join('');
  for (const shown of [html, pdf]) expect(shown).toContain(withoutSpace(recorded.evidence[0]!.title));
});

test.each(['1.0.0', '1.1.0', '1.2.0', '1.27.3'])('a document of version %s is within the promise', (schemaVersion) => {
  expect(isFindings({ ...sampleFindings, schemaVersion })).toBe(true);
});

test.each(['2.0.0', '1.1', '0.9.0', '1.1.0-beta', ' 1.1.0'])('a document of version %j is not', (schemaVersion) => {
  expect(isFindings({ ...sampleFindings, schemaVersion })).toBe(false);
});

test('the sample of 1.1 shows each part that 1.1 added', () => {
  const added = ['audienceSizing', 'unitEconomics', 'firstIssues', 'launchCalendar'] as const;
  expect(added.filter((part) => !sampleFindings[part])).toEqual([]);
  const inLists = {
    evidence: ['grade', 'publishedAt', 'verification'],
    competitors: ['price', 'frequency', 'size', 'lastIssue'],
    risks: ['likelihood', 'impact'],
  };
  for (const [list, fields] of Object.entries(inLists)) {
    for (const entry of sampleFindings[list as keyof typeof inLists])
      expect(Object.keys(entry)).toEqual(expect.arrayContaining(fields));
  }
});

test('the sample of 1.2 shows what 1.2 keeps of the page of a quotation that was found', () => {
  const found = sampleFindings.evidence.find(({ verification }) => verification?.status === 'verified')!;
  expect(Object.keys(found.verification!)).toEqual(expect.arrayContaining(['context', 'pageTitle', 'pageDate']));
  expect(found.verification!.context).toContain(found.excerpt);
});

test('an agent can hand in neither a verification nor a computed figure: those are the service’s own', () => {
  const sound = sampleSubmission({ idea: 'Beekeeping on roofs', audience: null, geography: null });
  expect(isSubmission(sound)).toBe(true);
  const verification = sampleFindings.evidence[0]!.verification;
  expect(isSubmission({ ...sound, evidence: sound.evidence.map((each) => ({ ...each, verification })) })).toBe(false);
  const { computed } = sampleFindings.unitEconomics!;
  expect(isSubmission({ ...sound, unitEconomics: { ...sound.unitEconomics, computed } })).toBe(false);
});

test('what is published of a submission has its computed cases, and passes the schema of findings', () => {
  const submission = sampleSubmission({ idea: 'Beekeeping on roofs', audience: null, geography: null });
  const { verdict: _, ...envelope } = sampleFindings;
  expect(isFindings({ ...envelope, ...withComputed(submission) })).toBe(true);
  const { unitEconomics: _economics, ...without } = submission;
  expect(withComputed(without)).toEqual(without);
});

test('the sample of 1.2 shows each part of its depth, and an agent can hand in no search log', () => {
  const parts = [
    ...(['sensitivity', 'comparables', 'sponsors', 'trend', 'sampleIssue'] as const),
    ...(['nameChecks', 'wouldChange', 'searchLog'] as const),
  ];
  expect(parts.filter((part) => !sampleFindings[part])).toEqual([]);
  for (const risk of sampleFindings.risks)
    expect(Object.keys(risk)).toEqual(expect.arrayContaining(['signal', 'stop']));
  for (const channel of sampleFindings.channels) expect(channel).toHaveProperty('costPerReader');
  const sound = sampleSubmission({ idea: 'Beekeeping on roofs', audience: null, geography: null });
  expect(isSubmission({ ...sound, searchLog: sampleFindings.searchLog })).toBe(false);
});
