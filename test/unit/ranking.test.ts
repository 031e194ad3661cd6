import fc from 'fast-check';
import { candidateIds, enoughPassed, placeOfCandidate } from '../../contracts/candidates';
import { DIMENSIONS, type Candidate } from '../../contracts/findings';
import { VERIFICATION_STATUSES, type VerificationStatus } from '../../contracts/findings-parts';
import { planFlaws, type Plan } from '../../domain/plan';
import { isNearDuplicate } from '../../domain/near-duplicates';
import { portfolioOf, rankCandidates, rankingOf, weighed } from '../../domain/ranking';
import { withComputed } from '../../domain/publish-findings';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';

const sound = withComputed(
  sampleSubmission({ idea: 'A weekly newsletter on heat pumps', audience: null, geography: null }),
);

// Few different scores and efforts, so that ties are common; verdicts as no rule would let them be.
const anyScore = fc.oneof(fc.constantFrom(40, 50), fc.nat(100));
const anyVerdict = fc.record({
  score: fc.oneof(anyScore, fc.constantFrom(44, 45, 69, 70)),
  recommendation: fc.constantFrom('pursue' as const, 'refine' as const, 'avoid' as const),
});
const anyCandidates = fc
  .array(
    fc.record({
      scores: fc.tuple(anyScore, anyScore, anyScore, anyScore, anyScore, anyScore, anyScore),
      effort: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
      verdict: anyVerdict,
      statuses: fc.array(fc.constantFrom(...VERIFICATION_STATUSES), { maxLength: 8 }),
      rivals: fc.subarray(['Tower', 'Harbor', 'Mill'].map((name) => `https://${name.toLowerCase()}.example/`)),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((made) => made.map((each, i) => candidate(i, each)));

interface Made {
  scores: number[];
  effort: Candidate['effort'];
  verdict?: Pick<Candidate['verdict'], 'score' | 'recommendation'>;
  statuses?: VerificationStatus[];
  rivals?: string[];
}

function candidate(i: number, { scores, effort, verdict, statuses, rivals = [] }: Made): Candidate {
  const dimensions = Object.fromEntries(
    DIMENSIONS.map((name, at) => [name, { ...sound.dimensions[name], score: scores[at]! }]),
  ) as Candidate['dimensions'];
  const [entry] = sound.evidence;
  return {
    candidateId: `c${i + 1}`,
    title: `Candidate ${i + 1}`,
    idea: 'An idea of some length',
    effort,
    ...sound,
    dimensions,
    ...(verdict && { verdict: { ...sound.verdict, ...verdict } }),
    ...(statuses && { evidence: statuses.map((status, at) => checked(entry!, at, status)) }),
    competitors: rivals.map((url) => ({ ...sound.competitors[0]!, url })),
  };
}

const checked = (entry: Candidate['evidence'][number], at: number, status: VerificationStatus) => ({
  ...entry,
  evidenceId: `ev${at + 1}`,
  verification: { status, checkedAt: '2026-11-22T10:10:00.000Z', contentSha256: null },
});

const rankingFor = (candidates: readonly Candidate[]) => rankingOf(rankCandidates(candidates).candidates);
const WORDS = ['avoid', 'refine', 'pursue'];

test('ranks or names as a duplicate every candidate, with scores in order', () => {
  fc.assert(
    fc.property(anyCandidates, (candidates) => {
      const { candidates: ranked, duplicates } = rankCandidates(candidates);
      const ranking = rankingOf(ranked);
      expect(ranking.map(({ rank }) => rank)).toEqual(ranked.map((_, i) => i + 1));
      ranking.slice(1).forEach(({ score }, i) => expect(score).toBeLessThanOrEqual(ranking[i]!.score));
      const ids = [...ranking, ...duplicates].map(({ candidateId }) => candidateId);
      expect(new Set(ids)).toEqual(new Set(candidates.map(({ candidateId }) => candidateId)));
      expect(ids).toHaveLength(candidates.length);
      const first = new Set(ranking.map(({ candidateId }) => candidateId));
      expect(duplicates.every(({ sameAs }) => first.has(sameAs!))).toBe(true);
    }),
  );
});

test('orders verdicts with scores and never above what the agent said', () => {
  fc.assert(
    fc.property(anyCandidates, (candidates) => {
      const ranking = rankingFor(candidates);
      const words = ranking.map(({ recommendation }) => WORDS.indexOf(recommendation!));
      expect(words).toEqual(words.toSorted((a, b) => b - a));
      for (const { score, recommendation, candidateId } of ranking) {
        expect(recommendation).toBe(score >= 70 ? 'pursue' : score >= 45 ? 'refine' : 'avoid');
        const { verdict } = candidates.find((each) => each.candidateId === candidateId)!;
        expect(WORDS.indexOf(recommendation!)).toBeLessThanOrEqual(WORDS.indexOf(verdict.recommendation));
        expect(score).toBeLessThanOrEqual(verdict.score);
      }
    }),
  );
});

test('ranks the same whatever the order in which candidates settle', () => {
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

test('ranks no two near-duplicates', () => {
  fc.assert(
    fc.property(anyCandidates, (candidates) => {
      const { candidates: ranked, duplicates } = rankCandidates(candidates);
      const twins = ranked.filter((one, i) => ranked.slice(i + 1).some((other) => isNearDuplicate(one, other)));
      expect(twins).toEqual([]);
      const by = (id: string) => candidates.find(({ candidateId }) => candidateId === id)!;
      for (const { candidateId, sameAs } of duplicates) {
        expect(isNearDuplicate(by(candidateId), by(sameAs!))).toBe(true);
      }
    }),
  );
});

const even = (score: number) => DIMENSIONS.map(() => score);
const at = (score: number) => ({ score, recommendation: recommended(score) });
const recommended = (score: number) => WORDS[score >= 70 ? 2 : score >= 45 ? 1 : 0] as 'pursue';

test('ranks a fatal weakness below a modest candidate', () => {
  const fatal = candidate(0, { scores: [100, 100, 100, 100, 100, 100, 20], effort: 'low', verdict: at(100) });
  const modest = candidate(1, { scores: even(50), effort: 'high', verdict: at(50) });
  expect(rankingFor([fatal, modest]).map(({ candidateId, score }) => [candidateId, score])).toEqual([
    ['c2', 50],
    ['c1', 40],
  ]);
});

test('deducts points for unverified quotations and says how many', () => {
  const of = (statuses?: VerificationStatus[]) =>
    weighed(candidate(0, { scores: even(72), effort: 'low', verdict: at(72), ...(statuses && { statuses }) }));
  expect(of(['verified', 'verified']).verdict).toMatchObject({ score: 72, recommendation: 'pursue' });
  const half = of(['verified', 'not_found']);
  expect(half.verdict).toMatchObject({ score: 63, recommendation: 'refine' });
  expect(half.limitations[0]).toBe(
    '9 of 72 points were taken off the verdict for the ranking, because 1 of 2 quotations were not verified.',
  );
  expect(of([]).verdict.score).toBe(54);
  expect(of([]).limitations[0]).toContain('no source was cited');
  // Where a deployment looks for no quotation, all are alike.
  expect(of().verdict.score).toBe(72);
});

test('breaks ties by mean, fit, effort, demand and place in the plan', () => {
  const order = (...candidates: Candidate[]) => rankingFor(candidates).map(({ candidateId }) => candidateId);
  const made = (i: number, scores: number[], effort: Candidate['effort']) =>
    candidate(i, { scores, effort, verdict: at(50) });
  expect(order(made(0, even(50), 'low'), made(1, even(51), 'high'))).toEqual(['c2', 'c1']);
  // operatorFit and acquisition weigh the same (15), as do demand and monetization (20).
  const fit = made(0, [50, 50, 50, 40, 60, 50, 50], 'high');
  const lessFit = made(1, [50, 50, 50, 60, 40, 50, 50], 'low');
  expect(order(lessFit, fit)).toEqual(['c1', 'c2']);
  const easy = made(2, even(50), 'low');
  const hard = made(1, [60, 50, 40, 50, 50, 50, 50], 'high');
  expect(order(hard, easy)).toEqual(['c3', 'c2']);
  const wanted = made(9, [60, 50, 40, 50, 50, 50, 50], 'low');
  expect(order(easy, wanted)).toEqual(['c10', 'c3']);
  const twin = made(9, even(50), 'low');
  expect(order(twin, easy)).toEqual(['c3', 'c10']);
});

describe('one idea in other words', () => {
  const rivals = ['https://www.tower.example/', 'https://harbor.example/letter', 'https://mill.example/'];
  const idea = (title: string, text: string, audience: string, urls: string[]) => ({
    title,
    idea: text,
    audienceSegments: [{ name: audience, description: 'They read.', size: null, evidenceIds: [] }],
    competitors: urls.map((url) => ({ ...sound.competitors[0]!, url })),
  });
  const casebook = idea('Pump casebook', 'One heat pump installation taken apart', 'Installers of heat pumps', rivals);

  test.each([
    [
      'the same rivals and readers, in wholly other words',
      idea('Heating retrofits', 'Each week a boiler replaced', 'Heat pump installers', [
        'https://tower.example',
        'https://harbor.example/letter/',
      ]),
      true,
    ],
    [
      'the same rivals and words, for readers who are called otherwise',
      idea('A pump casebook', 'One heat pump installation, taken apart', 'Craftsmen in heating trades', rivals),
      true,
    ],
    [
      'the same words and readers, but other rivals',
      { ...casebook, competitors: idea('', '', '', ['https://quay.example/', 'https://ferry.example/']).competitors },
      false,
    ],
    [
      'the same rivals for other readers, in other words',
      idea('Grants', 'What the state pays', 'Owners', rivals),
      false,
    ],
    ['no rival that anybody named', { ...casebook, competitors: [] }, false],
  ])('%s', (_, other, same) => {
    expect([isNearDuplicate(casebook, other), isNearDuplicate(other, casebook)]).toEqual([same, same]);
  });

  test('keeps the better duplicate and names it beside the other', () => {
    const better = candidate(1, { scores: even(60), effort: 'low', verdict: at(60), rivals });
    const worse = candidate(0, { scores: even(50), effort: 'low', verdict: at(50), rivals });
    const portfolio = portfolioOf({ ...EMPTY, ranked: rankCandidates([worse, better]) });
    expect(portfolio.ranking.map(({ candidateId }) => candidateId)).toEqual(['c2']);
    expect(portfolio.excluded).toEqual([
      {
        candidateId: 'c1',
        title: 'Candidate 1',
        sameAs: 'c2',
        reason: expect.stringContaining('the same idea in other words as “Candidate 2”') as string,
      },
    ]);
  });
});

const EMPTY = {
  runId: 'run_1',
  generatedAt: '2026-01-01T00:00:00.000Z',
  ranked: { candidates: [], duplicates: [] },
  excluded: [],
};

test('lists exclusions in the order of the plan', () => {
  const excluded = ['c10', 'c2'].map((candidateId) => ({ candidateId, title: candidateId, reason: 'declined' }));
  const portfolio = portfolioOf({ ...EMPTY, excluded });
  expect(portfolio.excluded.map(({ candidateId }) => candidateId)).toEqual(['c2', 'c10']);
  expect(portfolio.method.weights).toMatchObject({ demand: 0.2, risk: 0.1 });
});

test('needs half of the candidates to pass', () => {
  expect([enoughPassed(1, 3), enoughPassed(2, 3), enoughPassed(2, 4), enoughPassed(12, 25)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(candidateIds(12).map(placeOfCandidate)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
});

test('a plan has as many candidates as asked for, no two alike', () => {
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
