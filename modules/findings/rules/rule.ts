import type { PublishedParts, Submission } from '../contract/findings';
import type { EconomicsCases, SubmittedEconomics } from '../contract/unit-economics';

/** Flaw in a document: an RFC 6901 pointer, and a detail that the agent or a caller can act on. */
export interface Flaw {
  pointer: string;
  detail: string;
}

/**
 * Findings under review: with what was verified of their evidence, before or after their figures were computed. One
 * document: candidates of a search are reviewed by themselves, because rules that look through all of a document would
 * hold them against the evidence and the texts of another.
 */
export type Reviewed = Omit<PublishedParts, 'unitEconomics' | 'nameChecks'> &
  Pick<Submission, 'nameChecks'> & {
    unitEconomics?: SubmittedEconomics & { computed?: EconomicsCases };
    candidates?: never;
  };

/**
 * Flaws of the entries of a list of which `detailOf` says something; `pointer` has `*` in the place of the entry's index.
 */
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

/** Findings with each entry of a list changed. */
export function withEach<List extends 'competitors' | 'evidence' | 'monetization' | 'risks'>(
  findings: Reviewed,
  list: List,
  change: (entry: Reviewed[List][number]) => Reviewed[List][number],
): Reviewed {
  return { ...findings, [list]: (findings[list] as Reviewed[List][number][]).map(change) };
}

export interface RuleContext {
  /** Span in which pages can have been opened. */
  openedFrom: Date;
  openedUntil: Date;
  /** Ids of evidence whose page the session never opened; absent where that is not known. */
  unopened?: ReadonlySet<string>;
  /** Domains that the deployment blocks or the run excludes, with those below them; none where it is not said. */
  blockedDomains?: readonly string[];
  /** Domains that the run keeps to, with those below them; all where it names none. */
  includedDomains?: readonly string[] | undefined;
  /** Paid research must be complete; a scan is short. */
  depth: 'research' | 'scan';
  /** Edition of the rules that the agent was told of; absent: the newest. */
  edition?: number;
}

/** Edition of version 1.0.0, and of a session whose prompt is not known. */
export const FIRST_EDITION = 1;

/**
 * Edition of the rules of this build, which its prompt tells: recorded when the agent is provisioned, and with each
 * session. Raised with the first rule that is added after a release.
 */
export const RULES_EDITION = 2;

/** Rule that findings must hold beyond their schema. */
export interface Rule {
  /** Name in docs/findings-rules.md. */
  id: string;
  /**
   * Edition of the rules that has it first, absent for the first edition: a session that began under an earlier one is not
   * judged by it. A rule that comes to demand more is a rule of its own.
   */
  since?: number;
  /** Demand in one sentence, for the document of rules. */
  demand: string;
  /** Flaws in these findings; none where the rule holds. */
  flaws: (findings: Reviewed, context: RuleContext) => Flaw[];
  /**
   * Treatment of flaws that are left at the last correction: the findings are refused, let pass, not charged for (they go
   * back for this once only), or corrected by the service itself, which leaves no flaw of this rule.
   */
  atLast: 'refuse' | 'pass' | 'unpaid' | Mend;
}

/** Mending of findings by the service, with a clause for the limitations that says what was done. */
export interface Mend {
  mend: (findings: Reviewed, context: RuleContext) => Reviewed;
  said: string;
}

/** Levels of confidence, the weakest first. */
const LEVELS = ['low', 'medium', 'high'] as const;
type Level = (typeof LEVELS)[number];

/** The weaker of two levels. */
export function weaker(one: Level, other: Level): Level {
  return LEVELS.indexOf(one) <= LEVELS.indexOf(other) ? one : other;
}

/** True for a moment within the session. */
export function isWithin(moment: string, { openedFrom, openedUntil }: RuleContext): boolean {
  const at = Date.parse(moment);
  return at >= openedFrom.getTime() && at <= openedUntil.getTime();
}

/** The session in words. */
export function spanOf({ openedFrom, openedUntil }: RuleContext): string {
  return `${openedFrom.toISOString()} and ${openedUntil.toISOString()}`;
}
