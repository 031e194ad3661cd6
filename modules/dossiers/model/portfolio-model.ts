import { DIMENSIONS, type Candidate, type Findings, type PublishedParts } from '../../findings/contract/findings';
import type { Portfolio } from '../../findings/contract/portfolio';
import { rankingOf, shownScore } from '../../findings/ranking';
import { dimensionLabel } from '../../findings/verdict-words';
import { breakEven, chartOf } from './economics-model';
import { researchModel } from './research-model';
import { EXAMPLE_SOURCES, summaryModel } from './summary-model';
import { firstSentence } from './text';
import { LEVELS, formatCents } from './wording';

/** Rules that decide between equal scores, in words; the ranking names them as the API does. */
const TIE_BREAKS: Record<string, string> = {
  'higher weighted mean': 'the better mean of the seven scores',
  'higher operatorFit': 'the better operator fit',
  'lower effort': 'less effort',
  'higher demand': 'more demand',
  'earlier candidateId in the plan': 'the earlier place in the plan',
};

/** Content of a search: the comparison, then each candidate. */
export type PortfolioModel = ReturnType<typeof portfolioModel>;

/** Builds the model from which both HTML and PDF render a portfolio. Pure. */
export function portfolioModel(findings: Pick<Findings, 'candidates'>, ranked: Portfolio | null, sample: boolean) {
  const candidates = findings.candidates ?? [];
  const ranking = ranked?.ranking ?? rankingOf(candidates);
  const shared = sharedLimitations(candidates);
  const details = new Map(candidates.map((candidate) => [candidate.candidateId, candidate]));
  const excluded = ranked?.excluded ?? [];
  const shown = ranking.flatMap((entry) => {
    const candidate = details.get(entry.candidateId);
    if (!candidate) return [];
    const limitations = candidate.limitations.filter((each) => !shared.has(each));
    return [{ ...candidateModel(candidate, entry, sample), limitations }];
  });
  return {
    overview: overviewOf(shown, excluded.length, sample),
    lead: leadOf(ranked?.method.rankedBy === 'verdict', sample, ranking.length, excluded.length),
    ranking: ranking.map((entry) => ({
      rank: entry.rank,
      title: entry.title,
      score: shownScore(entry.score),
      /** Length of the bar in thousandths. */
      length: Math.round(entry.score * 10),
      scores: DIMENSIONS.map((name) => entry.breakdown[name]),
      effort: LEVELS[entry.effort],
      ...likelyOf(details.get(entry.candidateId)),
      mainRisk: entry.risks[0] ?? null,
    })),
    columns: DIMENSIONS.map((name) => dimensionLabel(name)),
    weights: ranked
      ? DIMENSIONS.map((name) => `${dimensionLabel(name)} ${Math.round(ranked.method.weights[name] * 100)} %`)
      : [],
    tieBreak: (ranked?.method.tieBreak ?? []).map((rule) => TIE_BREAKS[rule] ?? rule).join(', then '),
    excluded,
    candidates: shown,
  };
}

type CandidateModel = ReturnType<typeof candidateModel>;

/** Limitations of every candidate of several: the document says them once. */
function sharedLimitations([first, ...others]: readonly Candidate[]): ReadonlySet<string> {
  if (!first || others.length === 0) return new Set();
  return new Set(first.limitations.filter((each) => others.every(({ limitations }) => limitations.includes(each))));
}

/** Number of candidates that the first page introduces. */
const INTRODUCED = 3;

/** First page of a search: its figures, and the best candidates in a sentence or two. */
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
        ? { value: `${verified} of ${cited}`, label: 'quotations verified' }
        : { value: String(cited), label: sample ? EXAMPLE_SOURCES : 'sources cited' },
      ...(excluded > 0 ? [{ value: String(excluded), label: 'not ranked' }] : []),
    ],
    best: candidates.slice(0, INTRODUCED).map(({ rank, title, summary }) => ({
      rank,
      title,
      ...summary,
      rationale: summary.rationale.slice(0, 1).map((text) => firstSentence(text, 320)),
    })),
  };
}

function candidateModel(candidate: Candidate, { rank, score }: Portfolio['ranking'][number], sample: boolean) {
  const research = researchModel(candidate, sample);
  const { evidence, competitors, profile } = research;
  return {
    rank,
    title: candidate.title,
    idea: candidate.idea,
    effort: LEVELS[candidate.effort],
    summary: summaryModel(candidate, { value: score, shown: shownScore(score) }, sample),
    profile,
    economics: candidate.unitEconomics ? chartOf(candidate.unitEconomics) : null,
    competitors: competitors.map(({ name, facts }) => [name, ...facts.slice(0, 2)].join(', ')),
    evidence,
    /** All that an Idea Check would hold; the PDF has it as an annex. */
    research,
  };
}

/** Figures of the likely case for the comparison; null without economics. */
function likelyOf(candidate: PublishedParts | undefined) {
  const likely = candidate?.unitEconomics?.computed.likely;
  return {
    breakEven: likely ? breakEven(likely.breakEvenMonth) : null,
    perHour: likely ? formatCents(likely.incomePerHourCents) : null,
  };
}

function leadOf(byVerdict: boolean, sample: boolean, ranked: number, excluded: number): string {
  const left = excluded === 0 ? '' : ` ${excluded} of ${ranked + excluded} planned candidates are not ranked.`;
  const order = byVerdict
    ? `by the score of their verdict${sample ? '' : ', from which points are taken where quotations were not verified'}`
    : 'by the weighted mean of their seven scores';
  return `Candidates ${order}, the highest first.${left}`;
}
