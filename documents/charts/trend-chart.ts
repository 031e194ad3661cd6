import { html } from '../../platform/html';
import { at, label, labels, type Chart } from './chart';

/** Point of a trend: when, as a number of months, and how much. */
export interface TrendPoint {
  month: number;
  period: string;
  value: number;
}

const PLOT = { left: 14, top: 34, width: 552, height: 120 };
const WIDTH = 580;
const HEIGHT = 186;

/** Course of a number over time, from zero, with its first, its highest and its last value. Expects two points or more, in order. */
export function trendChart(points: readonly TrendPoint[], count: (value: number) => string): Chart {
  const [first, last] = [points[0]!, points.at(-1)!];
  const most = Math.max(1, ...points.map(({ value }) => value));
  const highest = points.find(({ value }) => value === most);
  const x = ({ month }: TrendPoint) =>
    PLOT.left + ((month - first.month) / Math.max(1, last.month - first.month)) * PLOT.width;
  const y = ({ value }: TrendPoint) => PLOT.top + (1 - value / most) * PLOT.height;
  const line = points.map((point) => `${at(x(point))},${at(y(point))}`).join(' ');
  const bottom = PLOT.top + PLOT.height;
  const inner = highest && highest !== first && highest !== last ? [highest] : [];
  return (theme) => ({
    width: WIDTH,
    height: HEIGHT,
    label: `From ${count(first.value)} in ${first.period} to ${count(last.value)} in ${last.period}, at most ${count(most)}.`,
    body: [
      html`<polygon
        points="${at(PLOT.left)},${bottom} ${line} ${at(PLOT.left + PLOT.width)},${bottom}"
        fill="${theme.track}"
      />`,
      html`<path d="M${PLOT.left} ${bottom}h${PLOT.width}" stroke="${theme.soft}" />`,
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
      label(PLOT.left, HEIGHT - 10, first.period, { fill: theme.soft, size: 11 }),
      label(PLOT.left + PLOT.width, HEIGHT - 10, last.period, { fill: theme.soft, size: 11, anchor: 'end' }),
    ],
  });
}
