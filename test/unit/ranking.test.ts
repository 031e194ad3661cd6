import fc from 'fast-check';
import { candidateIds, enoughPassed, exclusionReason, placeOfCandidate } from '../../contracts/candidates';
import { DIMENSIONS, type Candidate } from '../../contracts/findings';
import { planFlaws, type Plan } from '../../domain/plan';
import { portfolioOf, portfolioScore, rankCandidates, RANKING_WEIGHTS } from '../../domain/ranking';
import { RUN_FAILURES, type RunFailureCode } from '../../contracts/run-failures';
import { withComputed } from '../../domain/publish-findings';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';

const sound = withComputed(
  sampleSubmission({ idea: 'A weekly newsletter on heat pumps', audience: null, geography: null }),
);

// Few different scores and efforts, so that ties are common.
const anyScore = fc.oneof(fc.constantFrom(40, 50), fc.nat(100));
const anyCandidates = fc
  .array(
    fc.record({
      scores: fc.tuple(anyScore, anyScore, anyScore, anyScore, anyScore, anyScore, anyScore),
      effort: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((made) => made.map(({ scores, effort }, i) => candidate(i, scores, effort)));

function candidate(i: number, scores: number[], effort: Candidate['effort']): Candidate {
  const dimensions = Object.fromEntries(
    DIMENSIONS.map((name, at) => [name, { ...sound.dimensions[name], score: scores[at]! }]),
  ) as Candidate['dimensions'];
  const candidateId = `c${i + 1}`;
  return { candidateId, title: `Candidate ${i + 1}`, idea: 'An idea of some length', effort, ...sound, dimensions };
}

test('weights are hundredths of one whole', () => {
  expect(Object.values(RANKING_WEIGHTS).reduce((sum, weight) => sum + weight)).toBe(100);
});

test('ranks are contiguous from 1, scores never increase, every candidate is in it once', () => {
  fc.assert(
    fc.property(anyCandidates, (candidates) => {
      const ranking = rankCandidates(candidates);
      expect(ranking.map(({ rank }) => rank)).toEqual(candidates.map((_, i) => i + 1));
      ranking.slice(1).forEach(({ score }, i) => expect(score).toBeLessThanOrEqual(ranking[i]!.score));
      const ids = ranking.map(({ candidateId }) => candidateId);
      expect(new Set(ids)).toEqual(new Set(candidates.map(({ candidateId }) => candidateId)));
      expect(ids).toHaveLength(candidates.length);
    }),
  );
});

test('the ranking does not depend on the order in which candidates come', () => {
  const shuffled = anyCandidates.chain((candidates) =>
    fc.tuple(
      fc.constant(candidates),
      fc.shuffledSubarray(candidates, { minLength: candidates.length, maxLength: candidates.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([candidates, other]) => expect(rankCandidates(other)).toEqual(rankCandidates(candidates))),
  );
});

test('a score is the weighted mean: between its lowest and highest dimension, and higher for a higher score', () => {
  const oneMore = anyCandidates.chain((all) => fc.tuple(fc.constant(all[0]!), fc.constantFrom(...DIMENSIONS)));
  fc.assert(
    fc.property(oneMore, ([{ dimensions }, name]) => {
      const scores = DIMENSIONS.map((each) => dimensions[each].score);
      const score = portfolioScore(dimensions);
      expect(score).toBeGreaterThanOrEqual(Math.min(...scores));
      expect(score).toBeLessThanOrEqual(Math.max(...scores));
      const raised = { ...dimensions, [name]: { ...dimensions[name], score: dimensions[name].score + 1 } };
      expect(portfolioScore(raised)).toBeGreaterThan(score);
    }),
  );
});

test('equal scores are ordered by fit, then effort, then demand, then place in the plan', () => {
  const order = (...candidates: Candidate[]) => rankCandidates(candidates).map(({ candidateId }) => candidateId);
  // operatorFit and acquisition weigh the same (15), as do demand and monetization (20).
  const fit = candidate(0, [50, 50, 50, 40, 60, 50, 50], 'high');
  const lessFit = candidate(1, [50, 50, 50, 60, 40, 50, 50], 'low');
  expect(order(lessFit, fit)).toEqual(['c1', 'c2']);
  const easy = candidate(2, [50, 50, 50, 50, 50, 50, 50], 'low');
  const hard = candidate(1, [60, 50, 40, 50, 50, 50, 50], 'high');
  expect(order(hard, easy)).toEqual(['c3', 'c2']);
  const wanted = candidate(9, [60, 50, 40, 50, 50, 50, 50], 'low');
  expect(order(easy, wanted)).toEqual(['c10', 'c3']);
  const twin = candidate(9, [50, 50, 50, 50, 50, 50, 50], 'low');
  expect(order(twin, easy)).toEqual(['c3', 'c10']);
});

test('a portfolio lists what was excluded in the order of the plan', () => {
  const excluded = ['c10', 'c2'].map((candidateId) => ({ candidateId, title: candidateId, reason: 'declined' }));
  const portfolio = portfolioOf({ runId: 'run_1', generatedAt: '2026-01-01T00:00:00.000Z', candidates: [], excluded });
  expect(portfolio.excluded.map(({ candidateId }) => candidateId)).toEqual(['c2', 'c10']);
  expect(portfolio.method.weights).toMatchObject({ demand: 0.2, risk: 0.1 });
});

test('at least half of the candidates must pass', () => {
  expect([enoughPassed(1, 3), enoughPassed(2, 3), enoughPassed(2, 4), enoughPassed(12, 25)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(candidateIds(12).map(placeOfCandidate)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
});

test('every reason is a sentence about a candidate, not about a run', () => {
  for (const code of Object.keys(RUN_FAILURES) as RunFailureCode[]) {
    expect(exclusionReason(code)).toMatch(/candidate.*\.$/);
  }
});

test('a plan must hold exactly the candidates that were asked for, no two alike', () => {
  const plan = (...titles: string[]): Plan => ({
    candidates: titles.map((title, i) => ({
      title,
      idea: `A newsletter number ${i}`,
      audience: null,
      geography: null,
      effort: 'low',
    })),
  });
  expect(planFlaws(plan('One', 'Two', 'Three'), 3)).toEqual([]);
  expect(planFlaws(plan('One', 'Two', 'Three'), 4)).toMatchObject([{ pointer: '/candidates' }]);
  expect(planFlaws(plan('Heat pumps', 'Two', 'heat-PUMPS!'), 3)).toMatchObject([{ pointer: '/candidates/2/title' }]);
});
