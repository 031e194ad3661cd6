import type { SearchBrief } from '../../contracts/agent';
import type { Plan, PlannedCandidate } from '../../domain/plan';
import { readData } from '../base/data';
import { clip, Dice, sentence } from './sample-words';

/** An angle on a field: what precedes the field in the idea, what follows it in the title, and what an issue holds. */
interface Angle {
  angle: string;
  title: string;
  content: string;
  effort: PlannedCandidate['effort'];
}

const READERS = ['newcomers', 'owners of small firms', 'public buyers', 'instructors'] as const;
const RHYTHMS = ['weekly', 'fortnightly', 'monthly'] as const;

/**
 * Computes a plan from the brief; pure and deterministic. Each idea ends with its number, so a fault can target one
 * candidate (`task:(idea 3 of 10)`).
 */
export function samplePlan(brief: SearchBrief): Plan {
  const angles = readData<Angle[]>('agents/plan-angles.json');
  const { operatorProfile, expertise, candidateCount } = brief;
  const shift = new Dice({ idea: operatorProfile, audience: expertise.join(', '), geography: null }).between(0, 31);
  const candidates = Array.from({ length: candidateCount }, (_, i): PlannedCandidate => {
    const field = clip(expertise[i % expertise.length]!, 60);
    // 8 angles by 4 readers: 32 different pairs, more than a search may have candidates.
    const pair = (i + shift) % 32;
    const { angle, title, content, effort } = angles[pair % angles.length]!;
    const readers = READERS[(Math.floor(pair / angles.length) + i) % READERS.length]!;
    return {
      title: `${sentence(field)} ${title} for ${readers}`,
      idea:
        `A ${RHYTHMS[i % RHYTHMS.length]!} newsletter on ${angle} ${field} for ${readers}: ${content}. ` +
        `The operator’s background: ${clip(operatorProfile, 300)} (idea ${i + 1} of ${candidateCount})`,
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
