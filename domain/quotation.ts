/** Fewest words of a quotation that can be looked for; fewer are found on any page. Two ideographs count as a word. */
const MIN_WORDS = 4;
/** Enough letters and digits whatever the words, for languages that write few spaces. */
const ENOUGH_CHARACTERS = 20;
/** Fewest words of each part around an omission. */
const MIN_WORDS_OF_PART = 2;
/** Longest passage of a page that an omission replaces, in characters. */
const LONGEST_OMISSION = 1_000;

/** Marks of an omission inside a quotation. */
const OMISSION = /[[(]\s*(?:…|\.{3})\s*[\])]|…|\.{3,}/u;

const QUOTES = /["'`´‘’‚‛“”„‟′″‹›«»「」『』〝〞＂＇]/gu;
const DASHES = /[‐‑‒–—―−﹘﹣－]/gu;
/** Soft hyphens, zero-width spaces and joiners, direction marks, variation selectors, byte order marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Marks of emphasis, headings and tables, which a reader that turns pages into plain text adds or drops. */
const MARKUP = /[*_#|•·▪●]/gu;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** Scripts that set words apart, so that a quotation begins and ends between words. */
const SPACED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Nd}]/u;

/**
 * True if a page holds a quotation word for word. White space, quotation marks, dashes, hyphens that divide a word,
 * compatibility forms (ligatures, full width), marks of emphasis and case do not count. Where the quotation marks an
 * omission (`…`, `[...]`), its parts must follow each other on the page. See {@link quotationFlaw} for its least length.
 */
export function holdsQuotation(page: string, quotation: string): boolean {
  return createPageSearch(page)(quotation);
}

/** {@link holdsQuotation} for many quotations of one page, which is folded once. */
export function createPageSearch(page: string): (quotation: string) => boolean {
  const text = folded(page);
  // A hyphen may belong to a word, or divide it at the end of a line.
  const undivided = withoutHyphens(text);
  return (quotation) => {
    if (quotationFlaw(quotation) !== null) return false;
    const parts = partsOf(quotation);
    return standIn(text, parts) || standIn(undivided, parts.map(withoutHyphens));
  };
}

/** Reason why a quotation cannot be searched for, as sent to the agent; null if it can. */
export function quotationFlaw(quotation: string): string | null {
  const parts = partsOf(quotation);
  const words = parts.map(wordsIn);
  const characters = parts.join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const total = words.reduce((sum, count) => sum + count, 0);
  if (total < MIN_WORDS && characters < ENOUGH_CHARACTERS) {
    return `is too short to be looked for: quote at least ${MIN_WORDS} words of the page, word for word`;
  }
  if (parts.length > 1 && words.some((count) => count < MIN_WORDS_OF_PART)) {
    return `has an omission beside fewer than ${MIN_WORDS_OF_PART} words: quote one passage without leaving words out`;
  }
  return null;
}

function wordsIn(text: string): number {
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0;
  const words = text.replace(IDEOGRAPHS, ' ').match(/(?<!\S)\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  return words + Math.floor(ideographs / 2);
}

/** Parts of a quotation between its omissions, folded, without the marks that a sentence begins or ends with. */
function partsOf(quotation: string): string[] {
  return quotation
    .split(OMISSION)
    .map((part) => folded(part).replace(/^[\s,;:.!?-]+|(?<![\s,;:.!?-])[\s,;:.!?-]+$/gu, ''))
    .filter((part) => part !== '');
}

function folded(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(QUOTES, '')
    .replace(DASHES, '-')
    .replace(MARKUP, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/ ?-[- ]*/gu, '-')
    .toLowerCase();
}

function withoutHyphens(text: string): string {
  return text.replaceAll('-', '');
}

function standIn(page: string, [first, ...others]: readonly string[]): boolean {
  for (const begin of positions(page, first!, 0, page.length)) {
    let end: number | undefined = begin + first!.length;
    for (const part of others) {
      const at: number | undefined = positions(page, part, end, end + LONGEST_OMISSION).next().value ?? undefined;
      end = at === undefined ? undefined : at + part.length;
      if (end === undefined) break;
    }
    if (end !== undefined) return true;
  }
  return false;
}

/** Positions, from `from` up to `to`, at which a page holds a text between words and whole numbers. */
function* positions(page: string, text: string, from: number, to: number): Generator<number, undefined> {
  for (let at = page.indexOf(text, from); at !== -1 && at <= to; at = page.indexOf(text, at + 1)) {
    const end = at + text.length;
    if (!isInside(page, at) && !isInside(page, end)) yield at;
  }
  return undefined;
}

/** True if a position divides a word or a number: a quotation of `12 readers` does not occur in `12,000 readers`. */
function isInside(page: string, at: number): boolean {
  const [before, after] = [page.slice(at - 1, at), page.slice(at, at + 1)];
  if (at === 0 || after === '') return false;
  if (SPACED.test(before) && SPACED.test(after)) return true;
  return /^\d[.,]\d$/u.test(page.slice(at - 2, at + 1)) || /^\d[.,]\d$/u.test(page.slice(at - 1, at + 2));
}
