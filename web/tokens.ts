/** Colours of the pages in light and dark mode. Every text colour has contrast of 4.5 to 1 or more on its ground. */
export const COLOURS = {
  ground: { light: '#f7f6f2', dark: '#0f141b' },
  card: { light: '#ffffff', dark: '#171e28' },
  sunken: { light: '#efede6', dark: '#0b0f15' },
  ink: { light: '#16202f', dark: '#e9edf3' },
  soft: { light: '#566070', dark: '#a7b2c2' },
  line: { light: '#e1ded5', dark: '#2b3543' },
  edge: { light: '#7b8494', dark: '#7c889a' },
  accent: { light: '#2f4b8f', dark: '#a4bbff' },
  'accent-strong': { light: '#233a72', dark: '#c3d2ff' },
  'on-accent': { light: '#ffffff', dark: '#0e1a3a' },
  tint: { light: '#e9eef9', dark: '#202b43' },
  good: { light: '#1a6a45', dark: '#8fdcb0' },
  'good-tint': { light: '#e2f3e9', dark: '#15352a' },
  warn: { light: '#7a4b00', dark: '#ffd28a' },
  'warn-tint': { light: '#fdf0d5', dark: '#3a2c10' },
  bad: { light: '#9c2118', dark: '#ffb4ab' },
  'bad-tint': { light: '#fce8e5', dark: '#431c19' },
  'code-keyword': { light: '#7a3a9c', dark: '#d6b4f7' },
  'code-string': { light: '#1a6a45', dark: '#9fd9ae' },
  'code-number': { light: '#8a4300', dark: '#f2c08d' },
  'code-name': { light: '#1d5f8a', dark: '#93cbf3' },
} as const;

/** Measures of the pages: type scale, spacing, corners and widths. */
export const MEASURES = {
  'text-xs': '.8125rem',
  'text-sm': '.9375rem',
  'text-md': '1.0625rem',
  'text-lg': '1.25rem',
  'text-xl': '1.5rem',
  'text-2xl': 'clamp(1.75rem, 1.4rem + 1.5vw, 2.25rem)',
  'text-3xl': 'clamp(2.25rem, 1.5rem + 3.4vw, 3.5rem)',
  'space-1': '.25rem',
  'space-2': '.5rem',
  'space-3': '.75rem',
  'space-4': '1rem',
  'space-5': '1.5rem',
  'space-6': '2rem',
  'space-7': '3rem',
  'space-8': '4.5rem',
  'round-s': '6px',
  'round-m': '10px',
  'round-l': '16px',
  width: '70rem',
  reading: '42rem',
} as const;

/** Typefaces, those of the dossier's PDF first. */
export const TYPEFACES = {
  sans: '"Source Sans 3", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  serif: '"Source Serif 4 Display", "Iowan Old Style", Palatino, Georgia, serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
} as const;

/** Custom properties of all tokens, for the head of the style sheet. */
export function tokenStyles(): string {
  const colours = (mode: 'light' | 'dark') =>
    declarations(Object.entries(COLOURS).map(([name, colour]) => [name, colour[mode]]));
  const constants = declarations([...Object.entries(MEASURES), ...Object.entries(TYPEFACES)]);
  return `:root{color-scheme:light dark;${colours('light')}${constants}}
@media (prefers-color-scheme:dark){:root{${colours('dark')}}}`;
}

function declarations(values: readonly (readonly [string, string])[]): string {
  return values.map(([name, value]) => `--${name}:${value};`).join('');
}
