import { setTimeout as sleep } from 'node:timers/promises';

/** CPU of this process while `work` is done, in milliseconds: what others do on the machine counts as none. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * The least that `work` cost in `looks` looks, so that compilers, collectors of garbage and caches of others count as
 * none; looks no longer once it was below `enough` milliseconds.
 */
export async function leastCpu(work: () => unknown, { looks = 5, enough = 0 } = {}): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < looks && least > enough; i++) least = Math.min(least, await cpuOf(work));
  return least;
}

/** What a pattern costs that everybody knows to be quadratic: 150 ms on a quiet core of the slower kind. */
const quadratic = () => void /\s+$/.test(`${' '.repeat(16_384)}x`);

/** Twenty milliseconds; on a core that is slower now than a quiet one of the slower kind, as much longer as it is. */
export async function twentyMs(): Promise<number> {
  return Math.max(20, (await leastCpu(quadratic, { looks: 3 })) / 7);
}

/**
 * The power of its size with which a cost grows: the median of the slopes between all pairs of sizes (Theil and Sen), so
 * that one bad look decides nothing. One is linear, two quadratic.
 */
export function powerOf(costs: readonly { size: number; cost: number }[]): number {
  const slopes = costs.flatMap((a, i) =>
    costs.slice(i + 1).map((b) => Math.log(b.cost / a.cost) / Math.log(b.size / a.size)),
  );
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)]!;
}

/** Highest power that counts as linear: at 1.5 a cost is nearly three times as high for twice the size. */
const LINEAR = 1.5;

/** What is wrong with a cost: its milliseconds at the largest size, and the power with which it grows. */
export interface CostFlaw {
  ms: number;
  power: number | null;
}

/** An input whose cost is measured. */
export interface Measured {
  /** Largest size that is permitted. */
  most: number;
  /** Reads input of a size. */
  read(size: number): unknown;
  /** What it costs to read nothing, in milliseconds. */
  nothing: number;
  /** What the largest may cost above that, on the core as it is now; Infinity where only the growth counts. */
  limit(): number | Promise<number>;
}

/** What is a flaw is one each time; what a busy machine adds is not, a moment later. */
const TIMES = 5;
const A_MOMENT_MS = 1_000;

/**
 * Null where input of the largest size costs no more than its limit, and no more than twice as much as half of it. What
 * is within `cheap` milliseconds of nothing is neither measured again nor compared: no growth can be read from it.
 */
export async function flawOfCost(input: Measured, cheap: number): Promise<CostFlaw | null> {
  let flaw: CostFlaw | null = null;
  for (let i = 0; i < TIMES; i++) {
    if (i > 0) await sleep(A_MOMENT_MS);
    flaw = await measuredFlaw(input, cheap);
    if (!flaw) return null;
  }
  return flaw;
}

async function measuredFlaw({ most, read, nothing, limit }: Measured, cheap: number): Promise<CostFlaw | null> {
  const above = async (size: number, enough = 0) =>
    (await leastCpu(() => read(Math.floor(size)), { enough: nothing + enough })) - nothing;
  const ms = await above(most, cheap);
  if (ms <= cheap) return null;
  const costs = [{ size: most, cost: ms }];
  for (const size of [most / 2, most / 4, most / 8]) costs.push({ size, cost: await above(size) });
  const clear = costs.filter(({ cost }) => cost > Math.max(cheap, nothing) / 4);
  const power = clear.length < 3 ? null : powerOf(clear);
  return ms > (await limit()) || (power !== null && power > LINEAR) ? { ms, power } : null;
}
