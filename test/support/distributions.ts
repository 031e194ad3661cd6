/** Chance to call two samples of the same distribution different. */
const FALSE_ALARM = 1e-5;

/**
 * Whether two samples come from different distributions: the two-sample Kolmogorov–Smirnov test. It looks at order only, so it
 * holds on a slow or a busy machine as long as the samples were taken by turns.
 */
export function differ(a: readonly number[], b: readonly number[]): boolean {
  const critical = Math.sqrt((-Math.log(FALSE_ALARM / 2) / 2) * ((a.length + b.length) / (a.length * b.length)));
  return largestDistance(a, b) > critical;
}

function largestDistance(a: readonly number[], b: readonly number[]): number {
  const share = (sample: readonly number[], limit: number) =>
    sample.filter((value) => value <= limit).length / sample.length;
  return Math.max(...[...a, ...b].map((limit) => Math.abs(share(a, limit) - share(b, limit))));
}
