import fc from 'fast-check';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import type { EconomicsAssumptions } from '../../modules/findings/contract/unit-economics';
import { computeCase, sensitivityOf } from '../../modules/findings/economics';
import { recompute } from '../../modules/findings/publish';
import { sampleSubmission } from '../../stand-ins/agents/samples';
import { searchFixture } from '../support/findings';

test('agrees with every figure of sound findings and names each that was changed', () => {
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

test('lists the five assumptions that move a year most; past break-even it makes a loss', () => {
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
