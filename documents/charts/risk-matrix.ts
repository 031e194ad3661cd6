import { html, type Markup } from '../../platform/html';
import { at, axisName, label, turnedAxisName, type Chart } from './chart';
import type { ChartTheme } from './theme';

/** A risk by its number in the list; ranks from 1 (low) to 3 (high). */
export interface PlacedRisk {
  number: number;
  likelihood: number;
  impact: number;
}

const CELL = { width: 112, height: 58 };
const LEFT = 80;
const TOP = 6;
const LEVELS = ['Low', 'Medium', 'High'];
const WIDTH = LEFT + 3 * CELL.width + 4;
const HEIGHT = TOP + 3 * CELL.height + 42;

/** Risks by likelihood (upwards) and impact (to the right), as numbers that the list below repeats. */
export function riskMatrix(risks: readonly PlacedRisk[]): Chart {
  return (theme) => ({
    width: WIDTH,
    height: HEIGHT,
    label: `Risks by likelihood and impact: ${risks.map(inWords).join('; ')}.`,
    body: [
      [1, 2, 3].flatMap((likelihood) => [1, 2, 3].map((impact) => cell(likelihood, impact, risks, theme))),
      LEVELS.map((level, i) => [
        label(LEFT - 8, TOP + (2 - i) * CELL.height + CELL.height / 2 + 4, level, {
          fill: theme.soft,
          size: 11.5,
          anchor: 'end',
        }),
        label(LEFT + i * CELL.width + CELL.width / 2, TOP + 3 * CELL.height + 17, level, {
          fill: theme.soft,
          size: 11.5,
          anchor: 'middle',
        }),
      ]),
      turnedAxisName(theme, 'Likelihood', TOP + 1.5 * CELL.height),
      axisName(theme, 'Impact', LEFT + 1.5 * CELL.width, HEIGHT - 5),
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

const inWords = ({ number, likelihood, impact }: PlacedRisk) =>
  `number ${number}, likelihood ${LEVELS[likelihood - 1]!.toLowerCase()}, impact ${LEVELS[impact - 1]!.toLowerCase()}`;
