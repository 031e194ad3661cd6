import { availableParallelism } from 'node:os';

/** Row of the table: a measured ratio, or a figure where there is no floor, and its target. */
export interface Row {
  name: string;
  ratio: number;
  /** Direction of the target: at least or at most; null where the figure is for the reader to judge. */
  target: { atLeast: number } | { atMost: number } | null;
  detail: string;
}

/** Median; for an even count the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Percentile: the value below which `share` of the numbers lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/**
 * Measures two candidates alternately, after `warmUps` rounds of each, and returns the figures of every round. What has
 * more code takes longer until V8 has compiled it: short rounds need several.
 */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
  warmUps = 1,
): Promise<{ ours: number[]; floor: number[]; ratio: number }> {
  for (let round = 0; round < warmUps; round++) {
    await ours();
    await floor();
  }
  const figures = { ours: [] as number[], floor: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    // The order alternates, so that neither always runs on the warmer machine.
    if (round % 2 === 0) figures.ours.push(await ours());
    figures.floor.push(await floor());
    if (round % 2 === 1) figures.ours.push(await ours());
  }
  return { ...figures, ratio: median(figures.ours.map((figure, round) => figure / figures.floor[round]!)) };
}

/** Prints rows as a table with what they were measured on; the last column says whether the target is met. */
export function printTable(rows: readonly Row[]): void {
  console.log(`Node ${process.version}, ${availableParallelism()} cores`);
  const lines = rows.map(({ name, ratio, target, detail }) => {
    if (!target) return [name, ratio.toFixed(2), '–', '', detail];
    const least = 'atLeast' in target;
    const bound = least ? target.atLeast : target.atMost;
    const met = least ? ratio >= bound : ratio <= bound;
    return [name, ratio.toFixed(2), `${least ? '>=' : '<='} ${bound}`, met ? 'met' : 'MISSED', detail];
  });
  const table = [['benchmark', 'ratio', 'target', '', 'figures (medians)'], ...lines];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
}
