import fc from 'fast-check';
import { sampleFindings } from '../../contracts/sample-findings';
import type { EconomicsAssumptions } from '../../contracts/unit-economics';
import { computeCase } from '../../domain/economics';
import { recompute } from '../../domain/recompute';
import { sensitivityOf } from '../../domain/sensitivity';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { searchFixture } from '../support/search-fixture';

test('recomputes every figure of sound findings', () => {
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

test('names a figure that was changed after it was computed', () => {
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

test('recomputes each candidate and the ranking of a search', () => {
  const { findings, portfolio } = searchFixture(3);
  const figures = recompute(findings, portfolio);
  expect(figures.filter(({ figure }) => /^\/candidates\/2\/unitEconomics/.test(figure)).length).toBeGreaterThan(30);
  expect(figures.filter(({ figure }) => figure.startsWith('/portfolio/ranking/'))).toHaveLength(3);
  expect(figures.every(({ agrees }) => agrees)).toBe(true);
  portfolio.ranking[1]!.score += 0.1;
  expect(recompute(findings, portfolio).filter(({ agrees }) => !agrees)).toHaveLength(1);
});

describe('sensitivity', () => {
  const anyAssumptions = fc
    .lorem({ maxCount: 8 })
    .map((idea) => sampleSubmission({ idea, audience: null, geography: null }).unitEconomics!.assumptions);

  /** Result of the likely year with another value of one assumption. */
  function resultWith(
    assumptions: EconomicsAssumptions,
    name: keyof EconomicsAssumptions,
    value: number | number[],
  ): number {
    const changed = { ...assumptions, [name]: { ...assumptions[name], likely: value } };
    return computeCase(changed, 'likely').resultCents;
  }

  test('lists at most five assumptions, the largest swing first', () => {
    fc.assert(
      fc.property(anyAssumptions, (assumptions) => {
        const found = sensitivityOf(assumptions);
        expect(found.length).toBeGreaterThan(0);
        expect(found.length).toBeLessThanOrEqual(5);
        const swings = found.map(({ cautiousCents, optimisticCents }) => Math.abs(optimisticCents - cautiousCents));
        expect(swings).toEqual(swings.toSorted((a, b) => b - a));
        for (const { assumption, cautiousCents, optimisticCents } of found) {
          const { cautious, optimistic } = assumptions[assumption];
          expect(cautiousCents).toBe(resultWith(assumptions, assumption, cautious));
          expect(optimisticCents).toBe(resultWith(assumptions, assumption, optimistic));
        }
      }),
      { numRuns: 30 },
    );
  });

  test('a break-even value makes no loss; the next one does', () => {
    fc.assert(
      fc.property(anyAssumptions, (assumptions) => {
        for (const { assumption, breakEven } of sensitivityOf(assumptions)) {
          if (breakEven === null) continue;
          const valueOf = (value: number) =>
            assumption === 'readers'
              ? assumptions.readers.likely.map((count) => Math.floor((count * value) / 100))
              : value;
          const isLoss = (value: number) => resultWith(assumptions, assumption, valueOf(value)) < 0;
          expect(isLoss(breakEven)).toBe(false);
          expect(isLoss(breakEven - 1) || isLoss(breakEven + 1)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });
});
