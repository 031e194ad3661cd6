import type { Plan, PlannedCandidate } from '../../domain/plan';
import type { SearchBrief } from '../../contracts/agent-briefs';
import { OPERATOR } from './sample-rationales';
import { clip, Dice, sentence } from './sample-words';

/** Angles on a field: the subject that each makes of it, its title, and what an issue holds. */
const ANGLES: {
  subject: (field: string) => string;
  title: (field: string) => string;
  content: string;
  effort: PlannedCandidate['effort'];
}[] = [
  {
    subject: (field) => `prices in ${field}`,
    title: (field) => `${field} price letter`,
    content: 'what changed in price, and why',
    effort: 'low',
  },
  {
    subject: (field) => `real cases in ${field}`,
    title: (field) => `${field} casebook`,
    content: 'one real job taken apart, from the first call to the invoice',
    effort: 'high',
  },
  {
    subject: (field) => `new rules in ${field}`,
    title: (field) => `${field} rule watch`,
    content: 'each new rule in plain words, with the date it takes effect',
    effort: 'medium',
  },
  {
    subject: (field) => `buying decisions in ${field}`,
    title: (field) => `${field} buyer’s guide`,
    content: 'one purchase compared without a seller in the room',
    effort: 'medium',
  },
  {
    subject: (field) => `jobs and pay in ${field}`,
    title: (field) => `${field} jobs and pay`,
    content: 'open positions, and what they really pay',
    effort: 'low',
  },
  {
    subject: (field) => `field tests in ${field}`,
    title: (field) => `${field} field notes`,
    content: 'what practitioners tried, measured and dropped',
    effort: 'high',
  },
  {
    subject: (field) => `research in ${field}`,
    title: (field) => `${field} reading list`,
    content: 'five links with a verdict on each',
    effort: 'low',
  },
  {
    subject: (field) => `common questions in ${field}`,
    title: (field) => `${field} questions answered`,
    content: 'three questions from readers, answered in depth',
    effort: 'medium',
  },
];
const READERS = ['newcomers', 'owners of small firms', 'public buyers', 'instructors'] as const;
const RHYTHMS = ['weekly', 'fortnightly', 'monthly'] as const;

/**
 * Computes a plan from the brief; pure and deterministic. Each idea ends with its number, so a fault can target one
 * candidate (`task:(idea 3 of 10)`).
 */
export function samplePlan(brief: SearchBrief): Plan {
  const { operatorProfile, expertise, candidateCount } = brief;
  const dice = new Dice({ idea: operatorProfile, audience: expertise.join(', '), geography: null });
  const shift = dice.between(0, 31);
  const candidates = Array.from({ length: candidateCount }, (_, i): PlannedCandidate => {
    const field = clip(expertise[i % expertise.length]!, 60);
    // 8 angles by 4 readers: 32 different pairs, more than a search may have candidates.
    const pair = (i + shift) % 32;
    const { subject, title, content, effort } = ANGLES[pair % ANGLES.length]!;
    const readers = READERS[(Math.floor(pair / ANGLES.length) + i) % READERS.length]!;
    return {
      title: `${title(sentence(field))} for ${readers}`,
      idea:
        `A ${RHYTHMS[i % RHYTHMS.length]!} newsletter on ${subject(field)} for ${readers}: ${content}. ` +
        `${OPERATOR} ${clip(operatorProfile, 300)} (idea ${i + 1} of ${candidateCount})`,
      audience: sentence(readers),
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
