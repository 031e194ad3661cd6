import { html, Markup, type Fragment } from '../../../base/html';

/** A drawing with fixed proportions. `label` describes it in words. */
interface Drawing {
  width: number;
  height: number;
  label: string;
  body: Fragment;
}

export type Chart = (theme: ChartTheme) => Drawing;

/** Markup of a chart: SVG without external references, exposed as an image with its label. */
export function svg(chart: Chart, theme: ChartTheme, className?: string): Markup {
  const { width, height, label: inWords, body } = chart(theme);
  // Inside an HTML page, SVG needs no namespace, and the page sets the typeface.
  const alone = theme === PDF_THEME && html`xmlns="http://www.w3.org/2000/svg" font-family="${theme.sans}"`;
  const markup = html`<svg
    ${alone}
    ${className ? html`class="${className}"` : ''}
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    role="img"
    aria-label="${inWords}"
  >
    ${body}
  </svg>`;
  // Strips template indentation, which would double the size of the 75 charts in a portfolio.
  return new Markup(
    markup
      .toString()
      .replace(/\s+/g, ' ')
      .replaceAll(/ (?=\/?>)/g, '')
      .replaceAll('> <', '><'),
  );
}

/** Rounds a coordinate to a tenth of a pixel, which is precise enough and the same on every machine. */
export function at(coordinate: number): string {
  return String(Math.round(coordinate * 10) / 10);
}

/** Style of a label. `anchor` says which part of the text is at the label's position (default: the start). */
interface LabelStyle {
  fill: string;
  size: number;
  anchor?: 'middle' | 'end';
  weight?: 600;
  family?: string;
}

export function label(x: number, y: number, text: string | number, style: LabelStyle): Markup {
  return html`<text x="${at(x)}" y="${at(y)}" ${attributesOf(style)}>${text}</text>`;
}

/** Draws labels in one style, each at its own position. Writes the x coordinate only once if all labels share it. */
export function labels(style: LabelStyle, texts: readonly { x: number; y: number; text: string | number }[]): Markup {
  const left = texts.every(({ x }) => x === texts[0]?.x) ? (texts[0]?.x ?? 0) : 0;
  return html`<g ${attributesOf(style)} ${left !== 0 && html`transform="translate(${at(left)})"`}
    >${texts.map(({ x, y, text }) => html`<text ${x !== left && html`x="${at(x - left)}"`} y="${at(y)}">${text}</text>`)}</g
  >`;
}

export function axisName(theme: ChartTheme, name: string, x: number, y: number): Markup {
  return label(x, y, name, { fill: theme.ink, size: 13, anchor: 'middle', weight: 600 });
}

export function turnedAxisName(theme: ChartTheme, name: string, middle: number): Markup {
  return html`<g transform="rotate(-90 10 ${at(middle)})">${axisName(theme, name, 10, middle + 4)}</g>`;
}

function attributesOf({ fill, size, anchor, weight, family }: LabelStyle): Markup {
  return html`font-size="${size}"
  fill="${fill}"${anchor && html` text-anchor="${anchor}"`}${
    weight && html` font-weight="${weight}"`
  }${family && html` font-family="${family}"`}`;
}

export interface ChartTheme {
  ink: string;
  soft: string;
  line: string;
  track: string;
  accent: string;
  good: string;
  mid: string;
  bad: string;
  goodSoft: string;
  midSoft: string;
  badSoft: string;
  paper: string;
  sans: string;
  serif: string;
}

/** Chart theme for HTML. Uses the page's CSS variables, so that dark mode and print styles apply. */
export const HTML_THEME: ChartTheme = {
  ink: 'var(--ink)',
  soft: 'var(--soft)',
  line: 'var(--line)',
  track: 'var(--track)',
  accent: 'var(--accent)',
  good: 'var(--good)',
  mid: 'var(--mid)',
  bad: 'var(--bad)',
  goodSoft: 'var(--good-soft)',
  midSoft: 'var(--mid-soft)',
  badSoft: 'var(--bad-soft)',
  paper: 'var(--paper)',
  sans: 'var(--sans)',
  serif: 'var(--serif)',
};

/** Chart theme for the PDF, with the colors from modules/dossiers/assets/theme.typ. */
export const PDF_THEME: ChartTheme = {
  ink: '#17202e',
  soft: '#586374',
  line: '#dde1e7',
  track: '#e6e9ee',
  accent: '#2f4b8f',
  good: '#1a7046',
  mid: '#8a5a00',
  bad: '#a92a1e',
  goodSoft: '#e7f4ec',
  midSoft: '#fdf3dd',
  badSoft: '#fdecea',
  paper: '#ffffff',
  sans: 'Source Sans 3',
  serif: 'Source Serif 4 Display',
};
