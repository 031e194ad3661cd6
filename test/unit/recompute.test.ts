import { sampleFindings } from '../../contracts/sample-findings';
import { recompute } from '../../domain/recompute';
import { searchFixture } from '../support/search-fixture';

test('every figure of sound findings is what its inputs give', () => {
  const figures = recompute(sampleFindings, null);
  expect(figures.map(({ figure }) => figure)).toEqual(
    expect.arrayContaining([
      '/audienceSizing/people',
      '/unitEconomics/computed/cautious/breakEvenMonth',
      '/unitEconomics/computed/likely/incomePerHourCents',
    ]),
  );
  expect(figures.filter(({ agrees }) => !agrees)).toEqual([]);
});

test('a figure that was changed after it was computed is named, a month too', () => {
  const changed = structuredClone(sampleFindings);
  changed.unitEconomics!.computed.likely.months[4]!.incomeCents += 1;
  changed.audienceSizing!.people = 1;
  const { incomeCents } = sampleFindings.unitEconomics!.computed.likely.months[4]!;
  expect(recompute(changed, null).filter(({ agrees }) => !agrees)).toEqual([
    { figure: '/audienceSizing/people', stored: 1, recomputed: 180_000, agrees: false },
    {
      figure: '/unitEconomics/computed/likely/months/4/incomeCents',
      stored: incomeCents + 1,
      recomputed: incomeCents,
      agrees: false,
    },
  ]);
});

test('a search is computed again for each candidate, and its ranking from the scores of the dimensions', () => {
  const { findings, portfolio } = searchFixture(3);
  const figures = recompute(findings, portfolio);
  expect(figures.filter(({ figure }) => /^\/candidates\/2\/unitEconomics/.test(figure)).length).toBeGreaterThan(30);
  expect(figures.filter(({ figure }) => figure.startsWith('/portfolio/ranking/'))).toHaveLength(3);
  expect(figures.every(({ agrees }) => agrees)).toBe(true);
  portfolio.ranking[1]!.score += 0.1;
  expect(recompute(findings, portfolio).filter(({ agrees }) => !agrees)).toHaveLength(1);
});

test('findings of 1.0 hold no figures of ours', () => {
  const { unitEconomics: _economics, audienceSizing: _sizing, ...before } = sampleFindings;
  expect(recompute(before, null)).toEqual([]);
});
