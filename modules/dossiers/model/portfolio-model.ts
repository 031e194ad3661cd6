import { DIMENSIONS, type Candidate, type Findings, type PublishedParts } from '../../findings/contract/findings';
import type { Portfolio } from '../../findings/contract/portfolio';
import { rankingOf, shownScore } from '../../findings/ranking';
import { dimensionLabel } from '../../findings/verdict-words';
import { effortMap } from '../charts/effort-map';
import { breakEven, chartOf } from './economics-model';
import { firstPlace } from './first-place';
import { researchModel } from './research-model';
import { EXAMPLE_SOURCES, summaryModel } from './summary-model';
import { LEVELS, roundMoney } from './wording';

/** Descriptions of the tie-break rules, by their names in the API. */
const TIE_BREAKS: Record<string, string> = {
  'higher weighted mean': 'the better mean of the seven scores',
  'higher operatorFit': 'the better operator fit',
  'lower effort': 'less effort',
  'higher demand': 'more demand',
  'earlier candidateId in the plan': 'the order of the plan',
};

export type PortfolioModel = ReturnType<typeof portfolioModel>;

/** Builds the model from which both HTML and PDF render a portfolio. Pure. */
export function portfolioModel(findings: Pick<Findings, 'candidates'>, ranked: Portfolio | null, sample: boolean) {
  const candidates = findings.candidates ?? [];
  const ranking = ranked?.ranking ?? rankingOf(candidates);
  const shared = sharedLimitations(candidates);
  const details = new Map(candidates.map((candidate) => [candidate.candidateId, candidate]));
  const excluded = ranked?.excluded ?? [];
  const ideas = ranking.flatMap((entry) => {
    const candidate = details.get(entry.candidateId);
    return candidate ? [{ entry, candidate }] : [];
  });
  const shown = ideas.map(({ entry, candidate }) => {
    const limitations = candidate.limitations.filter((each) => !shared.has(each));
    return { ...candidateModel(candidate, entry, sample), limitations };
  });
  return {
    overview: overviewOf(shown, excluded.length, sample),
    why: firstPlace(ideas),
    lead: leadOf(ranked?.method.rankedBy === 'verdict', sample, ranking.length, excluded.length),
    /** True if the ranking is short enough to share a page with the sections about all ideas. */
    few: ranking.length <= 8,
    ranking: ranking.map((entry) => ({
      rank: entry.rank,
      title: entry.title,
      score: shownScore(entry.score),
      /** Length of the bar, in thousandths of a full bar. */
      length: Math.round(entry.score * 10),
      scores: DIMENSIONS.map((name) => entry.breakdown[name]),
      effort: LEVELS[entry.effort],
      ...likelyOf(details.get(entry.candidateId)),
    })),
    columns: DIMENSIONS.map((name) => dimensionLabel(name)),
    weights: ranked
      ? DIMENSIONS.map((name) => `${dimensionLabel(name)} ${Math.round(ranked.method.weights[name] * 100)}%`)
      : [],
    tieBreak: (ranked?.method.tieBreak ?? []).map((rule) => TIE_BREAKS[rule] ?? rule).join(', then '),
    excluded,
    /** Limitations shared by all ideas; each idea lists only its own. */
    limitations: [...shared],
    candidates: shown,
  };
}

type CandidateModel = ReturnType<typeof candidateModel>;

/** Limitations common to all candidates, if there are several. The document states them once. */
function sharedLimitations([first, ...others]: readonly Candidate[]): ReadonlySet<string> {
  if (!first || others.length === 0) return new Set();
  return new Set(first.limitations.filter((each) => others.every(({ limitations }) => limitations.includes(each))));
}

/** First page of a search: figures, and all ideas by score and effort. */
function overviewOf(candidates: readonly CandidateModel[], excluded: number, sample: boolean) {
  const pursued = candidates.filter(({ summary }) => summary.recommendation === 'pursue').length;
  const cited = candidates.reduce((sum, { evidence }) => sum + evidence.count, 0);
  const isChecked = candidates.some(({ evidence }) => evidence.verified !== null);
  const verified = candidates.reduce((sum, { evidence }) => sum + (evidence.verified ?? 0), 0);
  return {
    figures: [
      { value: String(candidates.length), label: candidates.length === 1 ? 'idea ranked' : 'ideas ranked' },
      { value: String(pursued), label: 'to pursue' },
      isChecked
        ? { value: `${verified} of ${cited}`, label: 'quotes verified' }
        : { value: String(cited), label: sample ? EXAMPLE_SOURCES : 'sources cited' },
      ...(excluded > 0 ? [{ value: String(excluded), label: 'not ranked' }] : []),
    ],
    map: effortMap(
      candidates.map(({ rank, value, summary, effort }) => ({
        ...{ rank, score: value, tone: summary.tone, effort: effort.rank },
      })),
    ),
    places: candidates.map(({ rank, title, summary: { score, label, tone }, effort }) => ({
      ...{ rank, title, score, label, tone, effort: effort.label },
    })),
  };
}

function candidateModel(candidate: Candidate, { rank, score }: Portfolio['ranking'][number], sample: boolean) {
  const research = researchModel(candidate, sample);
  const { evidence, competitors, profile } = research;
  return {
    rank,
    value: score,
    title: candidate.title,
    idea: candidate.idea,
    effort: LEVELS[candidate.effort],
    summary: summaryModel(candidate, { value: score, shown: shownScore(score) }, sample),
    profile,
    economics: candidate.unitEconomics ? chartOf(candidate.unitEconomics, 'narrow') : null,
    competitors: competitors.map(({ name, facts }) =>
      facts.length > 0 ? `${name} (${facts.slice(0, 2).join(', ').toLowerCase()})` : name,
    ),
    evidence,
    /** Full research, with the same sections as an Idea Check. The PDF prints it as an annex. */
    research,
  };
}

function likelyOf(candidate: PublishedParts | undefined) {
  const likely = candidate?.unitEconomics?.computed.likely;
  return {
    breakEven: likely ? breakEven(likely.breakEvenMonth) : null,
    perHour: likely ? roundMoney(likely.incomePerHourCents) : null,
  };
}

function leadOf(byVerdict: boolean, sample: boolean, ranked: number, excluded: number): string {
  const order = byVerdict ? 'Sorted by score, the highest first.' : 'Sorted by the weighted mean of seven scores.';
  const taken = byVerdict && !sample ? ' An idea loses points for quotes that we could not verify.' : '';
  const left =
    excluded === 0 ? '' : ` ${excluded} of ${ranked + excluded} planned ideas are not ranked; see below why.`;
  return order + taken + left;
}
