import { DIMENSIONS, type Candidate, type DimensionName } from '../../findings/contract/findings';
import type { Portfolio } from '../../findings/contract/portfolio';
import { weightedMean } from '../../findings/economics';
import { shownScore } from '../../findings/ranking';
import { dimensionLabel } from '../../findings/verdict-words';
import { LEVELS, roundMoney } from './wording';

type Entry = Portfolio['ranking'][number];

export interface RankedIdea {
  entry: Entry;
  candidate: Candidate;
}

/** Maximum number of scores that the text names as reasons for the lead. */
const LEADS = 2;

/** Describes the work per issue at each effort level of a planned candidate. */
const WORK = { low: 'a few hours', medium: 'about a day', high: 'several days' } as const;

/** Explains why the first idea ranks above the second; null if there is only one. `lead` joins the two titles. */
export function firstPlace([one, two, ...rest]: readonly RankedIdea[]) {
  if (!one || !two) return null;
  const points = one.entry.score - two.entry.score;
  const score = shownScore(one.entry.score);
  return {
    first: one.entry.title,
    lead: points > 0 ? `scores ${score}, ${pointsOf(points)} more than` : `scores ${score}, as does`,
    second: two.entry.title,
    reasons: [
      points === 0 && `It comes first for ${tieBreakOf(one, two)}.`,
      ...scalesOf(one.entry, two.entry),
      workOf(one.entry, two.entry),
      earnedOf(one.candidate, two.candidate),
      quickest(one.entry, [two, ...rest]),
    ].filter((reason) => typeof reason === 'string'),
  };
}

const pointsOf = (points: number) => (points === 1 ? '1 point' : `${shownScore(points)} points`);

/** Names the rule that broke a tie. Checks the ranking's rules in order. */
function tieBreakOf(one: RankedIdea, two: RankedIdea): string {
  const [a, b] = [one.entry, two.entry];
  if (weightedMean(one.candidate.dimensions) !== weightedMean(two.candidate.dimensions))
    return 'the better mean of its seven scores';
  if (a.fit !== b.fit) return 'its better operator fit';
  if (a.effort !== b.effort) return 'the smaller effort';
  return a.breakdown.demand === b.breakdown.demand ? 'its earlier place in the plan' : 'the higher demand';
}

function scalesOf(one: Entry, two: Entry): string[] {
  const ahead = DIMENSIONS.map((name) => ({ name, by: one.breakdown[name] - two.breakdown[name] }))
    .filter(({ by }) => by !== 0)
    .toSorted((a, b) => b.by - a.by);
  const scores = ({ name }: { name: DimensionName }, a: Entry, b: Entry) =>
    `${name === 'risk' ? 'low risk' : dimensionLabel(name).toLowerCase()} (${a.breakdown[name]} against ${b.breakdown[name]})`;
  const leads = ahead.filter(({ by }) => by > 0).slice(0, LEADS);
  const lags = ahead.filter(({ by }) => by < 0).slice(-1);
  return [
    leads.length > 0
      ? `It leads most on ${leads.map((each) => scores(each, one, two)).join(' and ')}.`
      : 'No single score explains it: the ranking also counts how well the quotes hold up.',
    lags[0] ? `Number 2 does better on ${scores(lags[0], two, one)}.` : 'Number 2 leads on no score.',
  ];
}

function workOf(one: Entry, two: Entry): string {
  return one.effort === two.effort
    ? `Both take ${WORK[one.effort]} of work for an issue.`
    : `An issue takes ${WORK[one.effort]} of work; number 2 takes ${WORK[two.effort]}.`;
}

function earnedOf(one: Candidate, two: Candidate): string | null {
  const [a, b] = [one, two].map(({ unitEconomics }) => unitEconomics?.computed.likely.incomePerHourCents);
  if (a === undefined || b === undefined || a === b) return null;
  return `In the likely case an hour of work brings in ${roundMoney(a)}, against ${roundMoney(b)} for number 2.`;
}

/** Recommends the best-ranked idea that needs less work than the first; null if there is none. */
function quickest(first: Entry, others: readonly RankedIdea[]): string | null {
  const less = others.find(({ entry }) => LEVELS[entry.effort].rank < LEVELS[first.effort].rank)?.entry;
  if (!less) return null;
  return `If you have less time, start with number ${less.rank}: ${WORK[less.effort]} for an issue, and a score of ${shownScore(less.score)}.`;
}
