import fc from 'fast-check';
import { createDossierRenderer } from '../../modules/dossiers/dossier-renderer';
import { asMarkdown } from '../../modules/dossiers/markdown';
import { changesOf } from '../../modules/findings/changes';
import type { Findings } from '../../modules/findings/contract/findings';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import type { EconomicsAssumptions } from '../../modules/findings/contract/unit-economics';
import { computeCase, sensitivityOf } from '../../modules/findings/economics';
import { recompute } from '../../modules/findings/publish';
import { RECOMMENDATION_LABELS } from '../../modules/findings/verdict-words';
import { sampleSubmission } from '../../stand-ins/agents/samples';
import { pdfPages, withoutSpace } from '../support/answers';
import { findingsFixture, searchFixture } from '../support/findings';

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

/** A dossier as HTML without tags, PDF and Markdown, each without white space. */
async function textsOf(findings: Findings): Promise<string[]> {
  const html = (await renderer.html(findings)).toString();
  const markdown = asMarkdown(Buffer.from(html), 'https://api.example.com').toString().replaceAll('\\', '');
  const pages = pdfPages(await renderer.pdf(findings));
  return [withoutSpace(html.replace(/<\/?[a-z][^>]*>/g, '')), pages.join(''), withoutSpace(markdown)];
}

test('confirms every figure of sound findings, and names each changed one', () => {
  expect(recompute(sampleFindings, null).filter(({ agrees }) => !agrees)).toEqual([]);
  const changed = structuredClone(sampleFindings);
  changed.audienceSizing!.people = 1;
  changed.unitEconomics!.computed.likely.months[4]!.incomeCents += 1;
  changed.sensitivity![0]!.breakEven = 1;
  expect(recompute(changed, null).filter(({ agrees }) => !agrees)).toMatchObject([
    { figure: '/audienceSizing/people', stored: 1, recomputed: 180_000 },
    { figure: '/unitEconomics/computed/likely/months/4/incomeCents' },
    { figure: '/sensitivity/0/breakEven', stored: 1, recomputed: 1064 },
  ]);
});

test('recomputes each candidate and the ranking of a search', () => {
  const { findings, portfolio } = searchFixture(3);
  const figures = recompute(findings, portfolio);
  expect(figures.filter(({ figure }) => figure.startsWith('/candidates/2/unitEconomics')).length).toBeGreaterThan(30);
  expect(figures.every(({ agrees }) => agrees)).toBe(true);
  portfolio.ranking[1]!.score += 0.1;
  expect(recompute(findings, portfolio).filter(({ agrees }) => !agrees)).toHaveLength(1);
});

test('lists the five assumptions with most effect on the year, and their break-even values', () => {
  const anyAssumptions = fc
    .lorem({ maxCount: 8 })
    .map((idea) => sampleSubmission({ idea, audience: null, geography: null }).unitEconomics!.assumptions);
  fc.assert(
    fc.property(anyAssumptions, (assumptions) => {
      const resultWith = (name: keyof EconomicsAssumptions, likely: number | number[]) =>
        computeCase({ ...assumptions, [name]: { ...assumptions[name], likely } }, 'likely').resultCents;
      const found = sensitivityOf(assumptions);
      expect(found.length).toBeGreaterThan(0);
      expect(found.length).toBeLessThanOrEqual(5);
      const swings = found.map(({ cautiousCents, optimisticCents }) => Math.abs(optimisticCents - cautiousCents));
      expect(swings).toEqual(swings.toSorted((a, b) => b - a));
      for (const { assumption, cautiousCents, optimisticCents, breakEven } of found) {
        expect(cautiousCents).toBe(resultWith(assumption, assumptions[assumption].cautious));
        expect(optimisticCents).toBe(resultWith(assumption, assumptions[assumption].optimistic));
        if (breakEven === null) continue;
        const { likely } = assumptions.readers;
        const valueOf = (value: number) =>
          assumption === 'readers' ? likely.map((count) => Math.floor((count * value) / 100)) : value;
        const isLoss = (value: number) => resultWith(assumption, valueOf(value)) < 0;
        expect(isLoss(breakEven)).toBe(false);
        expect(isLoss(breakEven - 1) || isLoss(breakEven + 1)).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

describe('findings that continue earlier ones', () => {
  const earlier = findingsFixture();
  earlier.verdict = { ...earlier.verdict, recommendation: 'avoid', score: 40 };
  earlier.dimensions.demand.score -= 9;
  earlier.evidence[0]!.sourceUrl = 'https://before.example/page#part';
  earlier.generatedAt = '2026-05-04T10:00:00.000Z';

  test('show changes of verdict, scores and sources in HTML, PDF and Markdown', async () => {
    const now = findingsFixture();
    const changes = changesOf(earlier, now);
    const pages = ({ evidence }: Findings) => [...new Set(evidence.map(({ sourceUrl }) => sourceUrl.split('#')[0]))];
    expect(changes).toMatchObject({
      runId: earlier.runId,
      generatedAt: earlier.generatedAt,
      verdict: { before: { recommendation: 'avoid', score: 40 }, after: { score: now.verdict.score } },
      sources: { new: pages(now).slice(0, 1), gone: ['https://before.example/page'], kept: pages(now).slice(1) },
    });
    const { score } = now.dimensions.demand;
    expect(changes.scores!.filter(({ before, after }) => before !== after)).toEqual([
      { dimension: 'demand', before: score - 9, after: score },
    ]);
    const changed = { ...now, changes };
    const verdict = RECOMMENDATION_LABELS[now.verdict.recommendation];
    for (const text of await textsOf(changed)) {
      const said = `The verdict went from Avoid (40 of 100) to ${verdict} (${now.verdict.score} of 100).`;
      for (const part of ['What changed since May 4, 2026', said, '+9', 'Sources: 1 new'])
        expect(text).toContain(withoutSpace(part));
    }
    for (const text of await textsOf(now)) expect(text).not.toContain(withoutSpace('What changed since'));
    // The dossier for a buyer does not mention the change, because the buyer never saw the earlier research.
    const sold = await renderer.html(changed, null, { title: 'Queue Position', licence: null });
    expect(sold.toString()).not.toContain('What changed since');
  });

  test('of a search show which ideas are new, ranked again or no longer ranked', async () => {
    const { findings } = searchFixture(4);
    const [first, second, third, fourth] = findings.candidates!;
    const before = { ...findings, candidates: [second!, { ...first!, title: first!.title.toUpperCase() }, fourth!] };
    const changes = changesOf(before, { ...findings, candidates: [first!, second!, third!] });
    expect(changes.ideas).toEqual({
      new: [{ title: third!.title, rank: 3 }],
      kept: [
        { title: first!.title, before: 2, after: 1 },
        { title: second!.title, before: 1, after: 2 },
      ],
      dropped: [{ title: fourth!.title, rank: 3 }],
    });
    expect(changes).not.toHaveProperty('verdict');
    for (const text of await textsOf({ ...findings, changes }))
      expect(text).toContain(withoutSpace('Ideas: 1 new, 2 ranked again, 1 no longer ranked.'));
  });
});
