/** Agreement with the labelled pairs of claims, in percent, below which a model is not used as the second reader. */
export const LEAST_AGREEMENT = 90;

/** Models that were measured (`npm run evals -- --claims`), with their agreement in percent and the day. */
export const MEASURED_READERS: Readonly<Record<string, { agreement: number; day: string }>> = {};
