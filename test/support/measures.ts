import { setTimeout as sleep } from 'node:timers/promises';

/** CPU time that this process uses during `work`, in milliseconds. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Minimum CPU cost of `work` over several measurements, which excludes compilation, cold caches and garbage collection.
 * Stops measuring once the cost is below `enough`.
 */
export async function leastCpu(work: () => unknown, { looks = 5, enough = 0 } = {}): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < looks && least >= enough; i++) least = Math.min(least, await cpuOf(work));
  return least;
}

/** An input whose cost may grow at most linearly with its size. */
export interface Sized {
  name: string;
  /** Maximum input size that the product permits. */
  most: number;
  read(size: number): unknown;
}

/** Limit for the growth in cost when the input grows fourfold. Linear work grows by 4, quadratic work by 16. */
const MOST_GROWTH = 8;
/** A real problem shows in every attempt; noise on a busy machine does not. */
const ATTEMPTS = 5;
/** Costs below this multiple of an empty input's cost are ignored: they are too small to matter or to measure. */
const CLEAR = 20;

/**
 * Growth factor of the CPU cost for a fourfold input, after subtracting an empty input's cost. Null if the cost is too
 * small to measure.
 */
async function growthOf({ most, read }: Sized, nothing: number): Promise<number | null> {
  const whole = await leastCpu(() => read(most), { enough: CLEAR * nothing });
  if (whole < CLEAR * nothing) return null;
  const quarter = await leastCpu(() => read(Math.floor(most / 4)));
  return (whole - nothing) / Math.max(quarter - nothing, whole / 40);
}

/** Inputs whose cost grows too fast, each with its growth. `nothing` is the cost of an empty input in milliseconds. */
export async function growingTooFast(inputs: readonly Sized[], nothing: number) {
  const found: { name: string; growth: number }[] = [];
  for (const input of inputs) {
    let growth = await growthOf(input, nothing);
    for (let i = 1; growth !== null && growth > MOST_GROWTH && i < ATTEMPTS; i++) {
      await sleep(1_000);
      growth = await growthOf(input, nothing);
    }
    if (growth !== null && growth > MOST_GROWTH) found.push({ name: input.name, growth });
  }
  return found;
}

/** Probability of a false positive: two samples of one distribution reported as different. */
const FALSE_ALARM = 1e-5;

/**
 * Tests whether two samples come from different distributions (two-sample Kolmogorov–Smirnov test). Only the order of
 * values counts, so the machine may be slow or busy if the samples were interleaved.
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
