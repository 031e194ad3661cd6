import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webAddress } from '../../../base/html';
import { PACKAGE_ROOT } from '../../../base/package-root';

/** Maximum length of a dossier's title, in characters. */
const TITLE_LENGTH = 140;

/**
 * Derives a title: the whole text if it is short enough, else its first clause, else its beginning with an ellipsis.
 */
export function titleOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const characters = Array.from(line);
  if (characters.length <= TITLE_LENGTH) return line;
  const head = characters.slice(0, TITLE_LENGTH).join('');
  const clause = /^.{30,}?(?=[.:;!?](\s|$))/su.exec(head);
  if (clause) return clause[0];
  return `${atWord(head)}…`;
}

/**
 * Returns the first sentence. If it is longer than `length` characters, returns its beginning with an ellipsis.
 * Ignores sentence ends inside quotation marks.
 */
export function firstSentence(text: string, length = 220): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const ends = [...line.matchAll(/(?<=.{19})[.!?](?=\s+\p{Lu}|$)/gsu)].map(({ index }) => line.slice(0, index + 1));
  const sentence = ends.find((head) => opened(head) === 0) ?? line;
  const characters = Array.from(sentence);
  if (characters.length <= length) return sentence;
  return `${atWord(characters.slice(0, length - 1).join(''))}…`;
}

const opened = (head: string) => (head.match(/“/g) ?? []).length - (head.match(/”/g) ?? []).length;

/** Returns the first sentences that fit into `length` characters, or the beginning of the text with an ellipsis. */
export function firstSentences(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const head = characters.slice(0, length).join('');
  const [sentences = ''] = /^.*[.!?](?=\s)/su.exec(head) ?? [];
  return sentences.length - 1 > length / 3 ? sentences : `${atWord(head)}…`;
}

function atWord(head: string): string {
  const boundary = head.search(/\s\S*$/);
  return head.slice(0, boundary > head.length / 2 ? boundary : undefined).replace(/(?<![\s,–—-])[\s,–—-]+$/, '');
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Splits text into paragraphs at blank lines. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

/** `url` is the link's target, or null if a link would be unsafe. `host` is the visible text. */
export function link(candidate: string | null): { url: string | null; host: string | null } {
  const url = webAddress(candidate);
  return { url, host: url && new URL(url).hostname.replace(/^www\./, '') };
}

/** Percent-decodes a URL for display, unless the result contains invisible characters. */
export function readableAddress(address: string): string {
  try {
    const text = decodeURI(address).replaceAll('%2C', ',');
    return /[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(text) ? address : text;
  } catch {
    return address;
  }
}

// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff\ufffe\uffff]|\p{Surrogate}/gu;

/** Strips control characters, zero-width breaks and lone surrogates from all strings in a value. */
export function printable<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replace(UNPRINTABLE, '').trim() : inner,
  ) as T;
}

/** Character ranges in the PDF fonts, in ascending order, each with its first and last character. Generated. */
type Ranges = readonly (readonly [number, number])[];

const COVERAGE = join(PACKAGE_ROOT, 'modules', 'dossiers', 'assets', 'fonts', 'coverage.json');
/** Characters that need no check: Latin letters, common punctuation, and invisible characters. */
const ORDINARY = /[\s\u0020-\u024f\u2010-\u2027\u20ac\p{Default_Ignorable_Code_Point}]+/gu;

let ranges: Ranges | undefined;

/** True if a value contains characters missing from all fonts of the PDF. */
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
