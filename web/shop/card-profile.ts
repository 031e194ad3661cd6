import { DIMENSIONS } from '../../contracts/findings';
import { at, labels, svg, HTML_THEME, type Chart } from '../../documents/charts/chart';
import { dimensionLabel } from '../../domain/verdict-words';
import { html, type Markup } from '../../platform/html';

const ROW = 18;
const WIDTH = 280;
const BAR = { left: 100, width: 148, height: 8 };
const SIZE = 13;

/** Colours of the pages, which name the ground of a bar otherwise. */
const THEME = { ...HTML_THEME, track: 'var(--sunken)' };

/** Scores of the dimensions in the order of {@link DIMENSIONS} as bars, and in words; null where none are kept. */
export function cardProfile(scores: readonly number[]): Markup | null {
  return scores.length === DIMENSIONS.length ? svg(profileOf(scores), THEME, 'card-profile') : null;
}

function profileOf(scores: readonly number[]): Chart {
  const rows = scores.map((score, i) => ({ score, name: dimensionLabel(DIMENSIONS[i]!), middle: (i + 0.5) * ROW }));
  const texts = rows.map(({ name, score, middle }) => ({ name, score, y: middle + SIZE / 3 }));
  // One path for all bars of a colour: a page has two dozen charts.
  const bars = (stroke: string, widthOf: (score: number) => number) =>
    html`<path
      d="${rows.map(({ score, middle }) => `M${BAR.left} ${at(middle)}h${at(widthOf(score))}`).join('')}"
      stroke="${stroke}"
      stroke-width="${BAR.height}"
    />`;
  return (theme) => ({
    width: WIDTH,
    height: scores.length * ROW,
    label: `Scores from 0 to 100: ${rows.map(({ name, score }) => `${name} ${score}`).join(', ')}.`,
    body: [
      bars(theme.track, () => BAR.width),
      bars(theme.accent, (score) => (score / 100) * BAR.width),
      labels(
        { fill: theme.soft, size: SIZE },
        texts.map(({ name, y }) => ({ x: 0, y, text: name })),
      ),
      labels(
        { fill: theme.ink, size: SIZE, anchor: 'end', weight: 600 },
        texts.map(({ score, y }) => ({ x: WIDTH, y, text: score })),
      ),
    ],
  });
}
