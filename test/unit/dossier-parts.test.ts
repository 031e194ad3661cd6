import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { Findings } from '../../contracts/findings';
import type { OpportunityImport } from '../../contracts/opportunities';
import { sampleFindings } from '../../contracts/sample-findings';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { dossierModel } from '../../documents/model/dossier-model';
import { firstSentence } from '../../documents/model/text';
import { packTags } from '../../documents/pdf/pack-tags';
import { pdfInput } from '../../documents/pdf/pdf-input';
import { typstCompiler } from '../../documents/pdf/typst-compiler';
import { withTypefaces } from '../../documents/typefaces';
import { withComputed } from '../../domain/publish-findings';
import { sampleOpportunities } from '../../local/catalogue';
import firstVersion from '../fixtures/findings-1.0.0.json';
import { findingsFixture } from '../support/findings-fixture';
import { pdfPages, pdfTags, withoutSpace } from '../support/pdf-text';

const samples = (sampleOpportunities() as OpportunityImport[])
  .toSorted((a, b) => b.score - a.score)
  .map(({ findings }) => withComputed(findings));
const longest = samples[0]!;
/** Findings whose last page holds little: set closer, the second save that page, the first do not. */
const [staying, spilling] = ['Low at Noon', 'One-Truck Utility'].map((title) =>
  samples.find(({ subject }) => subject.idea.startsWith(title))!,
) as [Findings, Findings];
const renderer = createDossierRenderer();
afterAll(() => renderer.close());

const htmlOf = async (findings: Findings) => withoutSpace((await renderer.html(findings)).toString());
const pdfOf = async (findings: Findings) => pdfPages(await renderer.pdf(findings)).join('');
const bothOf = async (findings: Findings) => [await htmlOf(findings), await pdfOf(findings)];

test('a whole dossier says what it is in both forms: economics, audience, first issues, calendar and graded evidence', async () => {
  const { firstIssues, launchCalendar, audienceSizing, unitEconomics } = sampleFindings;
  for (const text of await bothOf(sampleFindings)) {
    const shown = [
      'Executive summary',
      'Unit economics of the first year',
      unitEconomics!.model,
      audienceSizing!.people.toLocaleString('en-US'),
      ...audienceSizing!.factors.map(({ label }) => label),
      ...firstIssues!.map(({ title }) => title),
      ...launchCalendar!.map(({ goal }) => goal),
    ];
    for (const part of shown)
      expect(text).toContain(
        withoutSpace(part)
          .replaceAll("'", '&#39;')
          .replace(/&#39;/g, text.includes('<html') ? '&#39;' : "'"),
      );
  }
});

test('a whole dossier shows its depth in both forms, each figure with its source', async () => {
  const { comparables, sponsors, trend, sampleIssue, nameChecks, wouldChange, risks, searchLog } = sampleFindings;
  const html = await htmlOf(sampleFindings);
  const pdf = await pdfOf(sampleFindings);
  const shown = [
    ...comparables!.flatMap(({ name, likeness }) => [name, likeness]),
    ...['14,000', '41 %', '$5 a month', '$420', '$0.30 a reader', 'No price was found.'],
    ...sponsors!.flatMap(({ name, advertises }) => [name, advertises]),
    ...[trend!.counted, trend!.reading, sampleIssue!.subject, sampleIssue!.preview],
    ...sampleIssue!.sections.map(({ heading }) => heading),
    ...nameChecks!.flatMap(({ name, note }) => [name, note]),
    ...['No use seen', 'the-coldest-day.example.com did not answer', 'October 5, 2026, 08:52 UTC'],
    ...wouldChange!.flatMap(({ finding, test: found }) => [finding, found]),
    ...risks.flatMap(({ signal, stop }) => [signal!, `Stop by day ${stop!.byDay}: ${stop!.condition}`]),
    'the agent asked 2 questions of a search engine and opened 5 pages; one was refused to it',
    ...searchLog!.map((step) => (step.kind === 'asked' ? step.query : step.url)),
  ];
  const plain = html
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replace(/<\/?[a-z][^>]*>/g, '');
  for (const part of shown) {
    expect(plain).toContain(withoutSpace(part));
    expect(pdf).toContain(withoutSpace(part));
  }
  expect(html).toContain('From8,100in2025-07to16,300in2025-11,atmost16,300.');
  expect(html).toMatch(/14,000<\/span><spanclass="cites"><buttontype="button"popovertarget="source-\d+"/);
});

test('findings of schema 1.0 have no empty section of the parts that they lack', async () => {
  for (const text of await bothOf(findingsFixture())) {
    const depth = ['Comparablenewsletters', 'Interestovertime', 'Asampleissue', 'Whatwouldchange', 'Whatwassearched'];
    const sections = ['Uniteconomics', 'Thefirst90days', 'Thefirstissues', 'Howmanythereare', 'Primarysources'];
    for (const absent of [...sections, ...depth, 'Earlysignal', 'areader']) {
      expect(text).not.toContain(absent);
    }
    expect(text).toContain('Theirquotationswerenotcomparedwiththepages');
  }
});

test('evidence is ordered by grade, the strongest first, and citations follow its numbers', async () => {
  const findings = findingsFixture();
  findings.evidence = findings.evidence.slice(0, 3);
  findings.evidence.forEach((entry, i) => Object.assign(entry, { grade: (['claim', 'trade', 'primary'] as const)[i] }));
  for (const dimension of Object.values(findings.dimensions)) dimension.evidenceIds = ['ev3', 'ev1'];
  const html = await htmlOf(findings);
  const order = ['ev3', 'ev2', 'ev1'].map((id) => {
    const { title } = findings.evidence.find(({ evidenceId }) => evidenceId === id)!;
    return html.indexOf(withoutSpace(title));
  });
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(html).toMatch(/\[1\]<\/button><buttontype="button"popovertarget="source-3"aria-label="Source3">\[3\]/);
});

test('what became of each quotation is shown next to its source and counted', async () => {
  const findings = findingsFixture();
  const statuses = ['verified', 'not_found', 'unreachable', 'not_text'] as const;
  findings.evidence = findings.evidence.slice(0, 4).map((entry, i) => ({
    ...entry,
    verification: { status: statuses[i]!, checkedAt: '2026-11-20T14:00:00.000Z', contentSha256: null },
  }));
  for (const text of await bothOf(findings)) {
    expect(text).toContain('1of4');
    expect(text).toContain('1quotationwasfoundwordforwordonthecitedpage;1wasnotfoundthere;2couldnotbecompared');
    for (const said of ['Quotation found word for word', 'Quotation not found', 'Page did not open', 'no text']) {
      expect(text).toContain(withoutSpace(said));
    }
  }
});

test('a source says on which page of a PDF it was found, what its page says of itself, and what stands around a part', async () => {
  const findings = findingsFixture();
  const [first, ...others] = findings.evidence;
  const found = { status: 'verified', checkedAt: '2026-11-20T14:00:00.000Z', contentSha256: null } as const;
  findings.evidence = [
    {
      ...first!,
      sourceUrl: 'https://looms.example/report.pdf',
      title: 'Looms in use',
      excerpt: '…that owners would pay for it…',
      publishedAt: '2026-04-02',
      verification: {
        ...found,
        context: 'It is by no means so that owners would pay for it, as many have said.',
        page: 12,
        pageTitle: 'Annual report of the registrars',
        pageDate: '2019-01-30',
      },
    },
    ...others.map((entry) => ({ ...entry, verification: { ...found, pageTitle: entry.title } })),
  ];
  for (const text of await bothOf(findings)) {
    expect(text).toContain(withoutSpace('page 12, titled “Annual report of the registrars”, published April 2, 2026'));
    expect(text).toContain(withoutSpace('dated January 30, 2019 by its page'));
    expect(text).toContain(withoutSpace('It is by no means so that owners would pay for it'));
  }
  const html = await htmlOf(findings);
  expect(html).toContain('https://looms.example/report.pdf#page=12');
  expect(html.match(/titled/g)).toHaveLength(1);
  expect(html.match(/:~:text=/g)).toHaveLength(2 * others.length);
  // What is printed is the address itself; its link goes to the place.
  const printed = pdfPages(await renderer.pdf(findings)).join('');
  expect(printed).toContain('looms.example/report.pdf');
  expect(printed).not.toMatch(/:~:|#page=/);
});

test.each([
  ['pursue', 'low', 'evidence is thin', 'starting now'],
  ['pursue', 'high', 'starting now', 'evidence is thin'],
] as const)(
  'a verdict to %s with %s confidence says that much and no more',
  async (recommendation, confidence, said, unsaid) => {
    const findings = findingsFixture();
    Object.assign(findings.verdict, { recommendation, confidence });
    for (const text of await bothOf(findings)) {
      expect(text).toContain(withoutSpace(said));
      expect(text).not.toContain(withoutSpace(unsaid));
    }
  },
);

test('an opportunity is headed by its title, owner and licence, and is called no Idea Check', async () => {
  const licence = { owner: 'ana@studio.example', orderId: 'ord_1', soldAt: '2026-11-21T10:00:00.000Z' };
  const edition = { title: 'Queue Position', licence };
  const html = withoutSpace((await renderer.html(findingsFixture(), null, edition)).toString());
  const pdf = pdfPages(await renderer.pdf(findingsFixture(), null, edition)).join('');
  for (const text of [html, pdf]) {
    for (const shown of [
      'Queue Position',
      licence.owner,
      'Exclusive, sold once, on November 21, 2026',
      licence.orderId,
    ]) {
      expect(text).toContain(withoutSpace(shown));
    }
    expect(text).not.toContain('IdeaCheck');
    expect(text).not.toContain('assubmitted');
  }
});

test('the executive summary is whole on one page, behind the cover, however long its texts are', async () => {
  const findings = findingsFixture();
  const words = (length: number) => 'evidence '.repeat(length).slice(0, length - 1);
  findings.subject.idea = words(4_000);
  findings.verdict.rationale = words(2_000);
  for (const dimension of Object.values(findings.dimensions)) dimension.rationale = words(1_200);
  for (const risk of findings.risks) Object.assign(risk, { title: words(160), mitigation: words(600) });
  Object.assign(findings.nextSteps[0]!, { action: words(400), successMetric: words(300) });
  findings.verdict.rationale += ' The end.';
  const pages = pdfPages(await renderer.pdf(findings));
  // A title of this length pushes the contents to a page of their own.
  const place = pages.findIndex((text) => text.includes('Whatcouldgowrong'));
  const [summary, others] = [pages[place]!, pages.slice(place + 1)];
  expect(place).toBeLessThanOrEqual(2);
  for (const part of ['Executivesummary', 'Whatcouldgowrong', 'Firststep(days)', 'Donewhen:']) {
    expect(summary).toContain(part);
  }
  // What the page has no room for follows on the next.
  expect(others.join('')).toContain('Theend.');
});

test('a dossier whose last page would hold a few lines is set closer where that saves the page, and loses no word', () => {
  const [asPrinted, once] = [typstCompiler(0.4), typstCompiler(0)];
  const print = (findings: Findings) => {
    const input = pdfInput(dossierModel(findings));
    return { printed: asPrinted(input), plain: once(input) };
  };
  const words = (pages: string[]) =>
    pages.map((page) => page.replace(/Page\d+of\d+/, '')).reduce((all, page) => all + page.length, 0);
  const { printed, plain } = print(spilling);
  const [closer, wide] = [pdfPages(printed), pdfPages(plain)];
  expect(closer).toHaveLength(wide.length - 1);
  // The head of the page that was saved, and nothing else.
  expect(words(wide) - words(closer)).toBeLessThan(120);
  expect(closer.join('')).toContain('Findingsschema');
  // Closer would not save a page here: it stays as it is.
  const other = print(staying);
  expect(pdfPages(other.plain).at(-1)!.length).toBeLessThan(1_000);
  expect(other.printed.equals(other.plain)).toBe(true);
});

test('Chinese, Japanese, Korean, Arabic and emoji are drawn; of other scripts the document says that they are not', async () => {
  const findings = findingsFixture();
  findings.verdict.rationale = '每周餐饮通讯 日本語の週刊 한국어 뉴스레터 نشرة أسبوعية 🍜🚀✅';
  const pdf = await renderer.pdf(findings);
  expect(pdf.toString('latin1')).toMatch(/\/FontName \/[A-Z]{6}\+NotoSansCJKsc/);
  expect(pdf.toString('latin1')).toMatch(/\/FontName \/[A-Z]{6}\+NotoEmoji/);
  expect(pdfPages(pdf).join('')).not.toContain('emptyboxes');
  findings.verdict.rationale = 'ไทย';
  expect(await pdfOf(findings)).toContain('emptyboxes');
});

test('text from right to left keeps its own order in the PDF, other text is left alone', () => {
  const findings = findingsFixture();
  const [arabic, mixed] = ['(2026) نشرة أسبوعية.', 'Named نشرة in Arabic.'];
  findings.limitations = [arabic, mixed];
  const { limitations } = JSON.parse(pdfInput(dossierModel(findings))) as Findings;
  // Isolated (UAX 9): the compiler then orders it by itself.
  expect(limitations).toEqual([`\u2067${arabic}\u2069`, mixed]);
});

describe('typefaces', () => {
  const faces = (html: Buffer) => html.toString().match(/@font-face\{font-family:"[^"]+"/g) ?? [];

  test('a stored document holds none; read, it holds those of its characters and stays below 250 kB', async () => {
    const stored = await renderer.html(sampleFindings);
    expect(faces(stored)).toHaveLength(0);
    const read = withTypefaces(stored);
    expect(faces(read)).toHaveLength(3);
    expect(read.length).toBeLessThan(250_000);
    const cyrillic = findingsFixture();
    cyrillic.verdict.rationale = 'Еженедельная рассылка';
    expect(faces(withTypefaces(await renderer.html(cyrillic)))).toHaveLength(6);
  });

  test('a text that looks like their mark stays text, and a document of before stays as it is', async () => {
    const findings = findingsFixture();
    findings.subject.idea = '<style>/*typefaces:latin*/ is how it begins';
    const read = withTypefaces(await renderer.html(findings)).toString();
    expect(read).toContain('<title>&lt;style&gt;/*typefaces:latin*/ is how it begins');
    expect(read.match(/@font-face/g)).toHaveLength(3);
    const before = Buffer.from('<!doctype html><style>:root{}</style><p>/*typefaces:latin*/');
    expect(withTypefaces(before).equals(before)).toBe(true);
  });
});

test('a PDF keeps its tags in less than half of its bytes, and the same text', () => {
  const compiler = NodeCompiler.create({ workspace: '/' });
  const source = Array.from({ length: 120 }, (_, i) => `= Heading ${i}\n- One item\n- Another item\n`).join('\n');
  const written = compiler.pdf({ mainFileContent: `#set document(date: none)\n${source}` }, { pdfTags: true });
  const packed = packTags(written);
  expect(packed.length).toBeLessThan(written.length / 2);
  expect(pdfTags(packed)).toEqual(pdfTags(written));
  expect(pdfTags(packed).join('')).toContain('"H1"');
  expect(pdfPages(packed)).toEqual(pdfPages(written));
  expect(packTags(written).equals(packed)).toBe(true);
  expect(() => packTags(Buffer.from('%PDF-1.7\nsomething else'))).toThrow('no table of cross-references');
});

test('a competitor is whole on one page of the PDF, and a table of few is not divided', async () => {
  for (const findings of [longest, firstVersion as unknown as Findings]) {
    const pages = pdfPages(await renderer.pdf(findings));
    const onPage = findings.competitors.map(({ gap, lastIssue }) => ({
      page: pages.findIndex((text) => text.includes(withoutSpace(gap))),
      dated: Boolean(lastIssue),
    }));
    for (const [page, text] of pages.entries()) {
      const dates = text.split('Lastissue').length - 1;
      expect(dates).toBe(onPage.filter((one) => one.page === page && one.dated).length);
    }
    const divided = new Set(onPage.map(({ page }) => page)).size > 1;
    expect(divided && onPage.length <= 3).toBe(false);
  }
});

test('a sentence that is quoted in a text does not end its first sentence', () => {
  const text = 'For “A letter on building law. One case taken apart.” the numbers favour a first issue. More follows.';
  expect(firstSentence(text)).toBe(
    'For “A letter on building law. One case taken apart.” the numbers favour a first issue.',
  );
  expect(firstSentence(text, 40)).toBe('For “A letter on building law. One…');
  expect(firstSentence('A whole sentence stands here. Another.')).toBe('A whole sentence stands here.');
});

test('no text of a PDF overrides the order in which it is read, or holds controls', () => {
  const hostile = '\u202eapproved by \u2066nobody\u2069\u009b';
  const findings = findingsFixture();
  findings.limitations = [hostile];
  expect(pdfInput(dossierModel(findings))).not.toMatch(/[\u0080-\u009f\u202a-\u202e\u2066-\u2069]/);
});
