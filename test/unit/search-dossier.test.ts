import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { pdfPages, withoutSpace } from '../support/answers';
import { searchFixture } from '../support/findings';

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

const { findings, portfolio } = searchFixture(3);
let pages: string[];
beforeAll(async () => {
  pages = pdfPages(await renderer.pdf(findings, portfolio));
});

test('compares all candidates of a search of 25 in less than 350 kB of HTML', async () => {
  const search = searchFixture(25);
  const text = (await renderer.html(search.findings, search.portfolio)).toString();
  for (const { title, score } of search.portfolio.ranking) {
    expect(text).toContain(title.replaceAll("'", '&#39;'));
    expect(text).toContain(`>${score}<`);
  }
  expect(text).toContain('Letter c98 on &lt;script&gt;');
  expect(text.length).toBeLessThan(350_000);
});

test('shows each candidate of a search with the score of the ranking alone', async () => {
  const search = searchFixture(1);
  const [candidate] = search.findings.candidates!;
  candidate!.verdict.score = search.portfolio.ranking[0]!.score = 23;
  const text = withoutSpace((await renderer.html(search.findings, search.portfolio)).toString());
  expect(text).toContain('23of100');
  expect(text).not.toContain(`${search.findings.verdict.score}of100`);
});

test('names the pages of each candidate and of its annex in the contents', () => {
  const [cover, ...others] = pages;
  const pageWith = (text: string) => others.findIndex((page) => page.includes(text)) + 2;
  for (const { rank, title } of portfolio.ranking) {
    const named = withoutSpace(`${rank}.${title}`);
    expect(cover).toContain(`${named}${pageWith(named)}${pageWith(withoutSpace(`ANNEX ${rank}${title}`))}`);
  }
  expect(cover).toContain(`Rankedportfolio${pageWith('Rankedportfolio')}`);
  expect(pages.join('')).toContain(withoutSpace('Letter c99 on <script>'));
});

test('prints the full research of every candidate as an annex with its own sources', () => {
  for (const [i, candidate] of findings.candidates!.entries()) {
    const from = pages.findIndex((page) => page.includes(`ANNEX${i + 1}`));
    const until = pages.findIndex((page) => page.includes(`ANNEX${i + 2}`));
    const annex = pages.slice(from, until === -1 ? undefined : until).join('');
    const { dimensions, nextSteps, evidence, firstIssues, audienceSizing, channels, risks } = candidate;
    const parts = [dimensions.demand.rationale, audienceSizing!.who, firstIssues![2]!.title, channels[0]!.approach];
    const ends = [risks[0]!.mitigation, nextSteps[0]!.action, evidence.at(-1)!.excerpt];
    for (const text of [candidate.title, ...parts, ...ends]) expect(annex).toContain(withoutSpace(text));
  }
});
