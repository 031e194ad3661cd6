import fc from 'fast-check';
import { DIMENSIONS, type Candidate } from '../../modules/findings/contract/findings';
import { VERIFICATION_STATUSES, type VerificationStatus } from '../../modules/findings/contract/findings-parts';
import { isReworded, planFlaws, topicsOf, type PlannedCandidate } from '../../modules/findings/plan';
import { withComputed } from '../../modules/findings/publish';
import { isNearDuplicate, rankCandidates, rankingOf, weighed } from '../../modules/findings/ranking';
import { sampleSubmission } from '../../stand-ins/agents/samples';

const sound = withComputed(
  sampleSubmission({ idea: 'A weekly newsletter on heat pumps', audience: null, geography: null }),
);
const WORDS = ['avoid', 'refine', 'pursue'] as const;
const even = (score: number) => DIMENSIONS.map(() => score);
const at = (score: number) => ({ score, recommendation: WORDS[score >= 70 ? 2 : score >= 45 ? 1 : 0] });

interface Made {
  scores: number[];
  effort?: Candidate['effort'];
  verdict?: Pick<Candidate['verdict'], 'score' | 'recommendation'>;
  statuses?: VerificationStatus[];
  rivals?: string[];
}

function candidate(i: number, { scores, effort = 'low', verdict, statuses, rivals = [] }: Made): Candidate {
  const dimensions = DIMENSIONS.map((name, place) => [name, { ...sound.dimensions[name], score: scores[place]! }]);
  const evidence = statuses?.map((status, place) => ({
    ...sound.evidence[0]!,
    evidenceId: `ev${place + 1}`,
    verification: { status, checkedAt: '2026-11-22T10:10:00.000Z', contentSha256: null },
  }));
  return {
    ...sound,
    candidateId: `c${i + 1}`,
    title: `Candidate ${i + 1}`,
    idea: 'An idea of some length',
    effort,
    dimensions: Object.fromEntries(dimensions) as Candidate['dimensions'],
    verdict: { ...sound.verdict, ...verdict },
    ...(evidence && { evidence }),
    competitors: rivals.map((url) => ({ ...sound.competitors[0]!, url })),
  };
}

// Draws from few distinct scores and efforts, so that ties are common. The rules would reject some of these verdicts.
const anyScore = fc.oneof(fc.constantFrom(40, 50), fc.nat(100));
const anyCandidate = fc.record({
  scores: fc.tuple(anyScore, anyScore, anyScore, anyScore, anyScore, anyScore, anyScore),
  effort: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
  verdict: fc.record({
    score: fc.oneof(anyScore, fc.constantFrom(44, 45, 69, 70)),
    recommendation: fc.constantFrom(...WORDS),
  }),
  statuses: fc.array(fc.constantFrom(...VERIFICATION_STATUSES), { maxLength: 8 }),
  rivals: fc.subarray(['tower', 'harbor', 'mill'].map((name) => `https://${name}.example/`)),
});
const anyCandidates = fc
  .array(anyCandidate, { minLength: 1, maxLength: 25 })
  .map((made) => made.map((each, i) => candidate(i, each)));
const anyOrder = anyCandidates.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
);

test('ranks each candidate or names the one that it repeats, in any order of completion', () => {
  fc.assert(
    fc.property(anyOrder, ([candidates, shuffled]) => {
      const { candidates: ranked, duplicates } = rankCandidates(candidates);
      expect(rankCandidates(shuffled)).toEqual({ candidates: ranked, duplicates });
      const ranking = rankingOf(ranked);
      expect(ranking.map(({ rank }) => rank)).toEqual(ranked.map((_, i) => i + 1));
      ranking.slice(1).forEach(({ score }, i) => expect(score).toBeLessThanOrEqual(ranking[i]!.score));
      const ids = [...ranking, ...duplicates].map(({ candidateId }) => candidateId);
      expect(ids.toSorted()).toEqual(candidates.map(({ candidateId }) => candidateId).toSorted());
      const byId = new Map(candidates.map((each) => [each.candidateId, each]));
      for (const { candidateId, sameAs } of duplicates) {
        expect(ranked.some((each) => each.candidateId === sameAs)).toBe(true);
        expect(isNearDuplicate(byId.get(candidateId)!, byId.get(sameAs!)!)).toBe(true);
      }
      const twins = ranked.filter((one, i) => ranked.slice(i + 1).some((other) => isNearDuplicate(one, other)));
      expect(twins).toEqual([]);
    }),
  );
});

test('orders verdicts like scores, and raises neither', () => {
  fc.assert(
    fc.property(anyCandidates, (candidates) => {
      const ranking = rankingOf(rankCandidates(candidates).candidates);
      for (const { score, recommendation, candidateId } of ranking) {
        expect(recommendation).toBe(at(score).recommendation);
        const { verdict } = candidates.find((each) => each.candidateId === candidateId)!;
        expect(WORDS.indexOf(recommendation!)).toBeLessThanOrEqual(WORDS.indexOf(verdict.recommendation));
        expect(score).toBeLessThanOrEqual(verdict.score);
      }
    }),
  );
});

test('ranks a fatal weakness below a modest candidate, however high its mean', () => {
  const fatal = candidate(0, { scores: [100, 100, 100, 100, 100, 100, 20], verdict: at(100) });
  const modest = candidate(1, { scores: even(50), effort: 'high', verdict: at(50) });
  const ranking = rankingOf(rankCandidates([fatal, modest]).candidates);
  expect(ranking).toMatchObject([
    { candidateId: 'c2', score: 50 },
    { candidateId: 'c1', score: 40 },
  ]);
});

test('deducts points for unverified quotations, and states their number', () => {
  const of = (statuses?: VerificationStatus[]) =>
    weighed(candidate(0, { scores: even(72), verdict: at(72), ...(statuses && { statuses }) }));
  expect(of(['verified', 'verified']).verdict).toMatchObject({ score: 72, recommendation: 'pursue' });
  const half = of(['verified', 'not_found']);
  expect(half.verdict).toMatchObject({ score: 63, recommendation: 'refine' });
  expect(half.limitations[0]).toContain('9 of 72 points were taken off');
  expect(of([]).verdict.score).toBe(54);
  // A deployment that does not check quotations treats all candidates alike.
  expect(of().verdict.score).toBe(72);
});

// Operator fit and acquisition have the same weight (15), and so do demand and monetization (20).
test.each<[string, number[], Candidate['effort'], number[], Candidate['effort']]>([
  ['mean', even(51), 'high', even(50), 'low'],
  ['fit', [50, 50, 50, 40, 60, 50, 50], 'high', [50, 50, 50, 60, 40, 50, 50], 'low'],
  ['effort', even(50), 'low', [60, 50, 40, 50, 50, 50, 50], 'high'],
  ['demand', [60, 50, 40, 50, 50, 50, 50], 'low', even(50), 'low'],
])('breaks a tie of scores by %s', (_, scores, effort, other, otherEffort) => {
  const [first, second] = [
    candidate(9, { scores, effort, verdict: at(50) }),
    candidate(2, { scores: other, effort: otherEffort, verdict: at(50) }),
  ];
  expect(rankCandidates([second, first]).candidates.map(({ candidateId }) => candidateId)).toEqual(['c10', 'c3']);
});

describe('one idea in other words', () => {
  const rivals = ['https://www.tower.example/', 'https://harbor.example/letter', 'https://mill.example/'];
  const idea = (title: string, text: string, audience: string, urls = rivals) => ({
    title,
    idea: text,
    audienceSegments: [{ name: audience, description: 'They read.', size: null, evidenceIds: [] }],
    competitors: urls.map((url) => ({ ...sound.competitors[0]!, url })),
  });
  const casebook = idea('Pump casebook', 'One heat pump installation taken apart', 'Installers of heat pumps');
  const sameRivals = ['https://tower.example', 'https://harbor.example/letter/'];

  test.each([
    ['the same rivals and readers', idea('Retrofits', 'A boiler replaced', 'Heat pump installers', sameRivals), true],
    ['the same rivals and words', idea('A pump casebook', 'One heat pump installation, taken apart', 'Craft'), true],
    ['the same rivals alone', idea('Grants', 'What the state pays', 'Owners'), false],
    ['no rival', { ...casebook, competitors: [] }, false],
  ])('is recognized by its rivals and its words or readers: %s', (_, other, isSame) => {
    expect([isNearDuplicate(casebook, other), isNearDuplicate(other, casebook)]).toEqual([isSame, isSame]);
  });
});

test('requires the requested number of candidates in a plan, all different', () => {
  const plan = (...titles: string[]) => ({
    candidates: titles.map((title, i) => ({
      title,
      idea: `A newsletter number ${i}`,
      audience: null,
      geography: null,
      effort: 'low' as const,
    })),
  });
  expect(planFlaws(plan('One', 'Two', 'Three'), 3)).toEqual([]);
  expect(planFlaws(plan('One', 'Two', 'Three'), 4)).toMatchObject([{ pointer: '/candidates' }]);
  expect(planFlaws(plan('Heat pumps', 'Two', 'heat-PUMPS!'), 3)).toMatchObject([{ pointer: '/candidates/2/title' }]);
});

const planned = (title: string, rest: Partial<PlannedCandidate> = {}): PlannedCandidate => ({
  title,
  idea: `${title}, told in full`,
  audience: null,
  geography: null,
  effort: 'low',
  ...rest,
});

/** Two candidates that have no words in common except in their titles. */
const titled = (one: string, other: string) =>
  [planned(one, { idea: 'First text of it' }), planned(other, { idea: 'Another content' })] as const;

/** True if two candidates are the same idea, checked in both directions. */
function areOne(one: PlannedCandidate, other: PlannedCandidate): boolean {
  const [topics, others] = [topicsOf(one), topicsOf(other)];
  expect(isReworded(others, topics)).toBe(isReworded(topics, others));
  return isReworded(topics, others);
}

test.each([
  ['Heat pump weekly for installers', 'The installer’s heat pump week'],
  ['Heat pump weekly for installers', 'A weekly on heat pumps for installers'],
  ['The installer’s heat pump week', 'A weekly on heat pumps for installers'],
  ['Heat-pump digest: for the installer', 'Installers’ HEAT PUMPS: in brief'],
  ['Installing heat pumps, month by month', 'The heat pump installer monthly'],
  ['Taxes for freelancers', 'Freelancer tax newsletter'],
  ['A letter on policy for cities', 'City policies bulletin'],
  ['News from wine importers', 'The wine importer’s dispatch'],
  ['The gardener’s week', 'Gardening: a weekly letter'],
  ['Wärmepumpen-Woche für Installateure', 'Der Wochenbrief über die Wärmepumpe für den Installateur'],
  ['La lettre des artisans boulangers', 'L’hebdo pour les boulangers artisans'],
  ['Boletín semanal de energía solar', 'La energía solar, carta de la semana'],
  ['Еженедельник об установке насосов', 'Установка насосов: новости недели'],
  ['施工業者のヒートポンプ週刊', 'ヒートポンプ施工業者ニュース'],
  ['העלון של מתקינים: משאבות חום', 'משאבות חום על מתקינים שבועי'],
  ['The weekly', 'Weekly, the'],
])('treats “%s” and “%s” as one idea', (one, other) => {
  expect(areOne(...titled(one, other))).toBe(true);
});

test.each([
  ['Heat pumps for installers', 'Heat pumps for homeowners'],
  ['Heat pumps for installers', 'Solar for installers'],
  ['Heat pump weekly for installers', 'Heat pump casebook for installers'],
  ['Tax letter for nurses', 'AI letter for nurses'],
  ['US tax for expats', 'UK tax for expats'],
  ['Pump prices for installers in Ohio', 'Pump prices for installers in Iowa'],
  ['Plants weekly', 'Planes weekly'],
  ['Beer for brewers', 'Bees for brewers'],
  ['Interior design for dentists', 'International design for dentists'],
  ['Care weekly', 'Cars weekly'],
  ['Sandbox candidate 1', 'Sandbox candidate 2'],
  ['The weekly', 'The monthly letter'],
  ['Wärmepumpen für Wohnungseigentümer', 'Wärmepumpen für Wohnungsmieter'],
  ['La lettre des boulangers', 'La lettre des bouchers'],
  ['施工業者のヒートポンプ週刊', '施工業者の太陽光週刊'],
  ['משאבות חום על מתקינים', 'משאבות חום על דיירים'],
  ['☀️☀️', '🌧️🌧️'],
])('treats “%s” and “%s” as two ideas', (one, other) => {
  expect(areOne(...titled(one, other))).toBe(false);
});

describe('ideas of one plan', () => {
  const idea = 'A weekly letter for installers of heat pumps: prices, permits and jobs, paid by wholesalers.';
  const moved = 'Weekly letter, paid by the wholesaler: jobs, permits and prices for the heat pump installer.';
  test.each<[string, PlannedCandidate, PlannedCandidate, boolean]>([
    ['one text in other words', planned('The Boiler Room', { idea }), planned('Warm Front', { idea: moved }), true],
    [
      'a longer title of mostly one text',
      planned('Heat pumps', { idea }),
      planned('Heat pump permits', { idea: `${moved} Also grants.` }),
      true,
    ],
    [
      'one text for another trade',
      planned('Heat pumps for installers', { idea }),
      planned('Solar for installers', { idea: idea.replace('heat pumps', 'solar roofs') }),
      false,
    ],
    [
      'readers with nothing in common',
      planned('Heat pump week', { audience: 'Installers' }),
      planned('Weekly on heat pumps', { audience: 'Owners of houses' }),
      false,
    ],
    [
      'another place',
      planned('Heat pump week', { geography: 'Austria' }),
      planned('Weekly on heat pumps', { geography: 'Norway' }),
      false,
    ],
  ])('%s', (_, one, other, same) => {
    expect(areOne(one, other)).toBe(same);
  });

  test("are sent back from the rule's edition on, while corrections are left", () => {
    const titles = ['Heat pump weekly for installers', 'Bees for beginners', 'The installer’s heat pump week'];
    const plan = { candidates: titles.map((title, i) => planned(title, { idea: `Text ${i} of a plan` })) };
    const [flaw, ...more] = planFlaws(plan, 3);
    expect(more).toEqual([]);
    expect(flaw).toMatchObject({ pointer: '/candidates/2' });
    expect(flaw!.detail).toMatch(/^rewords the idea of \/candidates\/0 .*: replace it/u);
    expect(planFlaws(plan, 3, 1)).toEqual([]);
    expect(planFlaws(plan, 3, 2, true)).toEqual([]);
  });
});
