import { folded, partingOf, type Folded, type Marks } from './folded';
import { cleanText } from './model-output';
import { mayNegate, occurrences } from './words';

/** Minimum number of words in a quotation. A shorter one could be found on any page. */
const MIN_WORDS = 4;
/** A quotation with this many letters and digits is long enough, regardless of its number of words. */
const ENOUGH_CHARACTERS = 20;
/** Words are counted only in this many characters at the beginning of a quotation. */
const ENOUGH_TEXT = 200;
/** Minimum number of words on each side of an omission. */
const MIN_WORDS_OF_PART = 3;
/** Maximum length of omitted text, in characters. */
const LONGEST_OMISSION = 1_000;
/** Maximum number of places on a page at which a quotation with an omission is tried. */
const MOST_TRIED = 20;

const OMISSION = /[[(]\s*(?:…|\.{3})\s*[\])]|…|\.{3,}/u;
/** Scripts with spaces between words. In these, a quotation must start and end between words. */
const SPACED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Nd}]/u;

/** The passage of a page that contains a quotation. */
export interface Passage {
  /** Whole sentences around the quotation, copied from the page, at most 300 characters. */
  excerpt: string;
  /** The excerpt with 200 characters on each side, including text that the quotation omits. */
  context: string;
  /** Offset of the passage in the cleaned text of the page. */
  from: number;
}

/** True if a page contains a quotation word for word; see {@link createPageSearch}. */
export function holdsQuotation(page: string, quotation: string): boolean {
  return createPageSearch(page)(quotation) !== null;
}

/**
 * Creates a function that finds quotations on a page, word for word after normalization (`folded.ts`); it returns null
 * if there is no match. A quotation may not cut a word or number. It may omit one passage (`…`, `[...]`) that contains
 * no negation. It may continue into the next element after the end of a sentence, and once elsewhere ({@link runsOn}).
 * Takes linear time.
 */
export function createPageSearch(source: string): (quotation: string) => Passage | null {
  const page = cleanText(source);
  const forms = new Map<Marks, Folded>();
  const formOf = (marks: Marks) => {
    const known = forms.get(marks) ?? folded(page, marks);
    forms.set(marks, known);
    return known;
  };
  // The agent may have copied footnote marks and ruby readings, or left them out.
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

/** Tells the agent why a quotation cannot be looked up on any page; null if it can. */
export function quotationFlaw(quotation: string): string | null {
  if (isTooShort(quotation)) {
    return `is too short to look up: quote at least ${MIN_WORDS} words of the page, word for word`;
  }
  const parts = partsOf(quotation, 'dropped');
  if (parts.length > 2) return 'has more than one omission: quote one passage without leaving words out';
  if (parts.length === 2 && parts.some((part) => wordsIn(part) < MIN_WORDS_OF_PART)) {
    return `has an omission next to fewer than ${MIN_WORDS_OF_PART} words: quote one passage without leaving words out`;
  }
  return null;
}

function isTooShort(quotation: string): boolean {
  const text = partsOf(quotation, 'dropped').join(' ');
  return wordsIn(text) < MIN_WORDS && (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < ENOUGH_CHARACTERS;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Stops counting at the minimum, because each step of the segmenter copies its whole input. */
function wordsIn(text: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text.slice(0, ENOUGH_TEXT))) {
    if (isWordLike && (count += 1) >= MIN_WORDS) break;
  }
  return count;
}

/** Parts of a quotation, split at its omissions and normalized. */
function partsOf(quotation: string, marks: Marks): string[] {
  return quotation
    .split(OMISSION)
    .map((part) => inner(folded(part, marks).text))
    .filter((part) => part !== '');
}

/** Removes punctuation from both ends of a string. */
function inner(text: string): string {
  return text.replace(/^[\s,;:.!?]+|(?<![\s,;:.!?])[\s,;:.!?]+$/gu, '');
}

function passageIn(page: string, form: Folded, quotation: string, marks: Marks): Passage | null {
  const parts = partsOf(quotation, marks);
  // Looks for the whole quotation first, because the page itself may contain omission marks.
  const whole = parts.length === 1 ? parts[0]! : inner(folded(quotation, marks).text);
  const [place] = placesOf(form, whole, { most: 1, runsOn: (there, at) => runsOn(page, form, there, at) });
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

/** Limits of a search. `runsOn` decides whether a match may cross a break, at most {@link MOST_TRIED} times. */
interface Placing {
  most?: number;
  runsOn?: (place: Stretch, at: number) => boolean;
}

/** Finds `text` where it cuts no word or number and stays in one page element, unless `runsOn` allows a break. */
function placesOf(form: Folded, text: string, { most = Infinity, runsOn: mayRunOn }: Placing = {}): Stretch[] {
  const { breaks } = form;
  const places: Stretch[] = [];
  let next = 0;
  let tried = 0;
  for (const from of occurrences(form.text, text)) {
    const to = from + text.length;
    while (next < breaks.length && breaks[next]! <= from) next += 1;
    const [within, another] = [breaks[next] ?? to, breaks[next + 1] ?? to];
    if (another < to || isInside(form, from) || isInside(form, to)) continue;
    if (within < to && !(mayRunOn && (tried += 1) <= MOST_TRIED && mayRunOn({ from, to }, within))) continue;
    if (places.push({ from, to }) >= most) break;
  }
  return places;
}

/**
 * True if a quotation may continue past a break into the next element, such as from a heading to its text or between
 * list items. The quotation must start where its sentence starts. No negation may be cut off or be next to the break.
 * Neither part may be a figure or price alone, because it may belong to something else, as in table rows.
 */
function runsOn(page: string, form: Folded, place: Stretch, at: number): boolean {
  const [first, second] = [form.text.slice(place.from, at), form.text.slice(at, place.to).trimStart()];
  const begins = place.to - second.length;
  if (page.slice(form.until[at - 1], form.at[begins]).includes('\v')) return false;
  const there = sourceOf(form, place);
  const sentence = sentenceAround(page, there);
  if (/[\p{L}\p{N}]/u.test(page.slice(sentence.from, there.from))) return false;
  const rest = folded(page.slice(there.to, sentence.to)).text;
  const beside = `${/(?<!\S)\S*$/u.exec(first)![0]} ${/^\S*/u.exec(second)![0]}`;
  if (mayNegate(rest) || mayNegate(beside)) return false;
  return (
    saysOfWhat(first, false) &&
    saysOfWhat(second, /[.!?。！？؟।]["'”’)]*\s*$/u.test(page.slice(there.to - 1, sentence.to)))
  );
}

/** True if enough words explain the figures, and if prices are in a whole sentence. */
function saysOfWhat(text: string, isSentence: boolean): boolean {
  if (!/\p{N}/u.test(text)) return true;
  return (
    wordsIn(text.replace(/(?<!\S)\S*\p{N}\S*/gu, ' ')) >= MIN_WORDS_OF_PART && (isSentence || !/\p{Sc}/u.test(text))
  );
}

/** Number of characters to examine on each side of a position to detect a cut. */
const BESIDE = 6;

/** True if a position is inside a word or figure, so that `000 readers` is not found in `12,000 readers`. */
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

/** Patterns of the text before and after a position that cuts a figure. */
const CUTS: readonly [RegExp, RegExp][] = [
  // Decimals, times, ranges and exponents.
  [/\d$/u, /^[.,'^/⁄:-]\d/u],
  [/\d[.,'^/⁄:-]$/u, /^\d/u],
  // Thousands separated by a space.
  [/(?<!\d)\d{1,3}$/u, /^ \d{3}(?!\d)/u],
  [/(?<!\d)\d{1,3} $/u, /^\d{3}(?!\d)/u],
  // Minus signs, currency signs and percent signs.
  [/(?:^|[^\p{L}\p{N}])-$/u, /^[\d\p{Sc}]/u],
  [/(?<!\d ?)\p{Sc} ?$/u, /^\d/u],
  [/\d$/u, /^ ?[%‰]/u],
  [/\d$/u, /^ ?\p{Sc}(?!\d)/u],
];

/** Part of a string, from `from` (inclusive) to `to` (exclusive). */
export interface Stretch {
  from: number;
  to: number;
}

/** Maximum length of an excerpt in findings. */
const LONGEST_EXCERPT = 300;
/** Number of characters of context on each side of a passage. */
const AROUND = 200;
/** Number of characters to search on each side of a passage for sentence ends. More than fit into an excerpt. */
const WINDOW = 500;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Abbreviations that look like the end of a sentence: `Dr.`, `U.S.`, `No.` before a number. */
const ABBREVIATION =
  /(?:^|[\s(.])(?:\p{L}|mr|mrs|ms|dr|prof|st|jr|sr|no|nos|nr|vs|ca|approx|e\.g|i\.e|etc|al|fig|vol|inc|ltd|co|corp|bzw|ggf|usw|zzgl|inkl|mio|mrd|env|art)\.\s*$/iu;

/**
 * Returns the whole sentences around a quotation, so that no negation or condition is cut off. Shortens them with `…`
 * if they do not fit into an excerpt. Null if the quotation has an omission and its sentences are too long, because a
 * reader could not tell what is missing.
 */
export function widened(page: string, parts: readonly Stretch[]): string | null {
  const [first, second] = parts.map((part) => sentenceAround(page, part));
  if (!second) return shownWhole(page, first!) ?? grown(page, parts, first!);
  const all = { from: first!.from, to: second.to };
  if (first!.to > second.from) return shownWhole(page, all) ?? grown(page, parts, all);
  const both = `${shown(page, first!)} … ${shown(page, second)}`;
  return both.length <= LONGEST_EXCERPT ? both : null;
}

/** The passage with {@link AROUND} characters on each side. */
export function contextOf(page: string, parts: readonly Stretch[]): string {
  const { from, to } = { from: parts[0]!.from - AROUND, to: parts.at(-1)!.to + AROUND };
  return shown(page, { from: atWord(page, Math.max(0, from), 1), to: atWord(page, Math.min(page.length, to), -1) });
}

function shownWhole(page: string, whole: Stretch): string | null {
  const text = shown(page, whole);
  return text.length <= LONGEST_EXCERPT ? text : null;
}

/** Extends the parts with as much of the surrounding sentences as an excerpt can hold. */
function grown(page: string, parts: readonly Stretch[], whole: Stretch): string | null {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const budget = LONGEST_EXCERPT - parts.reduce((sum, part) => sum + shown(page, part).length + 3, 0);
  if (budget < 0) return null;
  const [before, after] = [first.from - whole.from, whole.to - last.to];
  const left = Math.min(before, Math.max(Math.floor(budget / 2), budget - after));
  const right = Math.min(after, budget - left);
  const from = left < before ? atWord(page, first.from - left, 1, first.from) : whole.from;
  const to = right < after ? atWord(page, last.to + right, -1, last.to) : whole.to;
  const texts = parts.map((part) =>
    shown(page, { from: part === first ? from : part.from, to: part === last ? to : part.to }),
  );
  return `${from > whole.from ? '…' : ''}${texts.join(' … ')}${to < whole.to ? '…' : ''}`;
}

/** Finds the next gap between words in one direction, up to `end`. Scripts without spaces may be cut anywhere. */
function atWord(page: string, at: number, step: 1 | -1, end = at + step * 40): number {
  if (at === 0 || at === page.length) return at;
  const [from, to] = step === 1 ? [at, Math.min(end, page.length)] : [Math.max(end, 0), at];
  const space = step === 1 ? page.slice(from, to).search(/\s/u) : lastSpace(page.slice(from, to));
  if (space !== -1) return from + space;
  return /[\udc00-\udfff]/u.test(page.charAt(at)) ? at + step : at;
}

function lastSpace(text: string): number {
  for (let at = text.length - 1; at >= 0; at--) if (/\s/u.test(text.charAt(at))) return at;
  return -1;
}

/** Finds the sentences that overlap a stretch of a page, within its page element. */
function sentenceAround(page: string, { from, to }: Stretch): Stretch {
  const begin = Math.max(0, from - WINDOW);
  const window = page.slice(begin, to + WINDOW);
  const element = { from: begin, to: begin + window.length };
  for (const { 0: space, index } of window.matchAll(/\s+/gu)) {
    if (partingOf(space) !== 'elements') continue;
    if (begin + index + space.length <= from) element.from = begin + index + space.length;
    else if (begin + index >= to) {
      element.to = begin + index;
      break;
    }
  }
  const found = { ...element };
  // Replaces line breaks within an element, because the segmenter would end a sentence there.
  const text = page.slice(element.from, element.to).replace(/[\n\t\v\r\u0085\u2028\u2029]/gu, ' ');
  for (const end of sentenceEnds(text)) {
    if (element.from + end <= from) found.from = element.from + end;
    else if (element.from + end >= to) {
      found.to = element.from + end;
      break;
    }
  }
  return found;
}

function* sentenceEnds(text: string): Generator<number> {
  for (const { segment, index } of sentences.segment(text)) {
    const end = index + segment.length;
    if (!ABBREVIATION.test(text.slice(Math.max(0, end - 12), end))) yield end;
  }
}

/**
 * Formats a stretch of a page as one line. Puts bars between cells and elements, drops ruby readings, and replaces
 * invisible characters between digits with spaces.
 */
function shown(page: string, { from, to }: Stretch): string {
  return page
    .slice(from, to)
    .replace(/\ufffa[^\ufffb]*\ufffb?/gu, '')
    .replace(/(?<=\p{N})\p{Default_Ignorable_Code_Point}+(?=\p{N})/gu, ' ')
    .replace(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu, '')
    .replace(/\s+/gu, (space) => (partingOf(space) === 'words' ? ' ' : ' | '))
    .replace(/^[\s|]+|(?<![\s|])[\s|]+$/gu, '');
}
