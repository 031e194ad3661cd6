import { getDomain } from 'tldts';
import type { Evidence } from '../../contracts/findings-parts';
import { wordsOf } from './texts';

/**
 * True if two of these sources carry a high confidence: first-hand records or accountable reporting, of two publishers,
 * neither of which repeats the text of the other. Where pages were checked, both quotations must have been found.
 */
export function twoIndependent(sources: readonly Evidence[], verified: boolean): boolean {
  const carrying = sources.filter(
    ({ grade = 'primary', verification }) =>
      (grade === 'primary' || grade === 'reported') && (!verified || verification?.status === 'verified'),
  );
  return carrying.some((one, i) => carrying.slice(i + 1).some((other) => areApart(one, other)));
}

function areApart(one: Evidence, other: Evidence): boolean {
  const hashes = [one, other].map(({ verification }) => verification?.contentSha256 ?? null);
  return (
    publisherOf(one) !== publisherOf(other) && !isOneText(one, other) && (hashes[0] === null || hashes[0] !== hashes[1])
  );
}

// Names below one registrable domain belong to one publisher, except at hosts of pages such as github.io.
function publisherOf({ sourceUrl }: Evidence): string {
  const domain = getDomain(sourceUrl, { allowPrivateDomains: true });
  return domain ?? (URL.canParse(sourceUrl) ? new URL(sourceUrl).hostname : sourceUrl);
}

/** Words that follow each other in two texts only where one was taken from the other. */
const RUN = 5;
/** Part of a quotation from which it is the other text’s, in percent. */
const SHARED = 50;
/** Fewest words of a title that two pages do not share by chance. */
const TITLE_WORDS = 5;

/** True if two sources repeat one text, such as a press release: by what was quoted, what stands around it, or the title. */
function isOneText(one: Evidence, other: Evidence): boolean {
  const [first, second] = [one, other].map(({ excerpt }) => wordsOf(excerpt).join(' '));
  if (first === second || titleOf(one) === titleOf(other)) return true;
  return isWithin(one, other) || isWithin(other, one);
}

/** True if what the one quotes stands in the other, in what it quotes or around it. */
function isWithin({ excerpt }: Evidence, other: Evidence): boolean {
  const quoted = runsOf(excerpt);
  const there = new Set([...runsOf(other.excerpt), ...runsOf(other.verification?.context ?? '')]);
  const shared = quoted.filter((run) => there.has(run)).length;
  return shared > 0 && shared * 100 >= quoted.length * SHARED;
}

/** Title of the page without the name of its site; a text of its own where it is too short to be told from others. */
function titleOf({ title, verification, evidenceId }: Evidence): string {
  const [words] = (verification?.pageTitle ?? title).split(/ [|–—-] /u).map(wordsOf);
  return words!.length < TITLE_WORDS ? evidenceId : words!.join(' ');
}

function runsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(RUN - 1).map((_, i) => words.slice(i, i + RUN).join(' '));
}
