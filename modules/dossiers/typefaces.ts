import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';

const FOLDER = join(PACKAGE_ROOT, 'modules', 'dossiers', 'assets', 'web');

const FACES = [
  { family: 'Source Sans 3', weight: 400, name: 'source-sans-3-regular' },
  { family: 'Source Sans 3', weight: 600, name: 'source-sans-3-semibold' },
  { family: 'Source Serif 4 Display', weight: 600, name: 'source-serif-4-display-semibold' },
] as const;

/** Subsets of each typeface, with their character ranges. Every document needs the first one. */
const SUBSETS = {
  latin:
    'U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2002-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2122,U+2190-2193,U+2212,U+25CB,U+25CF',
  'latin-ext':
    'U+0100-0130,U+0132-0151,U+0154-024F,U+0259,U+1E00-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  greek: 'U+0370-03FF,U+1F00-1FFF',
  cyrillic: 'U+0400-052F,U+2116',
} as const;
export type TypefaceSubset = keyof typeof SUBSETS;

/** Characters that need an additional subset. Characters in no subset are shown in the reader's own fonts. */
const NEEDED: Record<Exclude<TypefaceSubset, 'latin'>, RegExp> = {
  'latin-ext': /[\u0100-\u0130\u0132-\u0151\u0154-\u024f\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0]/u,
  greek: /[\u0370-\u03ff\u1f00-\u1fff]/u,
  cyrillic: /[\u0400-\u052f]/u,
};

/** The typefaces of the documents as web fonts, for web pages in the same style. */
export const TYPEFACES = FACES.flatMap(({ family, weight, name }) =>
  Object.entries(SUBSETS).map(([subset, unicodeRange]) => ({
    family,
    weight,
    unicodeRange,
    subset: subset as TypefaceSubset,
    path: join(FOLDER, `${name}.${subset}.woff2`),
  })),
);

/** Matches only at the beginning of the style element. A document's text cannot match, because its `<` is escaped. */
const MARK = /(?<=<style>\s*)\/\*typefaces:([a-z -]+)\*\//;
/** The style element begins after the title, within this many bytes. */
const HEAD_BYTES = 8_192;

/** Placeholder for a document's style element that lists the font subsets it needs; see {@link withTypefaces}. */
export function typefaceMark(content: string): string {
  const needed = (Object.keys(NEEDED) as (keyof typeof NEEDED)[]).filter((subset) => NEEDED[subset].test(content));
  return `/*typefaces:${['latin', ...needed].join(' ')}*/`;
}

const dataRules = new Map<TypefaceSubset, string>();

/**
 * Inserts the typefaces (about 70 kB), or the result of `rules`, into a stored HTML document. Returns documents without
 * the placeholder unchanged.
 */
export function withTypefaces(document: Buffer, rules: (subset: TypefaceSubset) => string = ruleOf): Buffer {
  const head = document.subarray(0, HEAD_BYTES).toString('latin1');
  const mark = MARK.exec(head);
  if (!mark) return document;
  const named = mark[1]!.split(' ').filter((name): name is TypefaceSubset => name in SUBSETS);
  const style = named.map(rules).join('');
  return Buffer.concat([
    document.subarray(0, mark.index),
    Buffer.from(style),
    document.subarray(mark.index + mark[0].length),
  ]);
}

function ruleOf(subset: TypefaceSubset): string {
  const known = dataRules.get(subset);
  if (known !== undefined) return known;
  const made = TYPEFACES.filter((face) => face.subset === subset)
    .map(({ family, weight, unicodeRange, path }) => {
      const data = readFileSync(path).toString('base64');
      return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${data}) format("woff2");unicode-range:${unicodeRange}}`;
    })
    .join('\n');
  dataRules.set(subset, made);
  return made;
}
