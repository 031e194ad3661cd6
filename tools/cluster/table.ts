import { groupBy } from '../../domain/group-by';
import { percentile, type Tally } from './tally';

const seconds = (ms: number | null | undefined) => (ms === null || ms === undefined ? '–' : (ms / 1_000).toFixed(1));

/** A drill as a table: a row for each step, and one for the whole. Times are seconds, as callers saw them. */
export function drillTable(tally: Tally): string {
  const steps = [...new Set(tally.asked.map(({ step }) => step))];
  const rows = [...steps.map((step) => row(tally, step, [step])), row(tally, 'all', steps)];
  const head = ['step', 'asked', 'ended', 'p50', 'p95', 'slowest', 'repeated', 'replaced in'];
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((cells) => cells[column]!.length)));
  const aligned = (cells: string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ');
  return [...table.map(aligned), '', ...steps.map((step) => whyRepeated(tally, step))].join('\n').trimEnd();
}

/** Answers because of which requests were repeated in a step, with how often, as a line. */
function whyRepeated(tally: Tally, step: string): string {
  const found = groupBy(
    tally.repeated.filter((each) => each.step === step),
    ({ why }) => why,
  );
  return `${step}: repeated for ${[...found].map(([why, all]) => `${why} (${all.length})`).join(', ') || 'nothing'}`;
}

function row(tally: Tally, name: string, steps: string[]): string[] {
  const asked = tally.asked.filter(({ step }) => steps.includes(step));
  const times = asked.flatMap(({ what, tookMs }) => (what === 'evaluation' && tookMs !== null ? [tookMs] : []));
  const repeated = tally.repeated.filter(({ step }) => steps.includes(step));
  const replaced = steps.flatMap((step) => tally.replacedMs.get(step) ?? []);
  return [
    name,
    String(asked.length),
    String(asked.filter(({ tookMs }) => tookMs !== null).length),
    ...[0.5, 0.95, 1].map((share) => seconds(percentile(times, share))),
    String(repeated.length),
    seconds(replaced.length > 0 ? Math.max(...replaced) : null),
  ];
}
