import { scaleBand, scaleLinear } from 'd3-scale';
import { html, type Markup } from '../../platform/html';

/** Bar of a chart: its name, as the reader knows it, and its amount. */
export interface Bar {
  label: string;
  value: number;
}

const WIDTH = 720;
const HEIGHT = 220;
const PLOT = { left: 56, right: 8, top: 12, bottom: 28 };
/** Names below the axis that fit next to each other. */
const MAX_NAMES = 10;

/**
 * Amounts as bars. `name` says what they are; a table next to the chart must show the same figures, so for screen
 * readers the chart is one picture.
 */
export function barChart(name: string, bars: readonly Bar[], format: (value: number) => string = String): Markup {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const x = scaleBand(
    bars.map((_, place) => place),
    [PLOT.left, WIDTH - PLOT.right],
  ).padding(0.25);
  const y = scaleLinear([0, highest], [HEIGHT - PLOT.bottom, PLOT.top]).nice(4);
  // Amounts are whole: a small scale would name fractions, or one figure twice.
  const ticks = y.ticks(4).filter(Number.isInteger);
  const every = Math.ceil(bars.length / MAX_NAMES);
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name}">
    ${ticks.map(
      (tick) =>
        html`<line class="grid" x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${at(y(tick))}" y2="${at(y(tick))}" />
          <text x="${PLOT.left - 8}" y="${at(y(tick) + 4)}" text-anchor="end">${format(tick)}</text>`,
    )}
    ${bars.map(
      ({ label, value }, place) =>
        html`<rect
            x="${at(x(place)!)}"
            y="${at(y(value))}"
            width="${at(x.bandwidth())}"
            height="${at(y(0) - y(value))}"
            rx="2"
          >
            <title>${label}: ${format(value)}</title>
          </rect>
          ${
            place % every === 0 &&
            html`<text x="${at(x(place)! + x.bandwidth() / 2)}" y="${HEIGHT - 8}" text-anchor="middle">${label}</text>`
          }`,
    )}
  </svg>`;
}

const at = (coordinate: number) => coordinate.toFixed(1);
