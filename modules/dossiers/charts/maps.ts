import { html, type Markup } from '../../../base/html';
import { at, axisName, label, turnedAxisName, type Chart, type ChartTheme } from './chart';

/** A competitor to plot. `number` is its number in the table. */
export interface PlacedCompetitor {
  number: number;
  dollarsAMonth: number;
  readers: number;
}

const PLOT = { left: 84, top: 10, width: 358, height: 190 };
const MAP_WIDTH = 460;
const MAP_HEIGHT = 252;
const RADIUS = 10;

/** Plots competitors by price (x) and readers (y, logarithmic), numbered as in the table. */
export function competitorMap(placed: readonly PlacedCompetitor[]): Chart {
  const highest = niceAbove(Math.max(1, ...placed.map(({ dollarsAMonth }) => dollarsAMonth)));
  const readers = placed.map((competitor) => Math.max(1, competitor.readers));
  const low = Math.floor(Math.log10(Math.min(...readers)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...readers))));
  const x = (dollars: number) => PLOT.left + 16 + (dollars / highest) * (PLOT.width - 32);
  const y = (power: number) => PLOT.top + PLOT.height - ((power - low) / (high - low)) * PLOT.height;
  const spots = apart(
    placed.map(({ number, dollarsAMonth }, i) => ({
      ...{ number, x: x(dollarsAMonth), y: y(Math.log10(readers[i]!)) },
      ...{ left: PLOT.left, right: PLOT.left + PLOT.width },
    })),
    RADIUS,
  );
  return (theme) => ({
    width: MAP_WIDTH,
    height: MAP_HEIGHT,
    label: `Competitors by price and readers: ${placed.map(competitorInWords).join('; ')}.`,
    body: [
      Array.from({ length: high - low + 1 }, (_, i) => low + i).map((power) => [
        html`<line
          x1="${PLOT.left}"
          x2="${PLOT.left + PLOT.width}"
          y1="${at(y(power))}"
          y2="${at(y(power))}"
          stroke="${theme.line}"
        />`,
        label(PLOT.left - 8, y(power) + 4, (10 ** power).toLocaleString('en-US'), { ...tick(theme), anchor: 'end' }),
      ]),
      [0, 0.25, 0.5, 0.75, 1].map((share) => {
        const dollars = share * highest;
        const text = share === 0 ? 'Free' : `$${shortest(dollars)}`;
        return label(x(dollars), PLOT.top + PLOT.height + 18, text, { ...tick(theme), anchor: 'middle' });
      }),
      axisName(theme, 'Price per month', PLOT.left + PLOT.width / 2, MAP_HEIGHT - 6),
      turnedAxisName(theme, 'Readers', PLOT.top + PLOT.height / 2),
      spots.map(({ x: left, y: top, number }) =>
        numberedDot(theme, { x: left, y: top, number, radius: RADIUS, fill: theme.accent, size: 11.5 }),
      ),
    ],
  });
}

/** A dot with a number, outlined to stand out from anything beneath it. */
export function numberedDot(
  theme: ChartTheme,
  dot: { x: number; y: number; number: number; radius: number; fill: string; size: number },
): Markup[] {
  const { x, y, number, radius, fill, size } = dot;
  return [
    html`<circle
      cx="${at(x)}"
      cy="${at(y)}"
      r="${radius}"
      fill="${fill}"
      stroke="${theme.paper}"
      stroke-width="1.5"
    />`,
    label(x, y + Math.floor(radius * 0.4), number, { fill: theme.paper, size, anchor: 'middle', weight: 600 }),
  ];
}

/** Rounds up to 1, 2, 4, 8 or 10 times a power of ten, so that quarters of the result make short axis labels. */
function niceAbove(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(amount));
  return [1, 2, 4, 8, 10].map((step) => step * power).find((step) => step >= amount)!;
}

const tick = ({ soft }: ChartTheme) => ({ fill: soft, size: 11 });

const shortest = (dollars: number) => dollars.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** Moves overlapping spots sideways within their bounds, so that each stays readable. */
export function apart<Spot extends { x: number; y: number; left: number; right: number }>(
  spots: readonly Spot[],
  radius: number,
): Spot[] {
  const settled: Spot[] = [];
  for (const spot of spots) {
    const near = (x: number) => settled.some((other) => Math.hypot(other.x - x, other.y - spot.y) < radius * 1.7);
    const shifts = Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? i / 2 : -(i + 1) / 2) * radius * 0.9);
    const fits = (x: number) => x >= spot.left + radius && x <= spot.right - radius && !near(x);
    const shift = shifts.find((by) => fits(spot.x + by)) ?? 0;
    settled.push({ ...spot, x: spot.x + shift });
  }
  return settled;
}

const competitorInWords = ({ number, dollarsAMonth, readers }: PlacedCompetitor) =>
  `number ${number}, ${dollarsAMonth === 0 ? 'free' : `$${shortest(dollarsAMonth)} a month`}, ${readers.toLocaleString('en-US')} readers`;

/** A risk to plot. `number` is its number in the list; likelihood and impact range from 1 (low) to 3 (high). */
interface PlacedRisk {
  number: number;
  likelihood: number;
  impact: number;
}

const CELL = { width: 86, height: 54 };
const LEFT = 84;
const TOP = 6;
const LEVELS = ['Low', 'Medium', 'High'];
const MATRIX_WIDTH = LEFT + 3 * CELL.width + 4;
const MATRIX_HEIGHT = TOP + 3 * CELL.height + 42;

/** Plots risks by likelihood (y) and impact (x), numbered as in the list below the chart. */
export function riskMatrix(risks: readonly PlacedRisk[]): Chart {
  return (theme) => ({
    width: MATRIX_WIDTH,
    height: MATRIX_HEIGHT,
    label: `Risks by likelihood and impact: ${risks.map(riskInWords).join('; ')}.`,
    body: [
      [1, 2, 3].flatMap((likelihood) => [1, 2, 3].map((impact) => cell(likelihood, impact, risks, theme))),
      LEVELS.map((level, i) => [
        label(LEFT - 8, TOP + (2 - i) * CELL.height + CELL.height / 2 + 4, level, {
          fill: theme.soft,
          size: 13,
          anchor: 'end',
        }),
        label(LEFT + i * CELL.width + CELL.width / 2, TOP + 3 * CELL.height + 17, level, {
          fill: theme.soft,
          size: 13,
          anchor: 'middle',
        }),
      ]),
      turnedAxisName(theme, 'Likelihood', TOP + 1.5 * CELL.height),
      axisName(theme, 'Impact', LEFT + 1.5 * CELL.width, MATRIX_HEIGHT - 5),
    ],
  });
}

function cell(likelihood: number, impact: number, risks: readonly PlacedRisk[], theme: ChartTheme): Markup[] {
  const left = LEFT + (impact - 1) * CELL.width;
  const top = TOP + (3 - likelihood) * CELL.height;
  const weight = likelihood * impact;
  const [fill, mark] =
    weight >= 6 ? [theme.badSoft, theme.bad] : weight >= 3 ? [theme.midSoft, theme.mid] : [theme.goodSoft, theme.good];
  const here = risks.filter((risk) => risk.likelihood === likelihood && risk.impact === impact);
  const perRow = Math.max(1, Math.min(5, here.length));
  const rows = Math.ceil(here.length / perRow);
  return [
    html`<rect
      x="${left + 1.5}"
      y="${top + 1.5}"
      width="${CELL.width - 3}"
      height="${CELL.height - 3}"
      rx="4"
      fill="${fill}"
    />`,
    ...here.flatMap(({ number }, i) => {
      const inRow = Math.min(perRow, here.length - Math.floor(i / perRow) * perRow);
      const cx = left + CELL.width / 2 + ((i % perRow) - (inRow - 1) / 2) * 21;
      const cy = top + CELL.height / 2 + (Math.floor(i / perRow) - (rows - 1) / 2) * 21;
      return [
        html`<circle cx="${at(cx)}" cy="${at(cy)}" r="9.5" fill="${mark}" />`,
        label(cx, cy + 4, number, { fill: theme.paper, size: 11.5, anchor: 'middle', weight: 600 }),
      ];
    }),
  ];
}

const riskInWords = ({ number, likelihood, impact }: PlacedRisk) =>
  `number ${number}, likelihood ${LEVELS[likelihood - 1]!.toLowerCase()}, impact ${LEVELS[impact - 1]!.toLowerCase()}`;
