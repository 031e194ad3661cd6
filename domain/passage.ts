import { partingOf } from './folded-text';

/** Stretch of a text, from `from` up to `to`. */
export interface Stretch {
  from: number;
  to: number;
}

/** Longest excerpt that findings may have. */
const LONGEST_EXCERPT = 300;
/** Characters kept on each side of a passage. */
const AROUND = 200;
/** Characters on each side of a passage in which its sentence is looked for: more than an excerpt could show. */
const WINDOW = 500;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Ends of what looks like a sentence and is none: `Dr.`, `U.S.`, `No.` before a number. */
const ABBREVIATION =
  /(?:^|[\s(.])(?:\p{L}|mr|mrs|ms|dr|prof|st|jr|sr|no|nos|nr|vs|ca|approx|e\.g|i\.e|etc|al|fig|vol|inc|ltd|co|corp|bzw|ggf|usw|zzgl|inkl|mio|mrd|env|art)\.\s*$/iu;

/**
 * What a page says where a quotation of it was found: its sentences as a whole, so that no negation or condition of them
 * is cut off, with `…` where they are longer than an excerpt may be. Null where an omission would hide more than a reader
 * could tell: its sentences do not fit.
 */
export function widened(page: string, parts: readonly Stretch[]): string | null {
  const [first, second] = parts.map((part) => sentenceAround(page, part));
  if (!second) return shownWhole(page, first!) ?? grown(page, parts, first!);
  const all = { from: first!.from, to: second.to };
  if (first!.to > second.from) return shownWhole(page, all) ?? grown(page, parts, all);
  const both = `${shown(page, first!)} … ${shown(page, second)}`;
  return both.length <= LONGEST_EXCERPT ? both : null;
}

/** What stands around a passage, {@link AROUND} characters on each side. */
export function contextOf(page: string, parts: readonly Stretch[]): string {
  const { from, to } = { from: parts[0]!.from - AROUND, to: parts.at(-1)!.to + AROUND };
  return shown(page, { from: atWord(page, Math.max(0, from), 1), to: atWord(page, Math.min(page.length, to), -1) });
}

function shownWhole(page: string, whole: Stretch): string | null {
  const text = shown(page, whole);
  return text.length <= LONGEST_EXCERPT ? text : null;
}

/** The parts with as much of their sentence as an excerpt may hold. */
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

/** Next place between words in a direction, no farther than `end`; scripts without spaces are cut anywhere. */
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

/** Sentences that a stretch of a page touches, within the element of the page that holds it. */
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
  // A line break within an element ends no sentence, as the segmenter would have it.
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
 * Stretch of a page as one line: cells and elements are parted by a bar, readings beside ideographs are left out, and
 * what is invisible between two digits is a space.
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
