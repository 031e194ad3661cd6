import { placeOfCandidate } from './candidates';
import { DIMENSIONS, type Candidate, type DimensionName } from './findings';
import type { Portfolio } from './portfolio';
import { FINDINGS_SCHEMA_VERSION } from './versions';

/**
 * What each dimension counts, in hundredths; together 100. Demand and monetization weigh most, since without readers or
 * income nothing else matters; what the operator brings and can reach comes next; then what is slow to change.
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

/** How equal scores are ordered, the first rule that tells them apart; the last one always does. */
export const TIE_BREAK = [
  'higher operatorFit',
  'lower effort',
  'higher demand',
  'earlier candidateId in the plan',
] as const;

const EFFORT = { low: 1, medium: 2, high: 3 } as const;
const SEVERITY = { high: 1, medium: 2, low: 3 } as const;

type Entry = Portfolio['ranking'][number];

/** Weighted mean of the seven scores of a candidate, 0 to 100, exact to two decimals. */
export function portfolioScore(dimensions: Candidate['dimensions']): number {
  // Whole numbers until the last step: the same on every machine and in every order.
  return DIMENSIONS.reduce((sum, name) => sum + RANKING_WEIGHTS[name] * dimensions[name].score, 0) / 100;
}

/**
 * Ranks candidates that passed: the highest score first, equal scores by {@link TIE_BREAK}. Pure, and independent of the
 * order in which the candidates come.
 */
export function rankCandidates(candidates: readonly Candidate[]): Entry[] {
  return candidates
    .map(entryOf)
    .sort(byMerit)
    .map((entry, i) => ({ ...entry, rank: i + 1 }));
}

/** The portfolio of a search, from what passed and what was excluded. Pure. */
export function portfolioOf(search: {
  runId: string;
  generatedAt: string;
  candidates: readonly Candidate[];
  excluded: Portfolio['excluded'];
}): Portfolio {
  const weights = Object.fromEntries(DIMENSIONS.map((name) => [name, RANKING_WEIGHTS[name] / 100]));
  return {
    schemaVersion: FINDINGS_SCHEMA_VERSION,
    runId: search.runId,
    generatedAt: search.generatedAt,
    method: { weights: weights as Portfolio['method']['weights'], tieBreak: [...TIE_BREAK] },
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

function byMerit(a: Entry, b: Entry): number {
  return (
    b.score - a.score ||
    b.fit - a.fit ||
    EFFORT[a.effort] - EFFORT[b.effort] ||
    b.breakdown.demand - a.breakdown.demand ||
    placeOfCandidate(a.candidateId) - placeOfCandidate(b.candidateId)
  );
}
