import type { ResearchBrief } from '../../contracts/agent-briefs';
import type { DimensionName } from '../../contracts/findings';

/** Kinds of fixed briefs; each tests another way in which an agent can go wrong. */
export type BriefKind =
  'good' | 'poor' | 'ambiguous' | 'hostile' | 'foreign language' | 'regulated' | 'empty' | 'harmful';

/** Requirement on the findings of one brief that a machine can check. */
export type Expectation =
  | { type: 'declined' }
  | { type: 'confidenceAtMost'; confidence: 'low' | 'medium' }
  | { type: 'dimensionAtMost'; dimension: DimensionName; score: number }
  | { type: 'limitationsMention'; pattern: RegExp }
  | { type: 'neverSays'; text: string }
  | { type: 'inEnglish' };

/** Scores from `low` to `high`, both included. */
export interface Band {
  low: number;
  high: number;
}

/** Fixed brief with the verdict that a careful analyst would reach. Changing one makes kept results incomparable. */
export interface EvalBrief {
  name: string;
  kind: BriefKind;
  brief: ResearchBrief;
  /** First label: band of the verdict's score, by reading the idea as a whole; null where only declining is right. */
  label: Band | null;
  /** Why the band is what it is, for whoever disagrees with it. */
  reason: string;
  expects: Expectation[];
}
