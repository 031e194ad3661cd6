/** Probability of a false positive: two samples of one distribution called different. */
const FALSE_ALARM = 1e-5;

/**
 * Tests whether two samples come from different distributions (two-sample Kolmogorov–Smirnov). Only the order of values
 * counts, so it works on a slow or busy machine if the samples were interleaved.
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
