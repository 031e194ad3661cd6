import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { TYPEFACES, type TypefaceSubset } from '../documents/typefaces';
import { asset, assetFile, type Asset } from './assets';
import { tokenStyles } from './tokens';

/** Parts of the style sheet, in order. */
const SHEETS = ['base', 'frame', 'forms', 'parts', 'code', 'tables', 'account', 'landing', 'shop'];

/** Typefaces of the documents; browsers load the subsets whose characters a page has. */
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

/** Script of all pages: times in the reader's zone, copy buttons, menus that close. Pages work without it. */
export const siteScript: Asset = asset('/assets/site.js', assetFile('scripts', 'site.js'));

/** Fonts that every page needs at once. */
export const preloadedFonts: readonly string[] = FONTS.filter(({ subset }) => subset === 'latin').map(
  ({ href }) => href,
);

/** Routes of everything that {@link styleSheet} and the frame of a page load. */
export const styleRoutes = [styleSheet, siteScript, ...FONTS].map(({ route }) => route);

/** Rules of the typefaces of a subset, as files of ours. */
export function linkedTypefaces(subset: TypefaceSubset): string {
  return FONTS.filter((face) => face.subset === subset)
    .map(fontFace)
    .join('');
}

function fontFace({ family, weight, href, unicodeRange }: (typeof FONTS)[number]): string {
  return `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url("${href}") format("woff2");unicode-range:${unicodeRange}}`;
}

/** Removes comments and indentation. */
function compact(css: string): string {
  return css.replace(/\/\*[^]*?\*\//g, '').replace(/\n\s*/g, '');
}
