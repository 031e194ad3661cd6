/**
 * Statement that careful research of a brief finds. `says` is one way to put it, which its own test recognizes; findings
 * state it where one of their parts matches `shownBy` and, if `between` is there, holds a figure within these bounds.
 */
export interface Fact {
  says: string;
  shownBy: RegExp;
  /** Bounds of the figure, both included: wide enough for other years and ways of counting. */
  between?: readonly [low: number, high: number];
}

/** Number of facts of a brief that is to be researched. */
export const FACTS_A_BRIEF = 8;

/** Fact that is a name, a rule or an event. */
export const named = (says: string, shownBy: RegExp): Fact => ({ says, shownBy });

/** Fact that is an order of magnitude. */
export const sized = (says: string, shownBy: RegExp, low: number, high: number): Fact => ({
  says,
  shownBy,
  between: [low, high],
});
