import { createDossierRenderer } from '../../modules/dossiers/dossier-renderer';
import { asMarkdown } from '../../modules/dossiers/markdown';
import { readableAddress } from '../../modules/dossiers/model/text';
import { pdfPages, withoutSpace } from '../support/answers';
import { searchFixture } from '../support/findings';

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

test('compares all candidates of a search of 25, with checked quotes, in under 350 kB of HTML', async () => {
  const search = searchFixture(25);
  const checked = { checkedAt: search.findings.generatedAt, contentSha256: null, support: 'supported' } as const;
  for (const { evidence } of search.findings.candidates!)
    for (const [i, source] of evidence.entries())
      source.verification = { ...checked, status: i === 0 ? 'not_found' : 'verified' };
  const text = (await renderer.html(search.findings, search.portfolio)).toString();
  for (const { title, score } of search.portfolio.ranking) {
    expect(text).toContain(title.replaceAll("'", '&#39;'));
    expect(text).toContain(`>${score}<`);
  }
  expect(text).toContain('Letter c98 on &lt;script&gt;');
  expect(text.match(/Quote not found on the page/g)).toHaveLength(25);
  expect(text.length).toBeLessThan(350_000);
});

test('opens with every idea by score and effort, and explains why the first one won', async () => {
  const { findings, portfolio } = searchFixture(4);
  const [first, second, third] = portfolio.ranking;
  Object.assign(first!, { score: 81, effort: 'high', breakdown: { ...first!.breakdown, demand: 90, risk: 40 } });
  Object.assign(second!, { score: 74, effort: 'medium', breakdown: { ...first!.breakdown, demand: 60, risk: 55 } });
  Object.assign(third!, { score: 60, effort: 'low' });
  const html = await renderer.html(findings, portfolio);
  const page = html.toString();
  expect(page).toMatch(/aria-label="Score against effort for an issue: number 1, score 81, high effort; number 2,/);
  const markdown = asMarkdown(Buffer.from(html), 'https://api.example.com').toString();
  const [cover] = pdfPages(await renderer.pdf(findings, portfolio));
  for (const text of [withoutSpace(page.replace(/<[^>]*>/g, '')), withoutSpace(markdown), cover!]) {
    for (const said of [
      `“${first!.title}” scores 81, 7 points more than “${second!.title}”.`,
      'It leads most on demand (90 against 60).',
      'Number 2 does better on low risk (55 against 40).',
      'An issue takes several days of work; number 2 takes about a day.',
      'If you have less time, start with number 2: about a day for an issue, and a score of 74.',
    ])
      expect(text).toContain(withoutSpace(said));
  }
  for (const { title } of portfolio.ranking) expect(cover).toContain(withoutSpace(title));
  Object.assign(second!, { score: 81 });
  expect((await renderer.html(findings, portfolio)).toString()).toContain('It comes first for ');
});

test("shows only the ranking's score of each candidate", async () => {
  const search = searchFixture(1);
  const [candidate] = search.findings.candidates!;
  candidate!.verdict.score = search.portfolio.ranking[0]!.score = 23;
  const text = withoutSpace((await renderer.html(search.findings, search.portfolio)).toString());
  expect(text).toContain('23of100');
  expect(text).not.toContain(`${search.findings.verdict.score}of100`);
});

test('prints the full research of every candidate as an annex with its own sources', async () => {
  const { findings, portfolio } = searchFixture(3);
  const text = pdfPages(await renderer.pdf(findings, portfolio)).join('');
  for (const [i, candidate] of findings.candidates!.entries()) {
    const [, after] = text.split(`ANNEX${i + 1}`);
    const [annex] = after!.split(`ANNEX${i + 2}`);
    const { dimensions, nextSteps, evidence, firstIssues, audienceSizing, channels, risks } = candidate;
    const parts = [dimensions.demand.rationale, audienceSizing!.who, firstIssues![2]!.title, channels[0]!.approach];
    const ends = [risks[0]!.mitigation, nextSteps[0]!.action, evidence.at(-1)!.excerpt];
    for (const said of [candidate.title, ...parts, ...ends]) expect(annex).toContain(withoutSpace(said));
  }
  expect(text).not.toMatch(/[\u00ad\u200b-\u200f\u2060-\u2069\ufeff]/);
});

test('says limitations of every idea once, and those of one with that idea', async () => {
  const { findings, portfolio } = searchFixture(3);
  const [first] = findings.candidates!;
  for (const candidate of findings.candidates!) candidate.limitations = ['Nobody was interviewed.'];
  first!.limitations.push('Only this idea lacks prices.');
  findings.limitations = ['Said of the data.', ...first!.limitations];
  const text = (await renderer.html(findings, portfolio)).toString();
  for (const said of ['Nobody was interviewed.', 'Only this idea lacks prices.'])
    expect(text.split(said)).toHaveLength(2);
  expect(text).not.toContain('Said of the data.');
});

test('shows the letters of an address, and the codes of those that are not seen', () => {
  expect(readableAddress('https://bread.example/%D7%9C%D7%97%D7%9D%2Fa')).toBe('https://bread.example/לחם%2Fa');
  for (const coded of ['%E2%80%AEa', 'a%20b', '%0A', '%E3%85%A4', '%FF'])
    expect(readableAddress(`https://bread.example/${coded}`)).toBe(`https://bread.example/${coded}`);
});
