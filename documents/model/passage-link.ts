import type { PublishedParts } from '../../contracts/findings';

type Entry = Pick<PublishedParts['evidence'][number], 'sourceUrl' | 'excerpt' | 'verification'>;

/** Words that a link gives of the beginning and of the end of a passage; a shorter one is given whole. */
const WORDS = 4;
/** The same in characters, where a script sets no spaces. */
const CHARACTERS = 12;

/**
 * Address that opens a page at the passage that was found there: by a text fragment, which browsers that do not know it
 * ignore, or by the page of a PDF. The bare address where nothing was found.
 */
export function passageAddress({ sourceUrl, excerpt, verification }: Entry): string {
  if (verification?.status !== 'verified') return sourceUrl;
  const [, fragment] = /#(.*)$/su.exec(sourceUrl) ?? [];
  if (verification.page !== undefined) return fragment ? sourceUrl : `${bare(sourceUrl)}#page=${verification.page}`;
  const pieces = excerpt
    .split(/…|\s\|\s/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined || fragment?.includes(':~:')) return sourceUrl;
  const [start, end] = [beginningOf(first), endOf(last)];
  const range = pieces.length === 1 && beginningOf(first, 2) === first ? [first] : [start, end];
  return `${bare(sourceUrl)}#${fragment ?? ''}:~:text=${range.map(encoded).join(',')}`;
}

const bare = (address: string) => address.replace(/#.*$/su, '');

// A dash has a meaning of its own there.
const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');

function beginningOf(text: string, times = 1): string {
  const words = text.split(' ');
  if (words.length > 1) return words.slice(0, WORDS * times).join(' ');
  return Array.from(text)
    .slice(0, CHARACTERS * times)
    .join('');
}

function endOf(text: string): string {
  const words = text.split(' ');
  return words.length > 1 ? words.slice(-WORDS).join(' ') : Array.from(text).slice(-CHARACTERS).join('');
}
