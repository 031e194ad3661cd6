/** One line of the table: a measured ratio beside its target. */
export interface Row {
  name: string;
  ratio: number;
  /** Whether more (at least) or less (at most) is better. */
  target: { atLeast: number } | { atMost: number };
  detail: string;
}

/** The middle of some numbers; of an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value below which `share` of some numbers lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** Measures two things in turn, after one uncounted round of each, and gives the figures of every round. */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ ours: number[]; floor: number[]; ratio: number }> {
  await ours();
  await floor();
  const figures = { ours: [] as number[], floor: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    // The order changes from round to round, so that neither always has the warmer machine.
    if (round % 2 === 0) figures.ours.push(await ours());
    figures.floor.push(await floor());
    if (round % 2 === 1) figures.ours.push(await ours());
  }
  return { ...figures, ratio: median(figures.ours.map((figure, round) => figure / figures.floor[round]!)) };
}

/** Prints rows as one table; the last column says whether the target is met. */
export function printTable(rows: readonly Row[]): void {
  const lines = rows.map(({ name, ratio, target, detail }) => {
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
