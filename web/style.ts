import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { html } from '../base/html';
import { TYPEFACES, type TypefaceSubset } from '../modules/dossiers/typefaces';
import { asset, assetFile, fileRoute, type Asset } from './assets';

/** Page colors in light and dark mode. All text has a contrast of at least 4.5 to 1. */
export const COLORS = {
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

/** Type scale, spacing, corners and widths. */
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

/** Font families. The dossier PDF uses the first sans and serif fonts. */
const FAMILIES = {
  sans: '"Source Sans 3", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  serif: '"Source Serif 4 Display", "Iowan Old Style", Palatino, Georgia, serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
} as const;

/** CSS custom properties of all tokens. */
function tokenStyles(): string {
  const colors = (mode: 'light' | 'dark') =>
    declarations(Object.entries(COLORS).map(([name, colour]) => [name, colour[mode]]));
  const constants = declarations([...Object.entries(MEASURES), ...Object.entries(FAMILIES)]);
  return `:root{color-scheme:light dark;${colors('light')}${constants}}
@media (prefers-color-scheme:dark){:root{${colors('dark')}}}`;
}

function declarations(values: readonly (readonly [string, string])[]): string {
  return values.map(([name, value]) => `--${name}:${value};`).join('');
}

/** Style sheets, in order. */
const SHEETS = ['base', 'frame', 'forms', 'parts', 'code', 'tables', 'account', 'landing', 'shop', 'print'];

/** Document typefaces. Browsers load only the subsets that a page uses. */
const FONTS = TYPEFACES.map((face) => ({
  ...face,
  ...asset(`/assets/${basename(face.path)}`, readFileSync(face.path)),
}));

/** Style sheet of all pages. */
export const styleSheet: Asset = asset(
  '/assets/site.css',
  [
    tokenStyles(),
    ...FONTS.map(fontFace),
    ...SHEETS.map((name) => compact(assetFile('style', `${name}.css`).toString())),
  ].join('\n'),
);

/** Site script: local times, copy buttons and closing menus. Pages work without it. */
export const siteScript: Asset = asset('/assets/site.js', assetFile('scripts', 'site.js'));

/** Fonts that every page preloads. */
export const preloadedFonts: readonly string[] = FONTS.filter(({ subset }) => subset === 'latin').map(
  ({ href }) => href,
);

/** Font-face rules of a subset, with fonts served from this site. */
export function linkedTypefaces(subset: TypefaceSubset): string {
  return FONTS.filter((face) => face.subset === subset)
    .map(fontFace)
    .join('');
}

// `optional` because a late font would shift the page. Preloaded fonts usually arrive in time. On slow connections, the
// first page keeps the system font.
function fontFace({ family, weight, href, unicodeRange }: (typeof FONTS)[number]): string {
  return `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;src:url("${href}") format("woff2");unicode-range:${unicodeRange}}`;
}

/** Removes comments and indentation. */
function compact(css: string): string {
  return css.replace(/\/\*[^]*?\*\//g, '').replace(/\n\s*/g, '');
}

/** Logo: lines of text that grow like chart bars, with a dot in the accent color. */
export const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect class="mark-ground" width="32" height="32" rx="7" />
  <path class="mark-lines" d="M8 22.5h16M8 16h11M8 9.5h6" stroke-width="3" stroke-linecap="round" />
  <circle class="mark-point" cx="22.5" cy="9.5" r="2.6" />
</svg>`;

const DAY = 'public, max-age=86400';

/** Icon for browsers that support SVG. */
export const favicon = asset('/assets/icon.svg', assetFile('pictures', 'icon.svg'));

/** Link preview picture, 1200 by 630 pixels. */
export const socialPicture = asset('/assets/social.png', assetFile('pictures', 'social.png'));

/** The icon at 16, 32 and 48 pixels. */
const faviconIco = fileRoute('/favicon.ico', 'image/x-icon', assetFile('pictures', 'favicon.ico'), DAY);

/** Routes of the assets that every page loads. */
export const styleRoutes = [
  ...[styleSheet, siteScript, favicon, socialPicture, ...FONTS].map(({ route }) => route),
  faviconIco,
];
