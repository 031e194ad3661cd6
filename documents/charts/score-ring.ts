import { html } from '../../platform/html';
import { label, type Chart } from './chart';

const SIZE = 148;
const RADIUS = 62;
const WIDTH = 11;

/** A score of 100 as it is drawn; `shown` is the number as it is written. */
export interface RingScore {
  score: number;
  shown: string;
  tone: 'good' | 'mid' | 'bad' | 'accent';
  /** Alone, without the words "of 100": for small rings. */
  bare?: boolean;
}

/** A score as a ring around its number. */
export function scoreRing({ score, shown, tone, bare = false }: RingScore): Chart {
  const length = 2 * Math.PI * RADIUS;
  const circle = (color: string, rest: ReturnType<typeof html>) =>
    html`<circle
      cx="74"
      cy="74"
      r="${RADIUS}"
      fill="none"
      stroke-width="${bare ? 14 : WIDTH}"
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
