import { Type, type Static } from '@sinclair/typebox';
import { closed, nullable } from '../../base/schema';
import { describedOneOf } from './contract/findings-schema';
import type { Flaw } from './rules/rule';

/** Newsletter idea that a search proposes, before its research. */
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

/**
 * Checks the rules of a plan beyond JSON Schema: exactly `count` candidates, no two with the same title or idea
 * (ignoring case, spaces and punctuation). Expects a document that passed the schema.
 */
export function planFlaws({ candidates }: Plan, count: number): Flaw[] {
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
  return flaws;
}

function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
