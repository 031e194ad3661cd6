import fc from 'fast-check';
import { sampleFindings } from '../../contracts/sample-findings';
import { sampleEconomics } from '../../contracts/sample-economics';
import type { EconomicsAssumptions } from '../../contracts/unit-economics';
import { semanticFlaws } from '../../domain/check-findings';
import { computeCase } from '../../domain/economics';
import { recompute } from '../../domain/recompute';
import { sensitivityOf } from '../../domain/sensitivity';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';

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

test('at most five assumptions, each with the results that it gives alone, those that move most first', () => {
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

test('a value of breaking even makes no loss, and the one beside it does', () => {
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

test('the sample holds what the service computes, and a figure that was changed is a flaw and named', () => {
  expect(sampleFindings.sensitivity).toEqual(sensitivityOf(sampleEconomics.assumptions));
  expect(semanticFlaws(sampleFindings)).toEqual([]);
  const changed = structuredClone(sampleFindings);
  changed.sensitivity![0]!.breakEven = 1;
  expect(semanticFlaws(changed)).toMatchObject([{ pointer: '/sensitivity' }]);
  expect(recompute(changed, null).filter(({ agrees }) => !agrees)).toEqual([
    { figure: '/sensitivity/0/breakEven', stored: 1, recomputed: 1064, agrees: false },
  ]);
});
