import { setTimeout as sleep } from 'node:timers/promises';

/** CPU of this process while `work` is done, in milliseconds; what others do on the machine does not count. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * The least that `work` costs in some looks, so that compilers, caches and collectors of garbage do not count; looks no
 * longer once it was below `enough`.
 */
export async function leastCpu(work: () => unknown, { looks = 5, enough = 0 } = {}): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < looks && least >= enough; i++) least = Math.min(least, await cpuOf(work));
  return least;
}

/** An input whose cost may grow no faster than its size. */
export interface Sized {
  name: string;
  /** Largest size that is permitted. */
  most: number;
  read(size: number): unknown;
}

/** Four times the input may cost this many times as much: linear work has 4, quadratic 16. */
const MOST_GROWTH = 8;
/** A flaw is one each time; what a busy machine adds is not, a moment later. */
const ATTEMPTS = 5;
/** Below this many times the cost of nothing, no growth can be told from noise, and none matters. */
const CLEAR = 20;

/** How many times the CPU four times the input costs, above what nothing costs; null where that cannot be told. */
async function growthOf({ most, read }: Sized, nothing: number): Promise<number | null> {
  const whole = await leastCpu(() => read(most), { enough: CLEAR * nothing });
  if (whole < CLEAR * nothing) return null;
  const quarter = await leastCpu(() => read(Math.floor(most / 4)));
  return (whole - nothing) / Math.max(quarter - nothing, whole / 40);
}

/** The inputs whose cost grows too fast, with their growth. `nothing` is what an empty input costs, in milliseconds. */
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
