/** Colours and typefaces of a chart: drawn once, coloured for the page or the print. */
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

/** Theme of HTML: variables of the page that shows the chart, so dark mode and print follow it. */
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

/** Theme of the PDF: the colours of documents/assets/theme.typ. */
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
