import { DIMENSIONS, type DimensionName } from '../../contracts/findings';
import type { Portfolio } from '../../contracts/portfolio';
import { DIMENSION_WORDING, LEVELS } from './wording';

/** Heads of the narrow columns of the comparison; the weights beside the table spell them out. */
const SHORT: Record<DimensionName, string> = {
  demand: 'Dem.',
  competition: 'Comp.',
  monetization: 'Mon.',
  acquisition: 'Acq.',
  operatorFit: 'Fit',
  sustainability: 'Sust.',
  risk: 'Risk',
};

/** What the portfolio page of a search shows. */
export type PortfolioModel = ReturnType<typeof portfolioModel>;

/** The view of a portfolio from which HTML and PDF are both made. Pure. */
export function portfolioModel({ ranking, excluded, method }: Portfolio) {
  return {
    lead: leadOf(ranking.length, excluded.length),
    ranking: ranking.map(({ rank, title, score, breakdown, effort, risks }) => ({
      rank,
      title,
      score: score.toFixed(1),
      /** Length of the bar, in thousandths. */
      length: Math.round(score * 10),
      scores: DIMENSIONS.map((name) => breakdown[name]),
      effort: LEVELS[effort],
      mainRisk: risks[0] ?? null,
    })),
    columns: DIMENSIONS.map((name) => ({
      short: SHORT[name],
      label: DIMENSION_WORDING[name].label,
      weight: `${Math.round(method.weights[name] * 100)} %`,
    })),
    tieBreak: method.tieBreak.join(', then '),
    excluded,
  };
}

function leadOf(ranked: number, excluded: number): string {
  const left = excluded === 0 ? '' : ` ${excluded} of ${ranked + excluded} planned candidates could not be ranked.`;
  return `Candidates by the weighted mean of their seven scores, the highest first.${left} Verdict and scores of this dossier are those of the first.`;
}
