import { folded, type Folded, type Marks } from './folded-text';
import { cleanText } from './model-output';
import { mayNegate } from './negations';
import { occurrences } from './occurrences';
import { contextOf, widened, type Stretch } from './passage';

/** Fewest words of a quotation that can be looked for; fewer are found on any page. */
const MIN_WORDS = 4;
/** Enough letters and digits whatever the words. */
const ENOUGH_CHARACTERS = 20;
/** Characters among which that many words are looked for. */
const ENOUGH_TEXT = 200;
/** Fewest words of each part around an omission. */
const MIN_WORDS_OF_PART = 3;
/** Longest passage of a page that an omission replaces, in characters. */
const LONGEST_OMISSION = 1_000;
/** Places of a page at which an omission is tried. */
const MOST_TRIED = 20;

/** Marks of an omission inside a quotation. */
const OMISSION = /[[(]\s*(?:…|\.{3})\s*[\])]|…|\.{3,}/u;
/** Scripts that set words apart, so that a quotation begins and ends between words. */
const SPACED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Nd}]/u;

/** Passage of a page that a quotation was taken from. */
export interface Passage {
  /** Whole sentences that hold the quotation, as the page has them, at most 300 characters. */
  excerpt: string;
  /** The same with 200 characters on each side; what the quotation omits stands in it. */
  context: string;
  /** Offset in the text of the page, as it was cleaned. */
  from: number;
}

/** True if a page holds a quotation word for word, see {@link createPageSearch}. */
export function holdsQuotation(page: string, quotation: string): boolean {
  return createPageSearch(page)(quotation) !== null;
}

/**
 * Looks for quotations in a page, word for word in their normal form (`folded-text.ts`); null where it does not hold one.
 * A quotation stays within an element unless that ends a sentence, cuts no word or number, and omits something (`…`,
 * `[...]`) once at most, nothing that denies. Linear in page and quotation.
 */
export function createPageSearch(source: string): (quotation: string) => Passage | null {
  const page = cleanText(source);
  const forms = new Map<Marks, Folded>();
  const formOf = (marks: Marks) => {
    const known = forms.get(marks) ?? folded(page, marks);
    forms.set(marks, known);
    return known;
  };
  // Footnotes and readings may have been copied with the text, or left out.
  const ways: Marks[] = /[\ufffa⁰¹²³⁴-⁹₀-₉[]/u.test(page) ? ['dropped', 'kept'] : ['dropped'];
  return (given) => {
    const quotation = cleanText(given);
    if (isTooShort(quotation)) return null;
    for (const marks of ways) {
      const found = passageIn(page, formOf(marks), quotation, marks);
      if (found) return found;
    }
    return null;
  };
}

/** Reason why a quotation is not found on any page, as told to the agent; null where it may be. */
export function quotationFlaw(quotation: string): string | null {
  if (isTooShort(quotation)) {
    return `is too short to be looked for: quote at least ${MIN_WORDS} words of the page, word for word`;
  }
  const parts = partsOf(quotation, 'dropped');
  if (parts.length > 2) return 'has more than one omission: quote one passage without leaving words out';
  if (parts.length === 2 && parts.some((part) => wordsIn(part) < MIN_WORDS_OF_PART)) {
    return `has an omission beside fewer than ${MIN_WORDS_OF_PART} words: quote one passage without leaving words out`;
  }
  return null;
}

function isTooShort(quotation: string): boolean {
  const text = partsOf(quotation, 'dropped').join(' ');
  return wordsIn(text) < MIN_WORDS && (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < ENOUGH_CHARACTERS;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Words of a text, counted as far as it matters: each step of the segmenter copies its whole input. */
function wordsIn(text: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text.slice(0, ENOUGH_TEXT))) {
    if (isWordLike && (count += 1) >= MIN_WORDS) break;
  }
  return count;
}

/** Parts of a quotation between its omissions, in their normal form. */
function partsOf(quotation: string, marks: Marks): string[] {
  return quotation
    .split(OMISSION)
    .map((part) => inner(folded(part, marks).text))
    .filter((part) => part !== '');
}

/** A text without the marks that a sentence begins or ends with. */
function inner(text: string): string {
  return text.replace(/^[\s,;:.!?]+|(?<![\s,;:.!?])[\s,;:.!?]+$/gu, '');
}

function passageIn(page: string, form: Folded, quotation: string, marks: Marks): Passage | null {
  const parts = partsOf(quotation, marks);
  // A page may have the marks of an omission itself.
  const whole = parts.length === 1 ? parts[0]! : inner(folded(quotation, marks).text);
  const [place] = placesOf(form, whole, 1);
  if (place) {
    const there = [sourceOf(form, place)];
    return passage(page, there, widened(page, there) ?? quotation);
  }
  const [first, second, ...more] = parts;
  if (second === undefined || more.length > 0) return null;
  if (Math.min(wordsIn(first!), wordsIn(second)) < MIN_WORDS_OF_PART) return null;
  return withOmission(page, form, [first!, second]);
}

function passage(page: string, parts: readonly Stretch[], excerpt: string): Passage {
  return { excerpt, context: contextOf(page, parts), from: parts[0]!.from };
}

function withOmission(page: string, form: Folded, [first, second]: [string, string]): Passage | null {
  const places = placesOf(form, second);
  let next = 0;
  let tried = 0;
  for (const before of placesOf(form, first)) {
    while (next < places.length && places[next]!.from < before.to) next += 1;
    const after = places[next];
    if (!after || (tried += 1) > MOST_TRIED) return null;
    const omitted = form.text.slice(before.to, after.from);
    if (omitted.length > LONGEST_OMISSION || mayNegate(omitted)) continue;
    const there = [sourceOf(form, before), sourceOf(form, after)];
    const excerpt = widened(page, there);
    if (excerpt !== null) return passage(page, there, excerpt);
  }
  return null;
}

function sourceOf({ at, until }: Folded, { from, to }: Stretch): Stretch {
  return { from: at[from]!, to: until[to - 1]! };
}

/** Places, `most` at most, that hold a text between words and whole numbers, and within an element of the page. */
function placesOf(form: Folded, text: string, most = Infinity): Stretch[] {
  const places: Stretch[] = [];
  let next = 0;
  for (const from of occurrences(form.text, text)) {
    const to = from + text.length;
    while (next < form.breaks.length && form.breaks[next]! <= from) next += 1;
    if (next < form.breaks.length && form.breaks[next]! < to) continue;
    if (isInside(form, from) || isInside(form, to)) continue;
    if (places.push({ from, to }) >= most) break;
  }
  return places;
}

/** Longest stretch beside a position that tells whether it cuts something. */
const BESIDE = 6;

/** True if a position divides a word or a figure: a quotation of `12 readers` does not occur in `12,000 readers`. */
function isInside({ text, at, until }: Folded, position: number): boolean {
  if (position === 0 || position === text.length) return false;
  const before = text.slice(Math.max(0, position - BESIDE), position);
  const after = text.slice(position, position + BESIDE);
  if (SPACED.test(before.slice(-1)) && SPACED.test(after.slice(0, 1))) return at[position] === until[position - 1];
  return (
    (before.endsWith('n') && after.startsWith("'t")) ||
    CUTS.some(([end, begin]) => end.test(before) && begin.test(after))
  );
}

/** Ends and beginnings of text between which a figure is cut. */
const CUTS: readonly [RegExp, RegExp][] = [
  // A decimal, a time, a range, an exponent.
  [/\d$/u, /^[.,'^/⁄:-]\d/u],
  [/\d[.,'^/⁄:-]$/u, /^\d/u],
  // Thousands that a space sets apart.
  [/(?<!\d)\d{1,3}$/u, /^ \d{3}(?!\d)/u],
  [/(?<!\d)\d{1,3} $/u, /^\d{3}(?!\d)/u],
  // A sign, a currency, percent.
  [/(?:^|[^\p{L}\p{N}])-$/u, /^[\d\p{Sc}]/u],
  [/(?<!\d ?)\p{Sc} ?$/u, /^\d/u],
  [/\d$/u, /^ ?[%‰]/u],
  [/\d$/u, /^ ?\p{Sc}(?!\d)/u],
];
