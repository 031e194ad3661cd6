import { DIMENSIONS, type Candidate, type DimensionName } from '../contracts/findings';

/**
 * Weights of the dimensions in hundredths; their sum is 100. Demand and monetization weigh most, since nothing else
 * matters without readers or income; next the operator's skills and reach; then what is slow to change.
 */
export const DIMENSION_WEIGHTS: Record<DimensionName, number> = {
  demand: 20,
  competition: 10,
  monetization: 20,
  acquisition: 15,
  operatorFit: 15,
  sustainability: 10,
  risk: 10,
};

/** Weighted mean of the seven scores of an idea, 0 to 100, exact to two decimals. */
export function weightedMean(dimensions: Candidate['dimensions']): number {
  // Integer arithmetic until the last step: independent of machine and order.
  return DIMENSIONS.reduce((sum, name) => sum + DIMENSION_WEIGHTS[name] * dimensions[name].score, 0) / 100;
}
