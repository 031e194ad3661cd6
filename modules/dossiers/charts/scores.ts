import { html, type Markup } from '../../../base/html';
import { at, labels, label, type Chart } from './chart';

/** One score of the profile. `confidence.rank` ranges from 1 (low) to 3 (high). */
interface ProfileScore {
  label: string;
  score: number;
  confidence: { label: string; rank: number };
}

const ROW = 30;
const BAR = { left: 118, width: 250, height: 13 };
const WIDTH = 460;

/** Scores of the dimensions as bars from 0 to 100, with dots for their confidence. */
export function profileChart(scores: readonly ProfileScore[]): Chart {
  const foot = scores.length * ROW;
  const rows = scores.map((score, i) => ({ ...score, middle: (i + 0.5) * ROW }));
  const marks = [0, 25, 50, 75, 100];
  return (theme) => ({
    width: WIDTH,
    height: foot + 20,
    label: `Scores from 0 to 100: ${scores.map(inWords).join('; ')}.`,
    body: [
      html`<path d="${marks.map((mark) => `M${at(x(mark))} 2V${foot}`).join('')}" stroke="${theme.line}" />`,
      labels(
        { fill: theme.soft, size: 11, anchor: 'middle' },
        marks.map((mark) => ({ x: x(mark), y: foot + 15, text: mark })),
      ),
      labels(
        { fill: theme.ink, size: 14 },
        rows.map(({ label: text, middle }) => ({ x: 0, y: middle + 5, text })),
      ),
      bars(
        rows.map(({ middle }) => ({ middle, width: BAR.width })),
        theme.track,
      ),
      bars(
        rows.map(({ middle, score }) => ({ middle, width: x(score) - BAR.left })),
        theme.accent,
      ),
      labels(
        { fill: theme.ink, size: 14, anchor: 'end', weight: 600 },
        rows.map(({ score, middle }) => ({ x: BAR.left + BAR.width + 36, y: middle + 5, text: score })),
      ),
      labels(
        { fill: theme.accent, size: 17, anchor: 'end' },
        rows.map(({ confidence, middle }) => ({
          x: WIDTH - 2,
          y: middle + 6,
          text: confidenceDots(confidence.rank),
        })),
      ),
    ],
  });
}

/** Three dots that show a confidence: its rank (1 to 3) is the number of filled ones. */
export const confidenceDots = (rank: number): string => '●'.repeat(rank) + '○'.repeat(3 - rank);

/** Draws all bars of one color as a single path, because a portfolio has seven bars for each candidate. */
function bars(rows: readonly { middle: number; width: number }[], stroke: string): Markup {
  const each = rows.map(({ middle, width }) => `M${BAR.left} ${at(middle)}h${at(width)}`);
  return html`<path d="${each.join('')}" stroke="${stroke}" stroke-width="${BAR.height}" />`;
}

const x = (score: number) => BAR.left + (score / 100) * BAR.width;

const inWords = ({ label: name, score, confidence }: ProfileScore) =>
  `${name} ${score}, ${confidence.label.toLowerCase()} confidence`;

const SIZE = 148;
const RADIUS = 62;
const RING_WIDTH = 11;

/** A score out of 100 to draw. `shown` is the formatted score. */
interface RingScore {
  score: number;
  shown: string;
  tone: 'good' | 'mid' | 'bad' | 'accent';
  /** Omits "of 100", which does not fit in small rings. */
  bare?: boolean;
}

export function scoreRing({ score, shown, tone, bare = false }: RingScore): Chart {
  const length = 2 * Math.PI * RADIUS;
  const circle = (color: string, rest: ReturnType<typeof html>) =>
    html`<circle
      cx="74"
      cy="74"
      r="${RADIUS}"
      fill="none"
      stroke-width="${bare ? 14 : RING_WIDTH}"
      stroke="${color}"
      ${rest}
    />`;
  return (theme) => {
    const style = { fill: theme.ink, anchor: 'middle', weight: 600, family: theme.serif } as const;
    return {
      width: SIZE,
      height: SIZE,
      label: `Score ${shown} of 100`,
      body: [
        circle(theme[tone], html`stroke-opacity=".18"`),
        score > 0 &&
          circle(
            theme[tone],
            html`stroke-dasharray="${((score / 100) * length).toFixed(1)} ${length.toFixed(1)}" transform="rotate(-90 74
            74)"`,
          ),
        bare
          ? label(74, 93, shown, { ...style, size: 54 })
          : [
              label(74, 84, shown, { ...style, size: shown.length > 3 ? 38 : 44 }),
              label(74, 106, 'of 100', { fill: theme.soft, size: 13, anchor: 'middle' }),
            ],
      ],
    };
  };
}
