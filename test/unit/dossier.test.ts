import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import * as fc from 'fast-check';
import { html as template } from '../../base/html';
import { countPages, createDossierRenderer } from '../../modules/dossiers/dossier-renderer';
import { asMarkdown } from '../../modules/dossiers/markdown';
import { dossierModel } from '../../modules/dossiers/model/dossier-model';
import { passageAddress } from '../../modules/dossiers/model/evidence-model';
import { pdfInput } from '../../modules/dossiers/pdf/pdf-input';
import { packTags } from '../../modules/dossiers/pdf/typst-compiler';
import { withTypefaces } from '../../modules/dossiers/typefaces';
import type { Findings } from '../../modules/findings/contract/findings';
import type { VerificationStatus } from '../../modules/findings/contract/findings-parts';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { RECOMMENDATION_LABELS } from '../../modules/findings/verdict-words';
import { pdfPages, pdfTags, withoutSpace } from '../support/answers';
import { findingsFixture } from '../support/findings';

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

const htmlOf = async (findings: Findings) => (await renderer.html(findings)).toString();
const pagesOf = async (findings: Findings) => pdfPages(await renderer.pdf(findings));
/** The visible text of each dossier format, without white space. */
async function textsOf(findings: Findings): Promise<string[]> {
  const html = await htmlOf(findings);
  const plain = html.replaceAll('&#39;', "'").replaceAll('&quot;', '"');
  return [withoutSpace(plain.replace(/<\/?[a-z][^>]*>/g, '')), (await pagesOf(findings)).join('')];
}
const tags = (page: string) => page.match(/<[^>]*>/g) ?? [];
const checked = (status: VerificationStatus) => ({
  status,
  checkedAt: '2026-11-20T14:00:00.000Z',
  contentSha256: null,
});

/** The fixture with `write` applied to every string written by the agent or the customer. */
function rewritten(write: (text: string, maxLength: number) => string): Findings {
  const limits: Record<string, number> = { idea: 4000, rationale: 1200, title: 160, name: 120, size: 120 };
  const fixed =
    /^(schemaVersion|runId|kind|mode|generatedAt|recommendation|confidence|basis|currency|cost|severity|effort|evidenceIds?|retrievedAt|sourceUrl|url|provider)$/;
  const visit = (key: string, value: unknown): unknown => {
    if (fixed.test(key)) return value;
    if (typeof value === 'string') return write(value, limits[key] ?? 300);
    if (Array.isArray(value)) return value.map((entry) => visit(key, entry));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visit(name, inner)]));
  };
  return visit('', findingsFixture()) as Findings;
}

test('has a Markdown version with every section and source of the HTML', async () => {
  const page = await htmlOf(sampleFindings);
  const markdown = asMarkdown(Buffer.from(page), 'https://api.example.com').toString();
  const headings = [...page.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].map(([, text]) => `## ${text!.trim()}`);
  expect(headings.length).toBeGreaterThan(10);
  for (const heading of headings) expect(markdown).toContain(heading);
  for (const [at, { title, excerpt }] of sampleFindings.evidence.entries())
    expect([at, markdown.includes(title), markdown.includes(`> ${excerpt}`)]).toEqual([at, true, true]);
  expect(markdown).toMatch(/^#### \\\[1\\\] .+$/m);
  expect(markdown).toContain('| Step | Number | Basis |\n| --- | --- | --- |');
});

test.each([
  ['<img src=x onerror=a>', '\\<img src=x onerror=a\\>'],
  ['![a](javascript:b)', '!\\[a\\](javascript:b)'],
  ['a | `b` *c* _d_ \\', 'a \\| \\`b\\` \\*c\\* \\_d\\_ \\\\'],
  ['# a', '\\# a'],
  ['~~~ a', '\\~~~ a'],
  ['- a', '\\- a'],
  ['> a', '\\> a'],
  ['1. a', '1\\. a'],
])('keeps the text %j plain in Markdown', (text, written) => {
  const page = template`<main>
    <p>${text}</p>
    <table>
      <tr>
        <td>${text}</td>
      </tr>
    </table>
  </main>`.toString();
  const markdown = asMarkdown(Buffer.from(page), 'https://api.example.com').toString();
  expect(markdown).toBe(`${written}\n\n| ${written} |\n| --- |\n`);
});

test('keeps addresses in Markdown from breaking or adding links', () => {
  const href = 'https://a.example/b)[c](javascript:d)\\[';
  const page = template`<main><p><a href="${href}">a</a></p></main>`.toString();
  const markdown = asMarkdown(Buffer.from(page), 'https://api.example.com').toString();
  expect(markdown).toMatch(/^\[a\]\(https:\/\/a\.example\/[^()[\]\\]+\)\n$/);
});

test('shows every part of the findings in HTML and PDF', async () => {
  const { firstIssues, launchCalendar, audienceSizing, unitEconomics, comparables, sponsors } = sampleFindings;
  const { trend, sampleIssue, nameChecks, wouldChange, risks, searchLog } = sampleFindings;
  const shown = [
    ...['Executive summary', unitEconomics!.model, audienceSizing!.people.toLocaleString('en-US')],
    ...audienceSizing!.factors.map(({ label }) => label),
    ...firstIssues!.map(({ title }) => title),
    ...launchCalendar!.map(({ goal }) => goal),
    ...comparables!.flatMap(({ name, likeness }) => [name, likeness]),
    ...['14,000', '41%', '$5 a month', '$420', '$0.30 per reader', 'No price was found.'],
    ...sponsors!.flatMap(({ name, advertises }) => [name, advertises]),
    ...[trend!.counted, trend!.reading, sampleIssue!.subject, sampleIssue!.preview],
    ...nameChecks!.flatMap(({ name, note }) => [name, note]),
    ...wouldChange!.flatMap(({ finding, test: found }) => [finding, found]),
    ...risks.flatMap(({ signal, stop }) => [signal!, `Stop by day ${stop!.byDay}: ${stop!.condition}`]),
    ...searchLog!.map((step) => (step.kind === 'asked' ? step.query : step.url)),
  ];
  for (const text of await textsOf(sampleFindings)) {
    for (const part of shown) expect(text).toContain(withoutSpace(part));
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test('shows and counts the outcome of each quotation check', async () => {
  const findings = findingsFixture();
  const statuses = ['verified', 'not_found', 'unreachable', 'not_text'] as const;
  findings.evidence = findings.evidence
    .slice(0, 4)
    .map((entry, i) => ({ ...entry, verification: checked(statuses[i]!) }));
  for (const text of await textsOf(findings)) {
    expect(text).toContain('Wefound1of4quoteswordforwordonthecitedpage;1notthere;2onapagethatdidnotopen');
    for (const said of ['Quote found word for word', 'Quote not found', 'Page closed to our reader', 'no text']) {
      expect(text).toContain(withoutSpace(said));
    }
  }
});

/** Findings whose likely case pays `cents` an hour, with a score of 83 and the verdict `pursue`. */
function pursuing(cents: number): Findings {
  const findings = structuredClone(sampleFindings);
  findings.verdict = { ...findings.verdict, recommendation: 'pursue', score: 83 };
  findings.unitEconomics!.computed.likely.incomePerHourCents = cents;
  findings.audienceSizing!.people = 115_920;
  return findings;
}

test.each([
  [66, 'mid', 'Likely pay: about $0.70 an hour'],
  [-420, 'mid', 'Likely pay: none in year one, which ends with a loss'],
  [2339, 'good', null],
])('warns beside a verdict to pursue that pays %d cents an hour', async (cents, tone, warning) => {
  const { summary } = dossierModel(pursuing(cents));
  expect([summary!.tone, summary!.payWarning]).toEqual([tone, warning]);
  for (const text of await textsOf(pursuing(cents))) {
    expect(text.includes('Likelypay')).toBe(warning !== null);
    const said = warning ?? 'Pay per hour in year one. About $23';
    for (const part of [said, 'About 120,000', '115,920']) expect(text).toContain(withoutSpace(part));
  }
});

test('argues against every idea: its two lowest scores, its main risk and low pay', () => {
  const { points } = dossierModel(pursuing(66)).summary!.sides[1]!;
  expect(points.map(({ label }) => label).join()).toMatch(/^Operator fit 55,Sustainability 57,Main risk,Pay per hour/);
});

test('copies from a PDF without zero-width characters, and cites after right-to-left text', async () => {
  const findings = structuredClone(sampleFindings);
  findings.limitations = ['Donaudampfschifffahrtsgesellschaftskapitän a\u200bb'];
  findings.channels[0]!.approach = 'Answer questions about משאבות חום';
  const text = (await pagesOf(findings)).join('');
  expect(text).toContain('Donaudampfschifffahrtsgesellschaftskapitänab');
  expect(text).toMatch(/about.*\p{Script=Hebrew}+\[\d\]/u);
  expect(text).not.toMatch(/[\u00ad\u200b-\u200f\u2060-\u2069\ufeff]/);
});

test('opens a bought opportunity with owner, license, order and a table of contents', async () => {
  const licence = { owner: 'ana@studio.example', orderId: 'ord_1', soldAt: '2026-11-21T10:00:00.000Z' };
  const edition = { title: 'Queue Position', licence };
  const findings = findingsFixture();
  const pages = pdfPages(await renderer.pdf(findings, null, edition));
  const html = withoutSpace((await renderer.html(findings, null, edition)).toString());
  for (const text of [html, pages.join('')]) {
    for (const shown of ['Queue Position', licence.owner, 'Exclusive, sold once, on November 21, 2026', 'ord_1']) {
      expect(text).toContain(withoutSpace(shown));
    }
    expect(text).not.toContain('IdeaCheck');
  }
  expect(pages[0]).toContain(RECOMMENDATION_LABELS[findings.verdict.recommendation]);
  const sections = ['Executivesummary', 'Scoresindetail', 'Competitors', 'Whattodonext', 'Sources', 'Howthiswasmade'];
  const places = sections.map((section) => Number(new RegExp(`${section}(\\d+)`).exec(pages[0]!)?.[1]));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const [i, place] of places.entries()) expect(pages[place - 1]).toContain(sections[i]);
  expect(await countPages(findings, edition.title)).toBe(pages.length);
});

const LICENCE = { owner: 'ana@studio.example', orderId: 'ord_1', soldAt: '2026-11-21T10:00:00.000Z' };

test('states the value of exclusivity, as far as the findings support it', async () => {
  const textOf = async (findings: Findings) => {
    const edition = { title: 'Queue Position', licence: LICENCE };
    const html = withoutSpace((await renderer.html(findings, null, edition)).toString().replace(/<[^>]*>/g, ''));
    return [html, pdfPages(await renderer.pdf(findings, null, edition)).join('')];
  };
  const parts = ['What comparable newsletters earn', 'What sponsors pay', 'A three-year view', 'What the view assumes'];
  for (const text of await textOf(sampleFindings))
    for (const part of [...parts, 'Certificate of exclusivity', 'Bridge Lenders'])
      expect(text).toContain(withoutSpace(part));
  const { comparables: _, sponsors: __, unitEconomics: ___, sensitivity: ____, ...least } = sampleFindings;
  for (const text of await textOf(least)) {
    expect(text).toContain(withoutSpace('You own the only copy'));
    for (const part of parts) expect(text).not.toContain(withoutSpace(part));
  }
  expect(await htmlOf(sampleFindings)).not.toContain('What exclusivity is worth');
});

test('keeps the executive summary on one page, however long its texts are', async () => {
  const findings = rewritten((_, max) => 'evidence '.repeat(max / 9).trim());
  findings.verdict.rationale = `${'evidence '.repeat(220)}The end.`;
  const pages = await pagesOf(findings);
  const place = pages.findIndex((text) => text.includes('Thecaseagainstit'));
  expect(place).toBeLessThanOrEqual(2);
  for (const part of ['Executivesummary', 'Firststep(days)', 'Donewhen:']) expect(pages[place]).toContain(part);
  expect(pages.slice(place).join('')).toContain('Theend.');
  pages.forEach((page, i) => expect(page).toContain(`Page${i + 1}of${pages.length}`));
});

test('marks every page of a sample, and calls none of it verified', async () => {
  const findings = findingsFixture();
  findings.evidence = findings.evidence.map((entry) => ({ ...entry, verification: checked('verified') }));
  expect(await htmlOf(findings)).toMatch(/quotes verified/);
  findings.provenance.provider = 'sandbox';
  for (const page of [await htmlOf(findings), ...(await pagesOf(findings))]) {
    expect(page).toContain('Sample');
    expect(withoutSpace(page)).not.toMatch(/quotesverified|wordforwordonthecited/i);
  }
});

describe('hostile text', () => {
  test('leaves the markup the same as plain text', async () => {
    const markup = tags(await htmlOf(rewritten(() => 'x')));
    const hostile = fc.oneof(
      fc.constantFrom('<script>alert(1)</script>', '"><svg onload=x>', "' onmouseover='x", '</style><b>', '<!--'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        // Unusual white space makes the title differ from the idea, so the dossier also shows the idea.
        const plain = `x${text}`.replaceAll(/\s+/g, ' ').trim();
        expect(tags(await htmlOf(rewritten(() => plain)))).toEqual(markup);
      }),
      { numRuns: 60 },
    );
  });

  test('does not become a link or load anything', async () => {
    const findings = findingsFixture();
    findings.evidence[0]!.sourceUrl = 'javascript:alert(1)';
    findings.competitors[0]!.url = 'data:text/html,<script>alert(1)</script>';
    expect(await htmlOf(findings)).not.toMatch(
      /href="(?!https?:|#)|javascript:|<(script|link|img|iframe|object|embed|base|form)\b|@import|url\(/i,
    );
  });

  test('cannot override the reading order in a PDF; right-to-left text is isolated', () => {
    const findings = findingsFixture();
    const arabic = '(2026) نشرة أسبوعية.';
    findings.limitations = ['\u202eapproved by \u2066nobody\u2069\u009b', arabic];
    const { limitations } = JSON.parse(pdfInput(dossierModel(findings))) as Findings;
    expect(limitations[0]).not.toMatch(/[\u0080-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(limitations[1]).toBe(`\u2067${arabic}\u2069`);
  });

  const [source] = findingsFixture().evidence;
  const evidence = Array.from({ length: 100 }, (_, i) => ({
    ...source!,
    evidenceId: `ev${i + 1}`,
    title: `Nº ${i + 1}.`,
  }));
  test.each<[string, Findings, string]>([
    ['a hundred sources', { ...findingsFixture(), evidence }, 'Nº 100.'],
    ['no competitor and no source', { ...findingsFixture(), competitors: [], evidence: [] }, 'no direct competitor'],
    ['control characters', rewritten(() => 'a\u0000b\u0007c\ud800d'), 'abcd'],
  ])('prints, even at extremes: %s', async (_, findings, expected) => {
    expect((await pagesOf(findings)).join('')).toContain(withoutSpace(expected));
  });
});

test('uses only our fonts, draws most scripts and emoji, and lists those it cannot', async () => {
  const drawn = await renderer.pdf(rewritten(() => '每周餐饮通讯 日本語 한국어 العربية עברית 🍜'));
  const fonts = [...drawn.toString('latin1').matchAll(/\/FontName \/[A-Z]{6}\+([A-Za-z0-9]+)/g)].map(
    ([, font]) => font!,
  );
  const ours = /^(SourceSans3|SourceSerif4Display|NotoSansHebrew|NotoSansArabic|NotoSansCJKsc|NotoEmoji)/;
  expect(fonts.filter((font) => !ours.test(font))).toEqual([]);
  for (const font of ['NotoSansCJKsc', 'NotoEmoji']) expect(fonts.join()).toContain(font);
  expect(pdfPages(drawn).join('')).not.toContain('emptyboxes');
  expect((await pagesOf(rewritten(() => 'ไทย'))).join('')).toContain('emptyboxes');
});

test('adds only the fonts that the HTML needs when it is read, below 250 kB', async () => {
  const faces = (html: Buffer) => html.toString().match(/@font-face/g)?.length ?? 0;
  const stored = await renderer.html(sampleFindings);
  expect([faces(stored), faces(withTypefaces(stored))]).toEqual([0, 3]);
  expect(withTypefaces(stored).length).toBeLessThan(250_000);
});

test('compresses the tags of a PDF to half of its size, without losing any', () => {
  const compiler = NodeCompiler.create({ workspace: '/' });
  const source = Array.from({ length: 120 }, (_, i) => `= Heading ${i}\n- One item\n- Another item\n`).join('\n');
  const written = compiler.pdf({ mainFileContent: `#set document(date: none)\n${source}` }, { pdfTags: true });
  const packed = packTags(written);
  expect(packed.length).toBeLessThan(written.length / 2);
  expect(pdfTags(packed)).toEqual(pdfTags(written));
});

test.each([
  ['Rows in class: 1,152.', '#:~:text=Rows%20in%20class%3A%201%2C152.'],
  ['They pay $35-90', '#:~:text=They%20pay%20%2435%2D90'],
])('links a source to its passage: %s', (excerpt, fragment) => {
  const source = { sourceUrl: 'https://a.example/page', excerpt };
  expect(passageAddress({ ...source, verification: checked('verified') })).toBe(`${source.sourceUrl}${fragment}`);
  const inPdf = { ...checked('verified'), page: 3 };
  expect(passageAddress({ ...source, verification: inPdf })).toBe(`${source.sourceUrl}#page=3`);
  expect(passageAddress({ ...source, verification: checked('not_found') })).toBe(source.sourceUrl);
});
