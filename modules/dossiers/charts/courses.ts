import { html, type Markup } from '../../../base/html';
import { at, axisName, label, labels, type Chart, type ChartTheme } from './chart';

/** One scenario for the first year. `cumulativeCents` is the total result at the end of each month. */
export interface DrawnCase {
  name: 'cautious' | 'likely' | 'optimistic';
  label: string;
  cumulativeCents: readonly number[];
  breakEvenMonth: number | null;
}

/** Plot area of each drawing. The narrow drawing is half as wide but keeps the font size, so that it stays legible. */
const FRAMES = {
  wide: { left: 66, top: 26, width: 400, height: 200 },
  narrow: { left: 60, top: 26, width: 226, height: 158 },
};
const WIDTH = 580;
/** Space to the right of the plot for case names, and below it for months. */
const BESIDE = { right: 114, below: 50 };
const LINES: Record<DrawnCase['name'], { color: (theme: ChartTheme) => string; dash: string; width: number }> = {
  cautious: { color: (theme) => theme.bad, dash: '6 4', width: 2 },
  likely: { color: (theme) => theme.accent, dash: '', width: 3 },
  optimistic: { color: (theme) => theme.good, dash: '2 4', width: 2 },
};
const LABEL_HEIGHT = 15;

/** Plots the cumulative result by month in three cases. A ring marks the break-even month. */
export function economicsChart(
  cases: readonly DrawnCase[],
  money: (cents: number) => string,
  size: keyof typeof FRAMES = 'wide',
): Chart {
  const frame = FRAMES[size];
  const foot = frame.top + frame.height;
  const across = (height: number) => `M${frame.left} ${at(height)}h${frame.width}`;
  const values = cases.flatMap(({ cumulativeCents }) => cumulativeCents);
  const step = niceStep(Math.min(0, ...values), Math.max(0, ...values));
  const [low, high] = [Math.floor(Math.min(0, ...values) / step), Math.ceil(Math.max(0, ...values) / step)];
  const months = Math.max(...cases.map(({ cumulativeCents }) => cumulativeCents.length));
  const x = (month: number) => frame.left + (month / months) * frame.width;
  const y = (cents: number) => frame.top + ((high * step - cents) / ((high - low) * step)) * frame.height;
  const levels = Array.from({ length: high - low + 1 }, (_, i) => (low + i) * step);
  const quarters = Array.from({ length: Math.floor(months / 3) }, (_, i) => (i + 1) * 3);
  const ends = spread(
    cases.map(({ cumulativeCents }) => y(cumulativeCents.at(-1)!) + 4),
    foot,
  );
  return (theme) => ({
    width: frame.left + frame.width + BESIDE.right,
    height: foot + BESIDE.below,
    label: `Result since the start, by month: ${cases.map((one) => inWords(one, money)).join('; ')}.`,
    body: [
      label(frame.left, 12, 'Result since the start', { fill: theme.soft, size: 12 }),
      html`<path d="${levels.map((cents) => across(y(cents))).join('')}" stroke="${theme.line}" />`,
      html`<path d="${across(y(0))}" stroke="${theme.soft}" />`,
      labels(
        { fill: theme.soft, size: 11, anchor: 'end' },
        levels.map((cents) => ({ x: frame.left - 8, y: y(cents) + 4, text: money(cents) })),
      ),
      labels(
        { fill: theme.soft, size: 11, anchor: 'middle' },
        quarters.map((month) => ({ x: x(month), y: foot + 18, text: month })),
      ),
      axisName(theme, 'Month', frame.left + frame.width / 2, foot + 42),
      cases.map((one, i) => [
        caseLine(one, x, y, theme),
        endLabel(one, [frame.left + frame.width + 8, ends[i]!], money, theme),
      ]),
    ],
  });
}

function caseLine(
  { name, cumulativeCents, breakEvenMonth }: DrawnCase,
  x: (month: number) => number,
  y: (cents: number) => number,
  theme: ChartTheme,
): Markup[] {
  const { color, dash, width } = LINES[name];
  const points = cumulativeCents.map((cents, i) => `${at(x(i + 1))} ${at(y(cents))}`).join('L');
  const drawn = html`<path
    d="M${points}"
    fill="none"
    stroke="${color(theme)}"
    stroke-width="${width}"
    ${dash && html`stroke-dasharray="${dash}"`}
    stroke-linejoin="round"
  />`;
  if (breakEvenMonth === null) return [drawn];
  const [cx, cy] = [at(x(breakEvenMonth)), at(y(cumulativeCents[breakEvenMonth - 1] ?? 0))];
  const stroke = color(theme);
  return [
    drawn,
    html`<circle cx="${cx}" cy="${cy}" r="4.5" fill="${theme.paper}" stroke="${stroke}" stroke-width="2" />`,
  ];
}

function endLabel(
  { name, label: text, cumulativeCents }: DrawnCase,
  [x, y]: [x: number, y: number],
  money: (cents: number) => string,
  theme: ChartTheme,
) {
  return label(x, y, `${text} ${money(cumulativeCents.at(-1)!)}`, {
    fill: LINES[name].color(theme),
    size: 12,
    ...(name === 'likely' && { weight: 600 }),
  });
}

/**
 * Moves overlapping labels down, starting at the top. Then moves all of them up if the lowest is too far below `foot`.
 */
function spread(wanted: number[], foot: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = [...wanted];
  order.forEach((index, i) => {
    const above = order[i - 1];
    if (above !== undefined) placed[index] = Math.max(placed[index]!, placed[above]! + LABEL_HEIGHT);
  });
  const beyond = Math.max(0, ...placed.map((y) => y - (foot + LABEL_HEIGHT)));
  return placed.map((y) => y - beyond);
}

/** Step between grid lines: a fifth of the range, rounded up to 1, 2 or 5 times a power of ten. */
function niceStep(low: number, high: number): number {
  const rough = Math.max(100, (high - low) / 5);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough)!;
}

function inWords(
  { label: name, cumulativeCents, breakEvenMonth }: DrawnCase,
  money: (cents: number) => string,
): string {
  const end = `${name.toLowerCase()} ${money(cumulativeCents.at(-1)!)} after ${cumulativeCents.length} months`;
  return breakEvenMonth === null ? `${end}, not even by then` : `${end}, even from month ${breakEvenMonth}`;
}

/** Point of a trend. `month` is a count from a fixed start; `period` is the point's label. */
interface TrendPoint {
  month: number;
  period: string;
  value: number;
}

const TREND = { left: 14, top: 34, width: 552, height: 120 };
const TREND_HEIGHT = 186;

/**
 * Draws a line chart over time that labels the first, highest and last values. Expects at least two points, in order.
 */
export function trendChart(points: readonly TrendPoint[], count: (value: number) => string): Chart {
  const [first, last] = [points[0]!, points.at(-1)!];
  const most = Math.max(1, ...points.map(({ value }) => value));
  const highest = points.find(({ value }) => value === most);
  const x = ({ month }: TrendPoint) =>
    TREND.left + ((month - first.month) / Math.max(1, last.month - first.month)) * TREND.width;
  const y = ({ value }: TrendPoint) => TREND.top + (1 - value / most) * TREND.height;
  const line = points.map((point) => `${at(x(point))},${at(y(point))}`).join(' ');
  const bottom = TREND.top + TREND.height;
  const inner = highest && highest !== first && highest !== last ? [highest] : [];
  return (theme) => ({
    width: WIDTH,
    height: TREND_HEIGHT,
    label: `From ${count(first.value)} in ${first.period} to ${count(last.value)} in ${last.period}, at most ${count(most)}.`,
    body: [
      html`<polygon
        points="${at(TREND.left)},${bottom} ${line} ${at(TREND.left + TREND.width)},${bottom}"
        fill="${theme.track}"
      />`,
      html`<path d="M${TREND.left} ${bottom}h${TREND.width}" stroke="${theme.soft}" />`,
      html`<polyline
        points="${line}"
        fill="none"
        stroke="${theme.accent}"
        stroke-width="2.5"
        stroke-linejoin="round"
      />`,
      label(x(first), y(first) - 8, count(first.value), { fill: theme.ink, size: 12 }),
      label(x(last), y(last) - 8, count(last.value), { fill: theme.ink, size: 12, anchor: 'end', weight: 600 }),
      labels(
        { fill: theme.ink, size: 12, anchor: 'middle' },
        inner.map((point) => ({ x: x(point), y: y(point) - 8, text: count(point.value) })),
      ),
      label(TREND.left, TREND_HEIGHT - 10, first.period, { fill: theme.soft, size: 11 }),
      label(TREND.left + TREND.width, TREND_HEIGHT - 10, last.period, { fill: theme.soft, size: 11, anchor: 'end' }),
    ],
  });
}
