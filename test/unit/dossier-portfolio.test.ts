import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { findingsFixture } from '../support/findings-fixture';
import { pdfPages, withoutSpace } from '../support/pdf-text';
import { searchFixture } from '../support/search-fixture';

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

test.each([1, 10, 25])(
  'the dossier of a search with %i candidates shows every rank, title, score and exclusion',
  async (count) => {
    const { findings, portfolio } = searchFixture(count);
    const html = (await renderer.html(findings, portfolio)).toString();
    const pdf = withoutSpace(pdfPages(await renderer.pdf(findings, portfolio)).join(' '));

    for (const { title, score } of portfolio.ranking) {
      expect(html).toContain(title.replaceAll("'", '&#39;'));
      expect(html).toContain(`>${score}<`);
      expect(pdf).toContain(withoutSpace(title));
      expect(pdf).toContain(String(score));
    }
    expect(html.match(/<tr role="row">/g)!.length).toBeGreaterThan(count);
    expect(html).toContain('Letter c98 on &lt;script&gt;');
    expect(pdf).toContain(withoutSpace('Letter c99 on <script>'));
  },
);

test('the PDF of a search holds the full research of every candidate as an annex, with its own sources', async () => {
  const { findings, portfolio } = searchFixture(3);
  const pages = pdfPages(await renderer.pdf(findings, portfolio)).map(withoutSpace);
  for (const [i, candidate] of findings.candidates!.entries()) {
    const from = pages.findIndex((page) => page.includes(`ANNEX${i + 1}`));
    const until = pages.findIndex((page) => page.includes(`ANNEX${i + 2}`));
    const annex = pages.slice(from, until === -1 ? undefined : until).join('');
    const { dimensions, nextSteps, evidence, firstIssues, launchCalendar, audienceSizing, channels, risks } = candidate;
    const texts = [
      candidate.title,
      dimensions.demand.rationale,
      audienceSizing!.who,
      firstIssues![2]!.title,
      launchCalendar![0]!.goal,
      channels[0]!.approach,
      risks[0]!.mitigation,
      nextSteps[0]!.action,
      evidence.at(-1)!.excerpt,
    ];
    for (const text of texts) expect(annex).toContain(withoutSpace(text));
  }
});

test.each([3, 25])(
  'the contents of a search of %i name the pages of each candidate and of its annex',
  async (count) => {
    const { findings, portfolio } = searchFixture(count);
    const [cover, ...pages] = pdfPages(await renderer.pdf(findings, portfolio));
    const pageWith = (text: string) => pages.findIndex((page) => page.includes(text)) + 2;
    for (const { rank, title } of portfolio.ranking) {
      const named = withoutSpace(`${rank}.${title}`);
      expect(cover).toContain(`${named}${pageWith(named)}${pageWith(withoutSpace(`ANNEX ${rank}${title}`))}`);
    }
    expect(cover).toContain(`Rankedportfolio${pageWith('Rankedportfolio')}`);
  },
);

test('a portfolio of 25 is stored in less than 350 kB', async () => {
  const { findings, portfolio } = searchFixture(25);
  expect((await renderer.html(findings, portfolio)).length).toBeLessThan(350_000);
});

test('an Idea Check has no portfolio page', async () => {
  const html = (await renderer.html(findingsFixture())).toString();
  expect(html).not.toContain('Ranked portfolio');
});
