import * as fc from 'fast-check';
import type { Findings } from '../../contracts/findings';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { findingsFixture } from '../support/findings-fixture';
import { pdfPages, withoutSpace } from '../support/pdf-text';

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

const htmlOf = async (findings: Findings) => (await renderer.html(findings)).toString();
const pagesOf = async (findings: Findings) => pdfPages(await renderer.pdf(findings));
const tags = (markup: string) => markup.match(/<[^>]*>/g) ?? [];

/** The fixture with `write` in place of every text that an agent or a caller wrote. */
function rewritten(write: (text: string, maxLength: number) => string): Findings {
  const limits: Record<string, number> = {
    idea: 4000,
    rationale: 1200,
    title: 160,
    name: 120,
    size: 120,
    excerpt: 300,
  };
  const fixed =
    /^(schemaVersion|runId|kind|mode|generatedAt|recommendation|confidence|basis|currency|cost|severity|effort)$/;
  const untouched = /^(evidenceId|evidenceIds|retrievedAt|sourceUrl|url|provider)$/;
  const visit = (key: string, value: unknown): unknown => {
    if (fixed.test(key) || untouched.test(key)) return value;
    if (typeof value === 'string') return write(value, limits[key] ?? 300);
    if (Array.isArray(value)) return value.map((entry) => visit(key, entry));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visit(name, inner)]));
  };
  return visit('', findingsFixture()) as Findings;
}

describe('HTML', () => {
  test('hostile text leaves the markup the same as plain text', async () => {
    const markup = tags(await htmlOf(rewritten(() => 'x')));
    const hostile = fc.oneof(
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><svg onload=x>',
        "' onmouseover='x",
        '</style><b>',
        '<!--',
        ']]>',
        '&lt;b&gt;',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        // Odd white space makes the title differ from the idea, which is then shown as well: another structure, not markup.
        const plain = `x${text}`.replaceAll(/\s+/g, ' ').trim();
        expect(tags(await htmlOf(rewritten(() => plain)))).toEqual(markup);
      }),
      { numRuns: 60 },
    );
  });

  test('only web addresses become links', async () => {
    const findings = findingsFixture();
    findings.evidence[0]!.sourceUrl = 'javascript:alert(1)';
    findings.competitors[0]!.url = 'data:text/html,<script>alert(1)</script>';
    const markup = await htmlOf(findings);
    expect(markup).not.toMatch(/href="(?!https?:|#)/);
    expect(markup).not.toContain('javascript:');
  });

  test('nothing is fetched from outside: no script, style sheet, font or picture', async () => {
    const markup = await htmlOf(findingsFixture());
    expect(markup).not.toMatch(/<(script|link|img|iframe|object|embed|base|form)\b|@import|url\(/i);
  });
});

describe('PDF', () => {
  test('it holds the idea, the verdict, every source and the number of every page', async () => {
    const findings = findingsFixture();
    const pages = await pagesOf(findings);
    const text = pages.join('');
    expect(text).toContain(withoutSpace(findings.subject.idea));
    expect(text).toContain('Pursue');
    expect(text).toContain(String(findings.verdict.score));
    for (const { title, excerpt } of findings.evidence) {
      expect(text).toContain(withoutSpace(title));
      expect(text).toContain(withoutSpace(excerpt));
    }
    for (const limitation of findings.limitations) expect(text).toContain(withoutSpace(limitation));
    pages.forEach((page, i) => expect(page).toContain(`Page${i + 1}of${pages.length}`));
  });

  test('text that looks like Typst stays text', async () => {
    const hostile = '#panic("x") $x^2$ *b* _i_ @ref <label> `raw` // c /* d */ \\ #sys.inputs = h';
    const text = (await pagesOf(rewritten(() => hostile))).join('');
    expect(text).toContain(withoutSpace(hostile));
  });
});

test('the same findings give the same bytes, also from another renderer', async () => {
  const other = createDossierRenderer();
  const [findings, again] = [findingsFixture(), findingsFixture()];
  expect((await renderer.pdf(findings)).equals(await other.pdf(again))).toBe(true);
  expect((await renderer.html(findings)).equals(await other.html(again))).toBe(true);
  await other.close();
});

test('no font of the machine gets into a PDF', async () => {
  const pdf = (await renderer.pdf(rewritten(() => 'ქართული ☃ 中文 עברית العربية'))).toString('latin1');
  const fonts = new Set(Array.from(pdf.matchAll(/\/FontName \/[A-Z]{6}\+([A-Za-z0-9]+)/g), ([, name]) => name));
  expect(fonts.size).toBeGreaterThan(2);
  for (const font of fonts)
    expect(font).toMatch(/^(SourceSans3|SourceSerif4Display|NotoSansHebrew|NotoSansArabic|NotoSansCJKsc|NotoEmoji)/);
});

test('a renderer that was closed works again', async () => {
  const closed = createDossierRenderer();
  const before = await closed.pdf(findingsFixture());
  await closed.close();
  expect((await closed.pdf(findingsFixture())).equals(before)).toBe(true);
  await closed.close();
});

test.each(['local-sample', 'sandbox', 'sample'])(
  'a dossier by %s says on each page that it is a sample, and calls no quotation verified',
  async (provider) => {
    const findings = findingsFixture();
    const verification = { status: 'verified', checkedAt: findings.generatedAt, contentSha256: null } as const;
    findings.evidence = findings.evidence.map((entry) => ({ ...entry, verification }));
    expect(await htmlOf(findings)).toMatch(/quotations verified/);
    findings.provenance.provider = provider;
    const html = await htmlOf(findings);
    expect(html.match(/class="banner"/g)).toHaveLength(1);
    expect(html).toContain('example sources, not checked');
    for (const page of [html, ...(await pagesOf(findings))]) {
      expect(page).toContain('Sample');
      expect(page.replaceAll(/\s/g, '')).not.toMatch(/quotationsverified|foundwordforwordonthe/i);
    }
  },
);

test('the dossier of a search shows every candidate with its verdict, and one score, that of the ranking and the verdict', async () => {
  const findings = findingsFixture();
  const { verdict, dimensions, ...rest } = findings;
  const { audienceSegments, competitors, monetization, channels, risks, nextSteps, evidence, limitations } = rest;
  const researched = { audienceSegments, competitors, monetization, channels, risks, nextSteps, evidence, limitations };
  const candidate = (n: number, recommendation: 'pursue' | 'avoid', score: number) => ({
    candidateId: `c${n}`,
    title: `Candidate number ${n}.`,
    idea: `The idea behind ${n}.`,
    effort: 'low' as const,
    ...researched,
    dimensions,
    verdict: { ...verdict, recommendation, score },
  });
  findings.kind = 'custom_search';
  findings.candidates = [candidate(1, 'pursue', 81), candidate(2, 'avoid', 23)];

  const documents = [withoutSpace(await htmlOf(findings)), (await pagesOf(findings)).join('')];
  for (const text of documents) {
    for (const shown of ['Candidate number 1.', 'The idea behind 2.', 'Pursue', 'Avoid', '81 of 100', '23 of 100']) {
      expect(text).toContain(withoutSpace(shown));
    }
    // One number for a candidate: the weighted mean beside it would contradict it.
    expect(text).not.toContain('72.0');
  }
});

describe('extremes', () => {
  const hundredSources = findingsFixture();
  hundredSources.evidence = Array.from({ length: 100 }, (_, i) => ({
    ...hundredSources.evidence[0]!,
    evidenceId: `ev${i + 1}`,
    title: `Source number ${i + 1}.`,
  }));
  const nothingFound = findingsFixture();
  nothingFound.competitors = [];
  nothingFound.evidence = [];

  test.each<[string, Findings, string]>([
    ['a hundred sources', hundredSources, 'Source number 100.'],
    ['no competitor and no source', nothingFound, 'no direct competitor'],
    ['words without end', rewritten((_, max) => 'w'.repeat(max)), 'Page 1 of'],
    ['the longest texts', rewritten((_, max) => 'word '.repeat(max / 5).trim()), 'Page 1 of'],
    ['scripts from right to left', rewritten(() => 'ניוזלטר שבועי نشرة أسبوعية'), 'Page 1 of'],
    ['characters that no font has', rewritten(() => '中文 🗞 ไทย'), 'shown as empty boxes'],
    ['texts of white space only', rewritten(() => ' '), 'Page 1 of'],
    ['control characters', rewritten(() => 'a\u0000b\u0007c\ud800d'), 'abcd'],
  ])('%s', async (_, findings, expected) => {
    expect((await pagesOf(findings)).join('')).toContain(withoutSpace(expected));
    expect(await htmlOf(findings)).toContain('</html>');
  });
});
