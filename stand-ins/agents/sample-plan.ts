import type { Plan, PlannedCandidate } from '../../domain/plan';
import type { SearchBrief } from '../../contracts/agent-briefs';
import { clip, Dice, sentence } from './sample-words';

const FORMATS = [
  ['price letter', 'what changed in price this week, and why', 'low'],
  ['casebook', 'one real case taken apart, from first call to invoice', 'high'],
  ['rule watch', 'new rules in plain words, with the date they bite', 'medium'],
  ['buyer’s brief', 'one purchase compared without a seller in the room', 'medium'],
  ['job letter', 'open positions and what they pay', 'low'],
  ['field notes', 'what practitioners tried and measured', 'high'],
  ['reading list', 'five links with a verdict each', 'low'],
  ['question hour', 'three readers’ questions answered in depth', 'medium'],
] as const;
const READERS = ['beginners', 'owners of small firms', 'public buyers', 'teachers of the trade'] as const;
const RHYTHMS = ['weekly', 'fortnightly', 'monthly'] as const;

/**
 * Computes a plan from the brief; pure and deterministic. Each idea carries its number, so a fault can target one
 * candidate (`task:sample candidate 3 of 10`).
 */
export function samplePlan(brief: SearchBrief): Plan {
  const { operatorProfile, expertise, candidateCount } = brief;
  const dice = new Dice({ idea: operatorProfile, audience: expertise.join(', '), geography: null });
  const shift = dice.between(0, 31);
  const candidates = Array.from({ length: candidateCount }, (_, i): PlannedCandidate => {
    const subject = clip(expertise[i % expertise.length]!, 60);
    // 8 formats by 4 readers: 32 different pairs, more than a search may have candidates.
    const pair = (i + shift) % 32;
    const [format, content, effort] = FORMATS[pair % FORMATS.length]!;
    const reader = READERS[Math.floor(pair / FORMATS.length)]!;
    const rhythm = RHYTHMS[i % RHYTHMS.length]!;
    return {
      title: `${sentence(subject)} ${format} for ${reader}`,
      idea:
        `A ${rhythm} newsletter on ${subject} for ${reader}: ${content}. The operator brings: ` +
        `${clip(operatorProfile, 300)} (sample candidate ${i + 1} of ${candidateCount})`,
      audience: sentence(reader),
      geography: null,
      effort,
    };
  });
  return { candidates };
}

/** Flawed plan for tests of corrections: one idea too few and one duplicate. */
export function flawedPlan(brief: SearchBrief): unknown {
  const { candidates } = samplePlan(brief);
  return { candidates: candidates.slice(1).map((candidate, i) => (i === 1 ? candidates[1] : candidate)) };
}
