import { Type, type Static } from '@sinclair/typebox';
import { closed, nullable } from '../../base/schema';
import { describedOneOf } from './contract/findings-schema';
import { RULES_EDITION, type Flaw } from './rules/rule';
import { sharedWords, topicOf } from './text/topic';

/** Newsletter idea that a search proposes, before it is researched. */
export const PlannedCandidate = Type.Object(
  {
    title: Type.String({ minLength: 3, maxLength: 160, description: 'A working title; no two alike.' }),
    idea: Type.String({ minLength: 10, maxLength: 2000, description: 'Who reads what, how often, and why it pays.' }),
    audience: nullable(Type.String({ minLength: 1, maxLength: 500 })),
    geography: nullable(Type.String({ minLength: 1, maxLength: 120 })),
    effort: describedOneOf(
      ['low', 'medium', 'high'],
      'Work of this operator for each issue: hours, a day, several days.',
    ),
  },
  closed,
);
export type PlannedCandidate = Static<typeof PlannedCandidate>;

/** Plan of a search as the agent submits it: the ideas to research. */
export const Plan = Type.Object(
  { candidates: Type.Array(PlannedCandidate, { minItems: 3, maxItems: 25 }) },
  { ...closed, description: 'The newsletter ideas that a search will research.' },
);
export type Plan = Static<typeof Plan>;

/** First edition of the rules that applies {@link isReworded}. */
export const REWORDED_SINCE = 2;

/**
 * Checks what JSON Schema cannot: a plan has exactly `count` candidates, no two share a title or idea (ignoring case,
 * spaces and punctuation), and no idea rewords another. Reworded ideas are allowed on the last attempt, because a paid
 * run should not fail over wording and the ranking drops duplicates. Expects a plan that fits the schema.
 */
export function planFlaws({ candidates }: Plan, count: number, edition = RULES_EDITION, last = false): Flaw[] {
  const flaws: Flaw[] = [];
  if (candidates.length !== count) {
    flaws.push({ pointer: '/candidates', detail: `must hold exactly ${count} candidates, not ${candidates.length}` });
  }
  for (const field of ['title', 'idea'] as const) {
    const seen = new Map<string, number>();
    candidates.forEach((candidate, i) => {
      const words = comparable(candidate[field]);
      const first = seen.get(words);
      if (first === undefined) seen.set(words, i);
      else flaws.push({ pointer: `/candidates/${i}/${field}`, detail: `repeats /candidates/${first}/${field}` });
    });
  }
  return last || edition < REWORDED_SINCE ? flaws : [...flaws, ...rewordedFlaws(candidates, flaws)];
}

function rewordedFlaws(candidates: readonly PlannedCandidate[], known: readonly Flaw[]): Flaw[] {
  const topics = candidates.map(topicsOf);
  return topics.flatMap((topic, i) => {
    const pointer = `/candidates/${i}`;
    if (known.some((flaw) => flaw.pointer.startsWith(`${pointer}/`))) return [];
    const first = topics.findIndex((other, place) => place < i && isReworded(other, topic));
    if (first === -1) return [];
    const detail = `rewords the idea of /candidates/${first} ("${candidates[first]!.title}"): replace it with an idea for another reader or another job; if it already is one, say in title and audience what sets it apart`;
    return [{ pointer, detail }];
  });
}

type Topics = ReturnType<typeof topicsOf>;

export function topicsOf({ title, idea, audience, geography }: PlannedCandidate) {
  return {
    title: topicOf(title),
    idea: topicOf(idea),
    audience: topicOf(audience ?? ''),
    geography: topicOf(geography ?? ''),
  };
}

/** If one title contains all words of the other, ideas that share at least this percentage of words are the same. */
const SAME_IDEA = 70;

/**
 * True if two candidates are the same idea in other words. Their titles or ideas have the same words, regardless of
 * order and endings. Or their ideas share most words and one title contains the other. If their audiences or places
 * have no word in common, they are different ideas. Symmetric.
 */
export function isReworded(one: Topics, other: Topics): boolean {
  if (areApart(one.audience, other.audience) || areApart(one.geography, other.geography)) return false;
  const [titles, ideas] = [likeness(one.title, other.title), likeness(one.idea, other.idea)];
  return titles.share === 100 || ideas.share === 100 || (titles.isPart && ideas.share >= SAME_IDEA);
}

function areApart(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && other.length > 0 && sharedWords(one, other) === 0;
}

/** Percentage of words that two texts share, and whether one contains all words of the other. */
function likeness(one: readonly string[], other: readonly string[]): { share: number; isPart: boolean } {
  const shared = Math.min(sharedWords(one, other), sharedWords(other, one));
  const all = one.length + other.length - shared;
  const isPart = shared > 0 && shared === Math.min(one.length, other.length);
  return { share: all === 0 ? 0 : (shared * 100) / all, isPart };
}

function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
