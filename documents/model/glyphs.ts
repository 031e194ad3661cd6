import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** First and last character of each range that a font of the PDF has, ascending; made with the fonts. */
type Ranges = readonly (readonly [number, number])[];

const COVERAGE = join(PACKAGE_ROOT, 'documents', 'assets', 'fonts', 'coverage.json');
/** Characters of every dossier, known without a check: Latin with its punctuation, and what has no shape of its own. */
const ORDINARY = /[\s\u0020-\u024f\u2010-\u2027\u20ac\p{Default_Ignorable_Code_Point}]+/gu;

let ranges: Ranges | undefined;

/** True if a value holds characters that no font of the PDF has. */
export function missingGlyphs(value: unknown): boolean {
  const others = new Set(JSON.stringify(value).replace(ORDINARY, ''));
  if (others.size === 0) return false;
  const covered = (ranges ??= JSON.parse(readFileSync(COVERAGE, 'utf8')) as Ranges);
  return [...others].some((character) => !isIn(covered, character.codePointAt(0)!));
}

function isIn(covered: Ranges, code: number): boolean {
  let [low, high] = [0, covered.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = covered[middle]!;
    if (code < first) high = middle - 1;
    else if (code > last) low = middle + 1;
    else return true;
  }
  return false;
}
