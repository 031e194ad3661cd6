import type { PublishedParts, Submission } from '../contract/findings';
import type { EconomicsCases, SubmittedEconomics } from '../contract/unit-economics';

/** Problem in a document: an RFC 6901 pointer, and a detail that the agent or caller can act on. */
export interface Flaw {
  pointer: string;
  detail: string;
}

/**
 * Findings under review. Their evidence is verified; their figures may not be computed yet. Rules search the whole
 * document, so each candidate of a search is reviewed as a separate document.
 */
export type Reviewed = Omit<PublishedParts, 'unitEconomics' | 'nameChecks'> &
  Pick<Submission, 'nameChecks'> & {
    unitEconomics?: SubmittedEconomics & { computed?: EconomicsCases };
    candidates?: never;
  };

/** Reports the list entries for which `detailOf` returns a detail. In `pointer`, `*` stands for an entry's index. */
export function flawsIn<T>(
  entries: readonly T[],
  pointer: string,
  detailOf: (entry: T, i: number, all: readonly T[]) => string | false | null | undefined,
): Flaw[] {
  return entries.flatMap((entry, i, all) => {
    const detail = detailOf(entry, i, all);
    return detail ? [{ pointer: pointer.replace('*', String(i)), detail }] : [];
  });
}

export function withEach<List extends 'competitors' | 'evidence' | 'monetization' | 'risks'>(
  findings: Reviewed,
  list: List,
  change: (entry: Reviewed[List][number]) => Reviewed[List][number],
): Reviewed {
  return { ...findings, [list]: (findings[list] as Reviewed[List][number][]).map(change) };
}

export interface RuleContext {
  /** Period in which the session could have opened pages. */
  openedFrom: Date;
  openedUntil: Date;
  /** Ids of evidence whose page the session never opened; absent if unknown. */
  unopened?: ReadonlySet<string>;
  /** Domains, including subdomains, that the deployment blocks or the run excludes; absent means none. */
  blockedDomains?: readonly string[];
  /** Domains, including subdomains, to which the run is limited; absent means all. */
  includedDomains?: readonly string[] | undefined;
  /** Paid research must be complete; a scan must be short. */
  depth: 'research' | 'scan';
  /** Edition of the rules in the agent's prompt; absent means the newest. */
  edition?: number;
}

/** Edition of the rules in version 1.0.0, also assumed for sessions whose prompt is unknown. */
export const FIRST_EDITION = 1;

/**
 * Edition of the rules in this build's prompt, recorded when the agent is provisioned and with each session. Increment
 * it with the first rule added after a release.
 */
export const RULES_EDITION = 2;

/** A rule that findings must satisfy beyond their schema. */
export interface Rule {
  /** Name in docs/findings-rules.md. */
  id: string;
  /**
   * First edition with this rule; absent means {@link FIRST_EDITION}. Does not apply to sessions with an earlier
   * edition. To make a rule stricter, add a new rule.
   */
  since?: number;
  /** The rule as a sentence, for docs/findings-rules.md. */
  demand: string;
  flaws: (findings: Reviewed, context: RuleContext) => Flaw[];
  /**
   * What happens to findings that break this rule after the last correction: `refuse` rejects them, `pass` publishes
   * them, `unpaid` makes them free of charge (after one chance to correct), and a `Correction` corrects them.
   */
  fallback: 'refuse' | 'pass' | 'unpaid' | Correction;
}

/** A correction by the service. Its clause says what was done, and is added to the limitations. */
export interface Correction {
  correct: (findings: Reviewed, context: RuleContext) => Reviewed;
  said: string;
}

/** Levels of confidence, weakest first. */
const LEVELS = ['low', 'medium', 'high'] as const;
type Level = (typeof LEVELS)[number];

export function weaker(one: Level, other: Level): Level {
  return LEVELS.indexOf(one) <= LEVELS.indexOf(other) ? one : other;
}

export function isWithin(moment: string, { openedFrom, openedUntil }: RuleContext): boolean {
  const at = Date.parse(moment);
  return at >= openedFrom.getTime() && at <= openedUntil.getTime();
}

export function spanOf({ openedFrom, openedUntil }: RuleContext): string {
  return `${openedFrom.toISOString()} and ${openedUntil.toISOString()}`;
}
