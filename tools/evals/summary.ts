import { EVAL_BRIEFS } from './briefs';
import { bandOf } from './labels';
import { groupBy } from '../../domain/group-by';
import type { Measured } from './measure';

/** Name of a measure over all briefs. */
export type MeasureName = keyof typeof MEASURES;

/** Measure over all briefs: in which direction it is better, and by how much it may vary without meaning anything. */
interface MeasureSpec {
  label: string;
  better: 'higher' | 'lower' | 'neither';
  /** Change in the worse direction that is not yet called worse, since agents do not answer twice alike. */
  tolerance: number;
  unit: 'share' | 'points' | 'score' | 'count' | 'micros' | 'seconds';
  of: (rows: Measured[]) => number | null;
}

/** Measures, in display order. Time is shown and never judged: it depends on the provider's day. */
export const MEASURES = {
  endedRightly: {
    label: 'ended as the label says',
    better: 'higher',
    tolerance: 0,
    unit: 'share',
    of: (rows) => share(rows, ({ endedRightly }) => endedRightly),
  },
  rulesHeld: {
    label: 'all rules held at the first hand-in',
    better: 'higher',
    tolerance: 0.1,
    unit: 'share',
    of: (rows) =>
      share(
        rows.filter(({ due, firstFlaws }) => due || firstFlaws !== null),
        ({ firstFlaws }) => firstFlaws === 0,
      ),
  },
  corrections: {
    label: 'corrections a play',
    better: 'lower',
    tolerance: 0.5,
    unit: 'count',
    of: (rows) => mean(rows.flatMap(({ firstFlaws, corrections }) => (firstFlaws === null ? [] : [corrections]))),
  },
  verified: {
    label: 'quotations found on their pages',
    better: 'higher',
    tolerance: 0.05,
    unit: 'share',
    of: (rows) => mean(rows.flatMap(shareVerified)),
  },
  independence: {
    label: 'independent sources among the cited',
    better: 'higher',
    tolerance: 0.1,
    unit: 'share',
    of: (rows) => mean(rows.flatMap(shareIndependent)),
  },
  precision: {
    label: 'citations that stand and carry their claim (precision)',
    better: 'higher',
    tolerance: 0.05,
    unit: 'share',
    of: (rows) => mean(rows.flatMap((row) => shareSupported(row, row.supported, row.cited))),
  },
  recall: {
    label: 'statements with such a citation (recall)',
    better: 'higher',
    tolerance: 0.05,
    unit: 'share',
    of: (rows) => mean(rows.flatMap((row) => shareSupported(row, row.carried, row.statements))),
  },
  entailment: {
    label: 'judged claims that follow from their quotation',
    better: 'higher',
    tolerance: 0.05,
    unit: 'share',
    of: (rows) => mean(rows.flatMap((row) => shareSupported(row, row.supported, row.judged))),
  },
  facts: {
    label: 'facts found of those that must be',
    better: 'higher',
    tolerance: 0.05,
    unit: 'share',
    of: (rows) => ratio(rows.map(({ facts, factsFound }) => [factsFound, facts])),
  },
  duplicates: {
    label: 'evidence that repeats another',
    better: 'lower',
    tolerance: 0.03,
    unit: 'share',
    of: (rows) => ratio(rows.map(({ duplicates, cited }) => [duplicates, cited])),
  },
  brier: {
    label: 'Brier score of the verdict’s confidence',
    better: 'lower',
    tolerance: 0.05,
    unit: 'score',
    of: (rows) => mean(rows.flatMap(brierOf)),
  },
  spread: {
    label: 'spread of the verdict over plays',
    better: 'lower',
    tolerance: 4,
    unit: 'points',
    of: spreadOf,
  },
  inBand: {
    label: 'scores inside their labelled band',
    better: 'higher',
    tolerance: 0.1,
    unit: 'share',
    of: (rows) =>
      share(
        rows.filter(({ outside }) => outside !== null),
        ({ outside }) => outside === 0,
      ),
  },
  outside: {
    label: 'points outside the band',
    better: 'lower',
    tolerance: 3,
    unit: 'points',
    of: (rows) => mean(rows.flatMap(({ outside }) => (outside === null ? [] : [outside]))),
  },
  order: {
    label: 'pairs of briefs in the labelled order',
    better: 'higher',
    tolerance: 0.1,
    unit: 'share',
    of: concordance,
  },
  expectations: {
    label: 'expectations of the briefs met',
    better: 'higher',
    tolerance: 0.05,
    unit: 'share',
    of: (rows) => ratio(rows.map(({ expectations, unmet }) => [expectations - unmet.length, expectations])),
  },
  cost: {
    label: 'cost of findings that were due',
    better: 'lower',
    tolerance: 250_000,
    unit: 'micros',
    of: costOfFindings,
  },
  costOfClaim: {
    label: 'cost of a supported claim',
    better: 'lower',
    tolerance: 20_000,
    unit: 'micros',
    of: costOfClaim,
  },
  time: {
    label: 'time of a play',
    better: 'neither',
    tolerance: 0,
    unit: 'seconds',
    of: (rows) => mean(rows.map(({ seconds }) => seconds)),
  },
} as const satisfies Record<string, MeasureSpec>;

/** Measures of a set of briefs; null where nothing could be measured. */
export type Summary = Record<MeasureName, number | null>;

/** Summary of the rows, rounded to four decimals so that a kept file has no noise. */
export function summarize(rows: Measured[]): Summary {
  const entries = (Object.keys(MEASURES) as MeasureName[]).map((name) => {
    const value = (MEASURES[name] as MeasureSpec).of(rows);
    return [name, value === null ? null : Math.round(value * 10_000) / 10_000] as const;
  });
  return Object.fromEntries(entries) as Summary;
}

/** A measure now and before. */
export interface Difference {
  measure: MeasureName;
  before: number | null;
  now: number | null;
  verdict: 'better' | 'same' | 'worse' | 'not comparable';
}

/** Compares two summaries of the same briefs. */
export function compare(before: Summary, now: Summary): Difference[] {
  return (Object.keys(MEASURES) as MeasureName[]).map((measure) => {
    const values = { measure, before: before[measure] ?? null, now: now[measure] };
    return { ...values, verdict: verdictOf(MEASURES[measure], values.before, values.now) };
  });
}

function verdictOf({ better, tolerance }: MeasureSpec, before: number | null, now: number | null) {
  if (better === 'neither' || before === null) return 'not comparable';
  // What could be measured before and cannot be now is not there any more.
  if (now === null) return 'worse';
  const gain = better === 'higher' ? now - before : before - now;
  if (gain < -tolerance) return 'worse';
  return gain > tolerance ? 'better' : 'same';
}

/** Chance that a verdict lies in its band, as its confidence says. */
const CHANCES = { low: 0.4, medium: 0.65, high: 0.9 } as const;

/** Square of what a confidence is wrong by: of a verdict in its band by what is missing to 1, else by all of it. */
function brierOf({ confidence, outside, due }: Measured): number[] {
  if (outside === null) return [];
  // Without a verdict where one is due nothing is worse.
  if (confidence === null) return due ? [1] : [];
  return [(CHANCES[confidence] - (outside === 0 ? 1 : 0)) ** 2];
}

/** What plays of a brief are apart of which one gave no score though it was due. */
const FURTHEST = 100;

/** Mean distance between the highest and the lowest score of one brief; null where none was played twice. */
function spreadOf(rows: Measured[]): number | null {
  const briefs = [...groupBy(rows, ({ brief }) => brief).values()].filter((plays) => plays.length > 1);
  return mean(
    briefs.flatMap((plays) => {
      const scores = plays.flatMap(({ score }) => (score === null ? [] : [score]));
      if (scores.length < plays.length) return plays.some(({ due }) => due) ? [FURTHEST] : [];
      return [Math.max(...scores) - Math.min(...scores)];
    }),
  );
}

/** What all plays cost by the claims that are supported, so that claims of no use are not cheap; null without either. */
function costOfClaim(rows: Measured[]): number | null {
  const known = rows.filter(({ costMicros }) => costMicros !== null);
  const supported = known.reduce((sum, { supported: claims }) => sum + (claims ?? 0), 0);
  return supported === 0 ? null : known.reduce((sum, { costMicros }) => sum + costMicros!, 0) / supported;
}

/** Share of pairs with bands apart whose scores are in the same order; scores alike, or absent where due, are wrong. */
function concordance(rows: Measured[]): number | null {
  const bands = new Map(EVAL_BRIEFS.map((brief) => [brief.name, bandOf(brief)]));
  const scored = rows.flatMap(({ brief, due, score }) => {
    const label = bands.get(brief);
    return !label || (score === null && !due) ? [] : [{ score, label }];
  });
  const pairs = scored.flatMap((lower) =>
    scored.filter((upper) => lower.label.high < upper.label.low).map((upper) => isAbove(upper.score, lower.score)),
  );
  return share(pairs, (right) => right);
}

/** What all plays cost by those that gave findings where due, so that handing in nothing is not cheap; null without either. */
function costOfFindings(rows: Measured[]): number | null {
  const costs = rows.flatMap(({ costMicros }) => (costMicros === null ? [] : [costMicros]));
  const given = rows.filter(({ costMicros, due, end }) => costMicros !== null && due && end === 'accepted').length;
  return given === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0) / given;
}

const isAbove = (upper: number | null, lower: number | null) => upper !== null && lower !== null && upper > lower;

// A brief whose findings were due and cite nothing counts as none found: an agent that cites nothing is not the best.
function shareVerified({ due, end, cited, verified }: Measured): number[] {
  if (cited === 0) return due ? [0] : [];
  return end === 'accepted' && verified !== null ? [verified / cited] : [];
}

function shareSupported({ due, cited }: Measured, part: number | null, whole: number | null): number[] {
  if (cited === 0) return due ? [0] : [];
  return part === null || !whole ? [] : [part / whole];
}

function shareIndependent({ due, cited, independent }: Measured): number[] {
  if (cited === 0) return due ? [0] : [];
  return [independent / cited];
}

function share<T>(values: T[], holds: (value: T) => boolean): number | null {
  return values.length === 0 ? null : values.filter(holds).length / values.length;
}

function ratio(parts: [number, number][]): number | null {
  const whole = parts.reduce((sum, [, part]) => sum + part, 0);
  return whole === 0 ? null : parts.reduce((sum, [part]) => sum + part, 0) / whole;
}

function mean(values: number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
