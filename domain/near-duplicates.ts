import type { Candidate } from '../contracts/findings';
import { wordsOf } from './findings-rules/texts';
import { UNSPACED } from './folded-text';

/** What two ideas are compared by. */
export type Compared = Pick<Candidate, 'title' | 'idea' | 'competitors' | 'audienceSegments'>;

/** Numbers by which two candidates are one idea, each of 100. */
export const NEAR_DUPLICATE = {
  /** Rivals that both have, of the shorter list. */
  rivals: 50,
  /** Words of title and idea that both have, of the words of both. */
  words: 50,
  /** Words of the names of the audience's segments that both have, of the words of both. */
  audience: 50,
} as const;

/** Shared rivals that are no chance, where both have as many. */
const FEWEST_RIVALS = 2;

/**
 * True if two candidates are one idea in other words: they share their rivals, and either their audience or their words.
 * Words alone are no proof, since ideas of one operator for one trade are told in the same ones. Symmetric; by code, so that
 * ranking again gives the same answer.
 */
export function isNearDuplicate(one: Compared, other: Compared): boolean {
  return (
    haveSameRivals(one, other) &&
    (shareOf(ideaOf(one), ideaOf(other)) >= NEAR_DUPLICATE.words ||
      shareOf(audienceOf(one), audienceOf(other)) >= NEAR_DUPLICATE.audience)
  );
}

const ideaOf = ({ title, idea }: Compared) => termsOf(`${title}\n${idea}`);

const audienceOf = ({ audienceSegments }: Compared) => termsOf(audienceSegments.map(({ name }) => name).join('\n'));

/** Least letters of a word that says what a text is about. */
const TELLING = 4;

/** Words that tell what a text is about; of scripts without spaces each two signs that follow each other. */
function termsOf(text: string): Set<string> {
  const terms = wordsOf(text).flatMap((word) => {
    const signs = Array.from(word);
    if (UNSPACED.test(word)) return signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
    return signs.length >= TELLING ? [word.replace(/(?<=\p{L}{3})s$/u, '')] : [];
  });
  return new Set(terms);
}

/** Shared members of two sets, of 100 of both together; 0 of nothing. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = sharedOf(one, other);
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : (shared * 100) / all;
}

function sharedOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((term) => other.has(term)).length;
}

function haveSameRivals(one: Compared, other: Compared): boolean {
  const [rivals, others] = [rivalsOf(one), rivalsOf(other)];
  const shared = sharedOf(rivals, others);
  const shorter = Math.min(rivals.size, others.size);
  const fewest = Math.max(1, Math.min(FEWEST_RIVALS, shorter));
  return shared >= fewest && shared * 100 >= shorter * NEAR_DUPLICATE.rivals;
}

/** Rivals by their address, or by their name where they have none. */
function rivalsOf({ competitors }: Compared): Set<string> {
  return new Set(
    competitors.map(({ name, url }) => {
      if (url === null || !URL.canParse(url)) return wordsOf(name).join(' ');
      const { hostname, pathname } = new URL(url);
      return `${hostname.replace(/^www\./u, '')}${pathname.replace(/(?<!\/)\/+$/u, '')}`;
    }),
  );
}
