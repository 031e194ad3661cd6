import { html } from '../../../base/html';
import { at, label, type Chart, type ChartTheme } from './chart';
import { apart, numberedDot } from './maps';

/** An idea to plot. `rank` is its number in the ranking; `effort` ranges from 1 (low) to 3 (high). */
interface PlacedIdea {
  rank: number;
  score: number;
  tone: 'good' | 'mid' | 'bad';
  effort: number;
}

// Text is larger than in other charts, because phones show the whole map at two thirds of its size.
const PLOT = { left: 38, top: 26, width: 418, height: 220 };
const WIDTH = 514;
const HEIGHT = 300;
const RADIUS = 14;
const TEXT = 15;
const EFFORTS = ['Low', 'Medium', 'High'];
const COLUMN = PLOT.width / EFFORTS.length;
const VERDICTS = [
  { name: 'Avoid', from: 0, to: 45, tone: 'bad' },
  { name: 'Refine', from: 45, to: 70, tone: 'mid' },
  { name: 'Pursue', from: 70, to: 100, tone: 'good' },
] as const;

/** Plots ideas by score (y) and effort per newsletter issue (x), numbered by rank. Colored bands show the verdicts. */
export function effortMap(ideas: readonly PlacedIdea[]): Chart {
  const scores = ideas.map(({ score }) => score);
  const low = Math.max(0, Math.floor((Math.min(...scores) - 5) / 10) * 10);
  const high = Math.min(100, Math.ceil((Math.max(...scores) + 5) / 10) * 10);
  const y = (score: number) => PLOT.top + ((high - score) / (high - low)) * PLOT.height;
  const spots = apart(
    ideas.map(({ rank, score, tone, effort }) => {
      const left = PLOT.left + (effort - 1) * COLUMN;
      return { rank, tone, x: left + COLUMN / 2, y: y(score), left: left + 2, right: left + COLUMN - 2 };
    }),
    RADIUS,
  );
  return (theme) => ({
    width: WIDTH,
    height: HEIGHT,
    label: `Score against effort for an issue: ${ideas.map(inWords).join('; ')}.`,
    body: [
      VERDICTS.filter(({ from, to }) => from < high && to > low).map((band) => {
        const [top, bottom] = [y(Math.min(band.to, high)), y(Math.max(band.from, low))];
        return [
          html`<rect
            x="${PLOT.left}"
            y="${at(top)}"
            width="${PLOT.width}"
            height="${at(bottom - top)}"
            fill="${theme[`${band.tone}Soft`]}"
          />`,
          // The name is beside the plot, where no dot can cover it.
          label(PLOT.left + PLOT.width + 6, top + 18, band.name, { fill: theme[band.tone], size: TEXT, weight: 600 }),
        ];
      }),
      ticksOf(low, high).map((score) =>
        label(PLOT.left - 8, y(score) + 5, score, { fill: theme.soft, size: TEXT, anchor: 'end' }),
      ),
      EFFORTS.map((name, i) => [
        i > 0 && divider(PLOT.left + i * COLUMN, theme),
        label(PLOT.left + (i + 0.5) * COLUMN, PLOT.top + PLOT.height + 20, name, {
          fill: theme.soft,
          size: TEXT,
          anchor: 'middle',
        }),
      ]),
      label(PLOT.left + PLOT.width / 2, HEIGHT - 8, 'Effort for an issue', { ...axis(theme), anchor: 'middle' }),
      label(0, 14, 'Score', axis(theme)),
      spots.map(({ x: left, y: top, rank, tone }) =>
        numberedDot(theme, { x: left, y: top, number: rank, radius: RADIUS, fill: theme[tone], size: TEXT }),
      ),
    ],
  });
}

/** Labels for the score axis: at most six round numbers, from lowest to highest. */
function ticksOf(low: number, high: number): number[] {
  const step = high - low > 50 ? 20 : 10;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
}

const axis = ({ ink }: ChartTheme) => ({ fill: ink, size: TEXT, weight: 600 }) as const;

const divider = (x: number, theme: ChartTheme) =>
  html`<path d="M${at(x)} ${PLOT.top}v${PLOT.height}" stroke="${theme.paper}" stroke-width="2" />`;

const inWords = ({ rank, score, effort }: PlacedIdea) =>
  `number ${rank}, score ${score}, ${EFFORTS[effort - 1]!.toLowerCase()} effort`;
