import { placeOfCandidate } from '../contracts/candidates';
import { DIMENSIONS, type Candidate, type DimensionName } from '../contracts/findings';
import type { Portfolio } from '../contracts/portfolio';
import { FINDINGS_SCHEMA_VERSION } from '../contracts/versions';

/**
 * Weights of the dimensions in hundredths; their sum is 100. Demand and monetization weigh most, since nothing else
 * matters without readers or income; next the operator's skills and reach; then what is slow to change.
 */
export const RANKING_WEIGHTS: Record<DimensionName, number> = {
  demand: 20,
  competition: 10,
  monetization: 20,
  acquisition: 15,
  operatorFit: 15,
  sustainability: 10,
  risk: 10,
};

/** Tie-break rules for equal scores, in order; the last one always decides. */
export const TIE_BREAK = [
  'higher operatorFit',
  'lower effort',
  'higher demand',
  'earlier candidateId in the plan',
] as const;

/** How a portfolio says that it ranks. */
export const RANKING_METHOD: Portfolio['method'] = {
  weights: Object.fromEntries(
    DIMENSIONS.map((name) => [name, RANKING_WEIGHTS[name] / 100]),
  ) as Portfolio['method']['weights'],
  tieBreak: [...TIE_BREAK],
};

const EFFORT = { low: 1, medium: 2, high: 3 } as const;
const SEVERITY = { high: 1, medium: 2, low: 3 } as const;

type Entry = Portfolio['ranking'][number];

/** Weighted mean of the seven scores of a candidate, 0 to 100, exact to two decimals. */
export function portfolioScore(dimensions: Candidate['dimensions']): number {
  // Integer arithmetic until the last step: independent of machine and order.
  return DIMENSIONS.reduce((sum, name) => sum + RANKING_WEIGHTS[name] * dimensions[name].score, 0) / 100;
}

/** Score of a candidate as people read it, everywhere alike: with one decimal. */
export function shownScore(score: number): string {
  return score.toFixed(1);
}

/**
 * Ranks candidates that passed by score, then by {@link TIE_BREAK}. Pure, and independent of the order of its input.
 */
export function rankCandidates(candidates: readonly Candidate[]): Entry[] {
  return candidates
    .map(entryOf)
    .sort(compareEntries)
    .map((entry, i) => ({ ...entry, rank: i + 1 }));
}

/** Builds the portfolio of a search from the passed and the excluded candidates. Pure. */
export function portfolioOf(search: {
  runId: string;
  generatedAt: string;
  candidates: readonly Candidate[];
  excluded: Portfolio['excluded'];
}): Portfolio {
  return {
    schemaVersion: FINDINGS_SCHEMA_VERSION,
    runId: search.runId,
    generatedAt: search.generatedAt,
    method: RANKING_METHOD,
    ranking: rankCandidates(search.candidates),
    excluded: [...search.excluded].sort((a, b) => placeOfCandidate(a.candidateId) - placeOfCandidate(b.candidateId)),
  };
}

function entryOf({ candidateId, title, dimensions, effort, risks }: Candidate): Entry {
  const breakdown = Object.fromEntries(DIMENSIONS.map((name) => [name, dimensions[name].score]));
  return {
    rank: 0,
    candidateId,
    title,
    score: portfolioScore(dimensions),
    breakdown: breakdown as Entry['breakdown'],
    fit: dimensions.operatorFit.score,
    effort,
    risks: [...risks].sort((a, b) => SEVERITY[a.severity] - SEVERITY[b.severity]).map((risk) => risk.title),
  };
}

function compareEntries(a: Entry, b: Entry): number {
  return (
    b.score - a.score ||
    b.fit - a.fit ||
    EFFORT[a.effort] - EFFORT[b.effort] ||
    b.breakdown.demand - a.breakdown.demand ||
    placeOfCandidate(a.candidateId) - placeOfCandidate(b.candidateId)
  );
}
